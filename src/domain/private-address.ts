/**
 * Host names reserved for local networks and the local machine (RFC 6761, 6762 appendix G, 8375, 9476
 * and ICANN's `internal`), and names that systems and home routers give their own network.
 */
const LOCAL_NAMES =
  /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|test|invalid|onion|alt|home\.arpa|localdomain|fritz\.box|fritz\.nas|speedport\.ip)$/;

/** Domains whose names lead to the address that they spell, or to the local machine. */
const SPELLED_ADDRESSES =
  /(^|\.)(nip\.io|sslip\.io|xip\.io|traefik\.me|localtest\.me|lvh\.me|vcap\.me)$/;

/** IPv4 blocks that are not public, as [first address, prefix length] (RFC 6890). */
const LOCAL_BLOCKS: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // The address of Azure's platform services. It looks public but is local to a virtual machine.
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

/**
 * True if an address is on the public internet, judged by its name: `http` or `https` with a host
 * name that contains a dot and is not reserved for local use, or a global IP address. A name that
 * resolves to a private address is not detected, because nothing is resolved.
 */
export function isPublicAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  // The URL parser writes every form of an IPv4 address (octal, hex, one number) as four numbers.
  const { protocol, hostname } = new URL(address);
  if (protocol !== 'http:' && protocol !== 'https:') return false;
  const host = hostname.replace(/(?<!\.)\.+$/, '');
  if (host.startsWith('[')) return isPublicIpv6(host.slice(1, -1));
  if (/^\d+(\.\d+){3}$/.test(host)) return isPublicIpv4(host);
  return host.includes('.') && !LOCAL_NAMES.test(host) && !SPELLED_ADDRESSES.test(host);
}

function isPublicIpv4(host: string): boolean {
  const address = toNumber(host);
  return !LOCAL_BLOCKS.some(([first, bits]) => {
    const size = 2 ** (32 - bits);
    const start = toNumber(first);
    return address >= start && address < start + size;
  });
}

const toNumber = (ipv4: string): number =>
  ipv4.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0);

/**
 * Global unicast is currently 2000::/3 (RFC 4291). Within it, these blocks are not public: protocol
 * assignments and Teredo (2001::/23), documentation (2001:db8::/32, 3fff::/20) and 6to4
 * (2002::/16).
 */
const LOCAL_IPV6 = /^(2001:([\da-f]{0,2}|1[\da-f]{2}|db8):|2002:|3fff:[\da-f]{0,3}:)/;

/**
 * @param host as the URL parser writes it: lower case, no leading zeros, longest run of zeros
 * compressed
 */
const isPublicIpv6 = (host: string): boolean =>
  /^[23][\da-f]{3}:/.test(host) && !LOCAL_IPV6.test(host);

const THIS_COMPUTER = /^(localhost|.*\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/;

/** True if only this computer can open a web address. */
export const isThisComputer = (address: string): boolean =>
  THIS_COMPUTER.test(new URL(address).hostname);
