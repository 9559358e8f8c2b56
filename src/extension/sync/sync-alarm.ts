import type { WxtBrowser } from 'wxt/browser';
import { MINUTE_MS, SECOND_MS, type UnixMs } from '../../domain';
import type { Clock } from '../library/libraries';

/** The alarm that starts a sync. */
export const SYNC_ALARM = 'sync';
const EVERY_MINUTES = 15;
/** After so long without its end a round's worker is taken for dead. */
const DEAD_AFTER_MINUTES = 1;
/** Browsers ring no alarm sooner. */
const SOONEST_ALARM_MS = 30 * SECOND_MS;

/** When the next round begins by itself: one alarm, which outlives the worker. */
export interface SyncAlarm {
  /** A round begins: should this worker be ended in it, another goes on soon. */
  begin(): Promise<void>;
  /** The next begins at `at`, and within 15 minutes in any case. */
  setFor(at: UnixMs | null): Promise<void>;
  /** There is nobody to sync for. */
  clear(): Promise<void>;
}

export function createSyncAlarm(
  alarms: Pick<WxtBrowser['alarms'], 'create' | 'clear'>,
  now: Clock,
  ring: () => void,
): SyncAlarm {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ringIn = (delayInMinutes: number) =>
    alarms.create(SYNC_ALARM, { delayInMinutes, periodInMinutes: EVERY_MINUTES });
  return {
    begin() {
      clearTimeout(timer);
      return ringIn(DEAD_AFTER_MINUTES);
    },
    async setFor(at) {
      clearTimeout(timer);
      const waitMs = Math.max(0, (at ?? Number.POSITIVE_INFINITY) - now());
      // The worker is awake for as long as that; the alarm is for when it is not.
      if (waitMs < SOONEST_ALARM_MS) timer = setTimeout(ring, waitMs);
      const latest = EVERY_MINUTES * MINUTE_MS;
      await ringIn(Math.max(SOONEST_ALARM_MS, Math.min(waitMs, latest)) / MINUTE_MS);
    },
    async clear() {
      clearTimeout(timer);
      await alarms.clear(SYNC_ALARM);
    },
  };
}
