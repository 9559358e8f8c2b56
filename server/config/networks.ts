import { lookup, Resolver } from 'node:dns/promises';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { isPublicAddress } from '../../src/domain/private-address';

/** A set of addresses and networks. */
export interface Networks {
  has(address: string): boolean;
}

/** Finds the IP addresses of a host name. Returns none when the lookup fails. */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>;

const family = (address: string): 'ipv4' | 'ipv6' | null => {
  const version = isIP(address);
  if (version === 0) return null;
  return version === 4 ? 'ipv4' : 'ipv6';
};

/**
 * Normalises an IP address: the shortest form (RFC 5952), without a zone, and IPv4 for an IPv4-mapped
 * IPv6 address. Other texts are returned unchanged.
 */
export function plainAddress(address: string): string {
  const withoutZone = address.replace(/%.*/s, '');
  if (isIP(withoutZone) !== 6) return withoutZone;
  const shortest = new URL(`http://[${withoutZone}]/`).hostname.slice(1, -1);
  const mapped = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(shortest)?.slice(1);
  if (!mapped) return shortest;
  return mapped.flatMap((group) => [...Buffer.from(group.padStart(4, '0'), 'hex')]).join('.');
}

/** Each request of a server without a proxy asks it several times. */
const NO_NETWORKS: Networks = { has: () => false };

/** Parses networks such as `10.0.0.0/8` or `2001:db8::1`; null when one of them is invalid. */
export function parseNetworks(written: readonly string[]): Networks | null {
  if (written.length === 0) return NO_NETWORKS;
  const list = new BlockList();
  for (const entry of written) {
    const [address = '', bits, rest] = entry.split('/');
    const type = family(address);
    if (type === null || rest !== undefined) return null;
    const longest = type === 'ipv4' ? 32 : 128;
    const prefix = bits === undefined ? longest : Number(bits);
    if (!/^\d+$/.test(bits ?? '0') || prefix > longest) return null;
    list.addSubnet(address, prefix, type);
  }
  return {
    has(address) {
      const plain = plainAddress(address);
      const type = family(plain);
      return type !== null && list.check(plain, type);
    },
  };
}

/** Tells whether an IP address is in the public ranges. */
export function isPublicIp(address: string): boolean {
  const plain = plainAddress(address);
  const type = family(plain);
  if (type === null) return false;
  return isPublicAddress(type === 'ipv4' ? `http://${plain}/` : `http://[${plain}]/`);
}

const EVERY_INTERFACE = new Set(['0.0.0.0', '::', '']);

/** Tells whether only this machine, or only its own network, can reach a server that listens on `host`. */
export const isPrivateBind = (host: string): boolean =>
  !EVERY_INTERFACE.has(host) && (host === 'localhost' || (isIP(host) !== 0 && !isPublicIp(host)));

/** Tells whether only this machine can reach a server that listens on `host`. */
export const isLoopbackBind = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127\./.test(host);

/** Interfaces of containers, virtual machines and tunnels, whose addresses no phone at home can reach. */
const VIRTUAL =
  /^(docker|br-|veth|virbr|vmnet|vboxnet|lxc|lxd|cni|podman|tun|tap|wg|zt|utun|bridge)/;
/** Most routers give addresses of the first kind. Those of the last one are mostly of containers. */
const HOME_BLOCKS = [/^192\.168\./, /^10\./, /^172\.(1[6-9]|2\d|3[01])\./];

/** Returns the address of this machine in its own network; null if it has none. */
export function addressInNetwork(interfaces = networkInterfaces()): string | null {
  const addresses = Object.entries(interfaces).flatMap(([name, found = []]) =>
    VIRTUAL.test(name)
      ? []
      : found.filter(({ internal }) => !internal).map(({ address }) => address),
  );
  for (const block of HOME_BLOCKS) {
    const address = addresses.find((each) => block.test(each));
    if (address !== undefined) return address;
  }
  return null;
}

/** Files that Docker and Podman put into each container. It does not know the address of its machine. */
const CONTAINER_FILES = ['/.dockerenv', '/run/.containerenv'];

/** `addressInNetwork` of a server that listens on `host`; null if no other machine reaches it there. */
export function reachableAddress(host: string): string | null {
  if (!EVERY_INTERFACE.has(host) || CONTAINER_FILES.some((file) => existsSync(file))) return null;
  return addressInNetwork();
}

const HOSTS_FILE = '/etc/hosts';

/** Tells whether the hosts file has a name. On Windows, which keeps it elsewhere, it has none. */
async function isInHostsFile(hostname: string): Promise<boolean> {
  const hosts = (await readFile(HOSTS_FILE, 'utf8').catch(() => '')).toLowerCase();
  // The file may list thousands of names that are blocked.
  if (!hosts.includes(hostname)) return false;
  return hosts
    .split('\n')
    .some((line) => line.replace(/#.*/, '').trim().split(/\s+/).slice(1).includes(hostname));
}

const MAX_RESOLVE_MS = 5000;
/** Addresses of one kind wait only so long for those of the other, as in section 3 of RFC 8305. */
const OTHER_KIND_MS = 500;

/** Codes of a name server that did not answer in time or failed. The system would wait for it again. */
const UNANSWERED: ReadonlySet<unknown> = new Set(['ETIMEOUT', 'ECANCELLED', 'ESERVFAIL']);

/**
 * Asks the name servers. `lookup` has no time limit, and each call keeps one of the few threads that
 * hash passwords and write files: a few dead name servers would stop it for all other names.
 */
async function askServers(hostname: string, servers: readonly string[] | undefined, maxMs: number) {
  const resolver = new Resolver();
  if (servers) resolver.setServers(servers);
  const cancelAfter = (ms: number) => setTimeout(() => resolver.cancel(), ms);
  const timers = [cancelAfter(maxMs)];
  const found = await Promise.allSettled(
    [resolver.resolve4(hostname), resolver.resolve6(hostname)].map(async (answer) => {
      const ips = await answer;
      timers.push(cancelAfter(OTHER_KIND_MS));
      return ips;
    }),
  );
  timers.forEach(clearTimeout);
  return {
    ips: found.flatMap((each) => (each.status === 'fulfilled' ? each.value : [])),
    isAnswered: !found.some(
      (each) => each.status === 'rejected' && UNANSWERED.has(each.reason.code),
    ),
  };
}

/**
 * Creates a function that resolves names of the internet.
 * @param servers by default those of the system
 */
export const publicResolver =
  (servers?: readonly string[], maxMs = MAX_RESOLVE_MS): ResolveHost =>
  async (hostname) =>
    (await askServers(hostname, servers, maxMs)).ips;

/**
 * Creates a function that also resolves the system's own names of this machine and its network. Only
 * these are left to `lookup`: names without a dot, names of the hosts file, and names that the name
 * servers do not know.
 */
export const systemResolver =
  (servers?: readonly string[], maxMs = MAX_RESOLVE_MS): ResolveHost =>
  async (hostname) => {
    if (hostname.includes('.') && !(await isInHostsFile(hostname))) {
      const { ips, isAnswered } = await askServers(hostname, servers, maxMs);
      if (ips.length > 0 || !isAnswered) return ips;
    }
    try {
      return (await lookup(hostname, { all: true })).map(({ address }) => address);
    } catch {
      return []; // An unknown name and a failed lookup are the same here.
    }
  };
