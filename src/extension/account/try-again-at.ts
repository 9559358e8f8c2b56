import { HOUR_MS, SECOND_MS } from '../../domain';

const SHORTEST_MS = 30 * SECOND_MS;

/**
 * When something is tried again that was begun at `since` and has just failed: after as long as it
 * has taken so far, half a minute at least and an hour at most. All in Unix ms.
 */
export const tryAgainAt = (since: number, now: number): number =>
  now + Math.min(Math.max(now - since, SHORTEST_MS), HOUR_MS);
