import { isIPv6 } from 'node:net';
import { DAY_MS, MINUTE_MS } from '../../src/domain';
import type { Server } from '../server';
import { hashSecret } from './secrets';

/** How often something may be tried within a time. */
export interface Limit {
  readonly name: string;
  readonly max: number;
  readonly windowMs: number;
}

const limit = (name: string, max: number, windowMs: number): Limit => ({ name, max, windowMs });

/** Passwords are guessed from one address, or at one account from many. */
export const SIGN_IN_BY_ADDRESS = limit('sign-in/address', 30, 15 * MINUTE_MS);
export const SIGN_IN_BY_ACCOUNT = limit('sign-in/account', 10, 15 * MINUTE_MS);
/** For an address that signed in to the account before: strangers can't use its tries up. */
export const SIGN_IN_BY_KNOWN_ADDRESS = limit('sign-in/known-address', 10, 15 * MINUTE_MS);
/** Counts the sign-in that makes an address known. */
export const KNOWN_ADDRESS = limit('known-address', 1, 90 * DAY_MS);
/** Eight letters can be guessed, given time. */
export const USER_CODE_BY_ADDRESS = limit('user-code/address', 30, 15 * MINUTE_MS);
export const USER_CODE_BY_ACCOUNT = limit('user-code/account', 10, 15 * MINUTE_MS);
/** Each registration and each device code is kept for minutes. */
export const REGISTER_BY_ADDRESS = limit('register/address', 60, 10 * MINUTE_MS);
export const DEVICE_BY_ADDRESS = limit('device/address', 60, 10 * MINUTE_MS);
/** Codes and device codes that are not good. */
export const REDEEM_BY_ADDRESS = limit('redeem/address', 100, 10 * MINUTE_MS);
/** Pages of share links, those that there are not too. */
export const SHARED_BY_ADDRESS = limit('shared/address', 300, 10 * MINUTE_MS);
/** Each is a message to a stranger in this server's name. */
export const MAIL_BY_ACCOUNT = limit('mail/account', 50, 60 * MINUTE_MS);

const IPV6_NETWORK_GROUPS = 4;

/** One client of an address: of IPv6 its /64, which is what a single household is given. */
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

/** Counts tries, for all processes of the server together. */
export interface Limiter {
  /** Counts one try of `key`; how many ms to wait when it was one too many, else null. */
  take(limit: Limit, key: string): Promise<number | null>;
  /** As `take`, without counting: whether the next one would be too many. */
  look(limit: Limit, key: string): Promise<number | null>;
  /** Takes back one try of `key` that was none, and no other. */
  giveBack(limit: Limit, key: string): Promise<void>;
  /** Counts one of `key` from now on, whatever was counted before. */
  renew(limit: Limit, key: string): Promise<void>;
}

export const createLimiter = ({ storage, now }: Pick<Server, 'storage' | 'now'>): Limiter => ({
  async take(limit, key) {
    const { count, resetsAt } = await storage.attempts.count(keyOf(limit, key), limit.windowMs);
    return count > limit.max ? resetsAt - now() : null;
  },
  async look(limit, key) {
    const made = await storage.attempts.look(keyOf(limit, key));
    return made !== null && made.count >= limit.max ? made.resetsAt - now() : null;
  },
  giveBack: (limit, key) => storage.attempts.giveBack(keyOf(limit, key)),
  async renew(limit, key) {
    await storage.attempts.forget(keyOf(limit, key));
    await storage.attempts.count(keyOf(limit, key), limit.windowMs);
  },
});

/** Hashed: it may be as long as somebody likes, or what they typed into the wrong field. */
const keyOf = ({ name }: Limit, key: string): string => `${name} ${hashSecret(key)}`;
