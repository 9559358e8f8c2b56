import { DAY_MS, MINUTE_MS } from '../domain/time';
import type { Clock, LibraryAccess } from './library/libraries';
import type { Alarms } from './ports';

export const HOUSEKEEPING_ALARM = 'expire';

/** Sets the daily alarm. */
export const createHousekeepingAlarm = (
  alarms: Pick<Alarms, 'create'>,
  delayInMinutes: number,
): Promise<void> =>
  alarms.create(HOUSEKEEPING_ALARM, { delayInMinutes, periodInMinutes: DAY_MS / MINUTE_MS });

/** Deletes bookmarks in the trash and old revisions after their retention time. */
export async function runHousekeeping(
  openLibrary: LibraryAccess,
  now: Clock,
  alarm: string,
): Promise<void> {
  if (alarm !== HOUSEKEEPING_ALARM) return;
  const library = await openLibrary();
  // If the library cannot be opened, the next alarm tries again.
  if (library.ok) await library.value.storage.expire(now());
}
