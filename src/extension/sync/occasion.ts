import { DAY_MS, MINUTE_MS, SECOND_MS, type UnixMs } from '../../domain';
import type { SyncMeta } from '../../library';

/** Why a round might be worth a try just now. */
export type Occasion =
  /** A person asked for it. */
  | 'asked'
  /** Somebody is there, or the network is back: a page of ours came to the front, say. */
  | 'here'
  /** The server said that something has changed. */
  | 'news'
  /** An alarm, a write, a start. */
  | 'by-itself';

/** Whoever opens the popup every few seconds has not got news in between. */
const NEWS_AFTER_MS = 20 * SECOND_MS;

/**
 * Whether to run a round. A person always gets what they ask for; a wait is kept that the server
 * asked for, or that grew with each failure. A clock that was set back must not hold anything up.
 */
export function isWorthATry(
  occasion: Occasion,
  { stop, retryAt, syncedAt }: Pick<SyncMeta, 'stop' | 'retryAt' | 'syncedAt'>,
  waiting: number,
  now: UnixMs,
): boolean {
  if (occasion === 'asked') return true;
  const isWaiting = retryAt !== null && now < retryAt && retryAt < now + HORIZON_MS;
  if (stop?.kind === 'server-busy') return !isWaiting;
  if (stop?.kind === 'offline') return occasion !== 'by-itself' || !isWaiting;
  const isFresh =
    stop === null && syncedAt !== null && syncedAt <= now && now < syncedAt + NEWS_AFTER_MS;
  return occasion !== 'here' || waiting > 0 || !isFresh;
}

/** No wait is longer: a server may ask for a day. */
const HORIZON_MS = DAY_MS + MINUTE_MS;
