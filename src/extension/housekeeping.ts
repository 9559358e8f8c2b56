import type { WxtBrowser } from 'wxt/browser';
import { DAY_MS, MINUTE_MS } from '../domain';
import type { Clock } from './clock';
import type { LibraryAccess } from './libraries';

const ALARM = 'expire';

/** Sees that the daily alarm is set: Firefox forgets alarms when it is closed. */
export async function scheduleHousekeeping(
  alarms: Pick<WxtBrowser['alarms'], 'get' | 'create'>,
): Promise<void> {
  if (await alarms.get(ALARM)) return;
  await alarms.create(ALARM, { delayInMinutes: 5, periodInMinutes: DAY_MS / MINUTE_MS });
}

/** Empties what has been in the trash, or replaced, for longer than was promised. */
export async function keepHouse(
  openLibrary: LibraryAccess,
  now: Clock,
  alarm: { name: string },
): Promise<void> {
  if (alarm.name !== ALARM) return;
  const library = await openLibrary();
  // What can't be expired today can be tomorrow.
  if (library.ok) await library.value.storage.expire(now());
}
