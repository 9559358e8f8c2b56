import { isIPv6 } from 'node:net';
import { DAY_MS, MINUTE_MS } from '../../src/domain/time';
import type { Server } from '../server';
import { hashSecret } from './secrets';

/** The number of tries that are allowed in a period. */
export interface Limit {
  readonly name: string;
  readonly max: number;
  readonly windowMs: number;
}

const limit = (name: string, max: number, windowMs: number): Limit => ({ name, max, windowMs });

/** Attackers guess passwords from one address, or for one account from many addresses. */
export const SIGN_IN_BY_ADDRESS = limit('sign-in/address', 30, 15 * MINUTE_MS);
export const SIGN_IN_BY_ACCOUNT = limit('sign-in/account', 10, 15 * MINUTE_MS);
/** The limit of an address that signed in to the account before. Strangers cannot use up its tries. */
export const SIGN_IN_BY_KNOWN_ADDRESS = limit('sign-in/known-address', 10, 15 * MINUTE_MS);
/** A sign-in makes an address known for this time. */
export const KNOWN_ADDRESS = limit('known-address', 1, 90 * DAY_MS);
/** A user code has eight letters, few enough to guess without a limit. */
export const USER_CODE_BY_ADDRESS = limit('user-code/address', 30, 15 * MINUTE_MS);
export const USER_CODE_BY_ACCOUNT = limit('user-code/account', 10, 15 * MINUTE_MS);
/** Registrations and device codes are stored for minutes, so their number needs a limit. */
export const REGISTER_BY_ADDRESS = limit('register/address', 60, 10 * MINUTE_MS);
export const DEVICE_BY_ADDRESS = limit('device/address', 60, 10 * MINUTE_MS);
/** Limits invalid codes and device codes. */
export const REDEEM_BY_ADDRESS = limit('redeem/address', 100, 10 * MINUTE_MS);
/** Requests for shared pages, including unknown ones. */
export const SHARED_BY_ADDRESS = limit('shared/address', 300, 10 * MINUTE_MS);
/** Each message goes to a stranger in this server's name. */
export const MAIL_BY_ACCOUNT = limit('mail/account', 50, 60 * MINUTE_MS);

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

/** Returns the networks of an address: itself, or for IPv6 those that one home may have, smallest first. */
export function networksOf(address: string): readonly ClientNetwork[] {
  const groups = ipv6GroupsOf(address);
  if (groups === null) return [{ key: address, times: 1 }];
  return IPV6_NETWORKS.map(([bits, times]) => {
    const whole = groups.slice(0, Math.floor(bits / 16)).map((group) => group.toString(16));
    const part = ((groups[whole.length] ?? 0) >> 8).toString(16);
    const key = bits % 16 === 0 ? whole.join(':') : `${whole.join(':')}:${part}*`;
    return { key, times };
  });
}

/** Returns the key of one client: the address, or its /64 for IPv6. */
export const addressKey = (address: string): string => networksOf(address)[0]?.key ?? address;

function ipv6GroupsOf(address: string): readonly number[] | null {
  if (!isIPv6(address)) return null;
  const [left = '', right] = address.split('::');
  const head = left.split(':').filter(Boolean);
  const tail = right?.split(':').filter(Boolean) ?? [];
  const zeros = right === undefined ? 0 : 8 - head.length - tail.length;
  const all = [...head, ...Array.from({ length: zeros }, () => '0'), ...tail];
  return all.map((group) => Number.parseInt(group, 16));
}

/** Creates a limiter, which counts tries in the database, so that all processes share the counts. */
export function createLimiter({ storage: { attempts }, now }: Pick<Server, 'storage' | 'now'>) {
  const look = async (limit: Limit, key: string, times = 1): Promise<number | null> => {
    const made = await attempts.look(keyOf(limit, key));
    return made !== null && made.count >= limit.max * times ? made.resetsAt - now() : null;
  };
  const take = async (limit: Limit, key: string, times = 1): Promise<number | null> => {
    // A refused try is not counted, so it writes nothing to the database.
    const waitMs = await look(limit, key, times);
    if (waitMs !== null) return waitMs;
    const { count, resetsAt } = await attempts.count(keyOf(limit, key), limit.windowMs);
    return count > limit.max * times ? resetsAt - now() : null;
  };
  /** Returns what `takeFrom` would return, without counting. */
  const lookFrom = async (limit: Limit, address: string): Promise<number | null> => {
    const each = networksOf(address).map(({ key, times }) => look(limit, key, times));
    return longest(await Promise.all(each));
  };
  return {
    /** Returns what `take` would return, without counting. */
    look: (limit: Limit, key: string) => look(limit, key),
    /** Counts one try of `key`. At the limit it counts nothing and returns the ms to wait. */
    take: (limit: Limit, key: string) => take(limit, key),
    lookFrom,
    /** Does the same as `take` for each network of an address. */
    async takeFrom(limit: Limit, address: string): Promise<number | null> {
      const waitMs = await lookFrom(limit, address);
      if (waitMs !== null) return waitMs;
      const each = networksOf(address).map(({ key, times }) => take(limit, key, times));
      return longest(await Promise.all(each));
    },
    /** Uncounts one try of `key`. */
    giveBack: (limit: Limit, key: string) => attempts.giveBack(keyOf(limit, key)),
    /** Uncounts one try of each network of an address. */
    async giveBackTo(limit: Limit, address: string): Promise<void> {
      for (const { key } of networksOf(address)) await attempts.giveBack(keyOf(limit, key));
    },
    /** Resets the count of `key` to one and starts its period now. */
    async renew(limit: Limit, key: string): Promise<void> {
      await attempts.forget(keyOf(limit, key));
      await attempts.count(keyOf(limit, key), limit.windowMs);
    },
  };
}

const longest = (waits: readonly (number | null)[]): number | null =>
  waits.reduce((most, wait) => (wait !== null && wait > (most ?? 0) ? wait : most), null);

/** Hashed, because a key can be very long, or a password typed into the wrong field. */
const keyOf = ({ name }: Limit, key: string): string => `${name} ${hashSecret(key)}`;
