import { MINUTE_MS, SECOND_MS, type UnixMs } from '../../domain/time';
import type { Clock } from '../library/libraries';
import type { Alarms } from '../ports';

/** The alarm that starts a sync. */
export const SYNC_ALARM = 'sync';
const EVERY_MINUTES = 15;
/** A sync that has not ended after this time counts as dead. */
const DEAD_AFTER_MINUTES = 1;
/** Browsers do not fire an alarm earlier. */
const SOONEST_ALARM_MS = 30 * SECOND_MS;

export type SyncAlarm = ReturnType<typeof createSyncAlarm>;

/** Schedules the next sync by one alarm, which outlives the worker. */
export function createSyncAlarm(alarms: Alarms, now: Clock, ring: () => void, name = SYNC_ALARM) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ringIn = (delayInMinutes: number) =>
    alarms.create(name, { delayInMinutes, periodInMinutes: EVERY_MINUTES });
  return {
    /** A sync begins. If this worker is stopped during it, the alarm starts another one soon. */
    begin(): Promise<void> {
      clearTimeout(timer);
      return ringIn(DEAD_AFTER_MINUTES);
    },
    /** Schedules the next sync at `at`, but within 15 minutes in any case. */
    async setFor(at: UnixMs | null): Promise<void> {
      clearTimeout(timer);
      const waitMs = Math.max(0, (at ?? Number.POSITIVE_INFINITY) - now());
      // The timer covers short waits while the worker is alive, the alarm the case that it is not.
      if (waitMs < SOONEST_ALARM_MS) timer = setTimeout(ring, waitMs);
      const latest = EVERY_MINUTES * MINUTE_MS;
      await ringIn(Math.max(SOONEST_ALARM_MS, Math.min(waitMs, latest)) / MINUTE_MS);
    },
    /** Removes the alarm, because there is no account to sync. */
    async clear(): Promise<void> {
      clearTimeout(timer);
      await alarms.clear(name);
    },
  };
}
