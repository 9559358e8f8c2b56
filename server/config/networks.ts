import { BlockList, isIP } from 'node:net';
import { isPublicAddress } from '../../src/domain';

/** Some addresses: single ones and whole networks. */
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
 * The one way to write an IP address: the shortest (RFC 5952), without the zone of a link, and as
 * IPv4 when it is IPv4 mapped into IPv6. A text that is no address stays as it is.
 */
export function plainAddress(address: string): string {
  const withoutZone = address.replace(/%.*/s, '');
  if (isIP(withoutZone) !== 6) return withoutZone;
  const shortest = new URL(`http://[${withoutZone}]/`).hostname.slice(1, -1);
  const mapped = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(shortest)?.slice(1);
  if (!mapped) return shortest;
  return mapped.flatMap((group) => [...Buffer.from(group.padStart(4, '0'), 'hex')]).join('.');
}

/** Networks written as `10.0.0.0/8` or `2001:db8::1`; null when one of them is not. */
export function parseNetworks(written: readonly string[]): Networks | null {
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
