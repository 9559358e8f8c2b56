import { DAY_MS, MINUTE_MS } from '../../src/domain/time';
import { networksOf } from '../processes/client-networks';
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
/** Sign-ins that continue elsewhere are stored for minutes, too. */
export const BEGIN_BY_ADDRESS = limit('begin/address', 60, 10 * MINUTE_MS);
/** A browser that keeps no cookies would get one session after the other. */
export const PROXY_SIGN_IN_BY_ACCOUNT = limit('proxy-sign-in/account', 60, 10 * MINUTE_MS);
/** Limits invalid codes and device codes. */
export const REDEEM_BY_ADDRESS = limit('redeem/address', 100, 10 * MINUTE_MS);
/** Requests for shared pages, including unknown ones. */
export const SHARED_BY_ADDRESS = limit('shared/address', 300, 10 * MINUTE_MS);
/** Each message goes to a stranger in this server's name. */
export const MAIL_BY_ACCOUNT = limit('mail/account', 50, 60 * MINUTE_MS);

/** Returns the key of one client: the address, or its /64 for IPv6. */
export const addressKey = (address: string): string => networksOf(address)[0]?.key ?? address;

/** Creates a limiter, which counts tries in the database, so that all processes share the counts. */
export function createLimiter({ storage: { attempts }, now }: Pick<Server, 'storage' | 'now'>) {
  const look = async (limit: Limit, key: string, times = 1): Promise<number | null> => {
    const made = await attempts.look(keyOfLimit(limit, key));
    return made !== null && made.count >= limit.max * times ? made.resetsAt - now() : null;
  };
  const take = async (limit: Limit, key: string, times = 1): Promise<number | null> => {
    // A refused try is not counted, so it writes nothing to the database.
    const waitMs = await look(limit, key, times);
    if (waitMs !== null) return waitMs;
    const { count, resetsAt } = await attempts.count(keyOfLimit(limit, key), limit.windowMs);
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
    giveBack: (limit: Limit, key: string) => attempts.giveBack(keyOfLimit(limit, key)),
    /** Uncounts one try of each network of an address. */
    async giveBackTo(limit: Limit, address: string): Promise<void> {
      for (const { key } of networksOf(address)) await attempts.giveBack(keyOfLimit(limit, key));
    },
    /** Resets the count of `key` to one and starts its period now. */
    async renew(limit: Limit, key: string): Promise<void> {
      await attempts.forget(keyOfLimit(limit, key));
      await attempts.count(keyOfLimit(limit, key), limit.windowMs);
    },
  };
}

const longest = (waits: readonly (number | null)[]): number | null =>
  waits.reduce((most, wait) => (wait !== null && wait > (most ?? 0) ? wait : most), null);

/** Hashed, because a key can be very long, or a password typed into the wrong field. */
const keyOfLimit = ({ name }: Limit, key: string): string => `${name} ${hashSecret(key)}`;
