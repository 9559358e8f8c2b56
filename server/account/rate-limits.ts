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

const IPV6_NETWORK_GROUPS = 4;

/** Returns the key of one client: the address, or its /64 for IPv6, which one household gets. */
export function addressKey(address: string): string {
  if (!isIPv6(address)) return address;
  const [left = '', right] = address.toLowerCase().split('::');
  const head = left.split(':').filter(Boolean);
  const tail = right?.split(':').filter(Boolean) ?? [];
  const zeros = right === undefined ? 0 : 8 - head.length - tail.length;
  return [...head, ...Array.from({ length: zeros }, () => '0'), ...tail]
    .slice(0, IPV6_NETWORK_GROUPS)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}

/** Creates a limiter, which counts tries in the database, so that all processes share the counts. */
export function createLimiter({ storage: { attempts }, now }: Pick<Server, 'storage' | 'now'>) {
  /** Returns what `take` would return, without counting. */
  const look = async (limit: Limit, key: string): Promise<number | null> => {
    const made = await attempts.look(keyOf(limit, key));
    return made !== null && made.count >= limit.max ? made.resetsAt - now() : null;
  };
  return {
    look,
    /** Counts one try of `key`. At the limit it counts nothing and returns the ms to wait. */
    async take(limit: Limit, key: string): Promise<number | null> {
      // A refused try is not counted, so it writes nothing to the database.
      const waitMs = await look(limit, key);
      if (waitMs !== null) return waitMs;
      const { count, resetsAt } = await attempts.count(keyOf(limit, key), limit.windowMs);
      return count > limit.max ? resetsAt - now() : null;
    },
    /** Uncounts one try of `key`. */
    giveBack: (limit: Limit, key: string) => attempts.giveBack(keyOf(limit, key)),
    /** Resets the count of `key` to one and starts its period now. */
    async renew(limit: Limit, key: string): Promise<void> {
      await attempts.forget(keyOf(limit, key));
      await attempts.count(keyOf(limit, key), limit.windowMs);
    },
  };
}

/** Hashed, because a key can be very long, or a password typed into the wrong field. */
const keyOf = ({ name }: Limit, key: string): string => `${name} ${hashSecret(key)}`;
