import { isIPv6 } from 'node:net';

// The definition of one client, for every limit and wherever clients take turns.

/** A network of a client, and how many times the limit of one client it has. */
export interface ClientNetwork {
  readonly key: string;
  readonly times: number;
}

/**
 * The networks of an IPv6 address that are counted, by their bits. A home gets a /64, a /56 or a /48,
 * and can use any address in it. A large one may belong to many homes, so it has a larger limit.
 */
const IPV6_NETWORKS = [
  [64, 1],
  [56, 2],
  [48, 8],
] as const;

/**
 * Returns the networks of a client: itself, or for IPv6 those that one home may have, smallest first.
 * @param client an address, or the id of a user
 */
export function networksOf(client: string): readonly ClientNetwork[] {
  const groups = ipv6GroupsOf(client);
  if (groups === null) return [{ key: client, times: 1 }];
  return IPV6_NETWORKS.map(([bits, times]) => {
    const whole = groups.slice(0, Math.floor(bits / 16)).map((group) => group.toString(16));
    const part = ((groups[whole.length] ?? 0) >> 8).toString(16);
    const key = bits % 16 === 0 ? whole.join(':') : `${whole.join(':')}:${part}*`;
    return { key, times };
  });
}

function ipv6GroupsOf(address: string): readonly number[] | null {
  if (!isIPv6(address)) return null;
  const [left = '', right] = address.split('::');
  const head = left.split(':').filter(Boolean);
  const tail = right?.split(':').filter(Boolean) ?? [];
  const zeros = right === undefined ? 0 : 8 - head.length - tail.length;
  const all = [...head, ...Array.from({ length: zeros }, () => '0'), ...tail];
  return all.map((group) => Number.parseInt(group, 16));
}
