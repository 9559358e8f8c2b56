import type { WxtBrowser } from 'wxt/browser';
import { DAY_MS, MINUTE_MS } from '../domain';
import type { ImageCollector, ImageJobs } from './images/collect-images';
import type { Clock, LibraryAccess } from './library/libraries';
import type { BadgeManager } from './toolbar/badge-manager';

interface Dependencies {
  readonly browser: Pick<WxtBrowser, 'tabs' | 'action'>;
  readonly openLibrary: LibraryAccess;
  /** The clock by which captures were begun: the library's. */
  readonly now: Clock;
  readonly jobs: Pick<ImageJobs, 'unended'>;
  readonly images: Pick<ImageCollector, 'closeAbandoned'>;
  readonly badges: Pick<BadgeManager, 'refresh'>;
}

/**
 * Settles what the last worker left when it died: the addresses of captures that never ended are
 * saved, and images that never came get their reason. To be called first thing at the start.
 */
export async function recover(dependencies: Dependencies): Promise<void> {
  const { browser, openLibrary, now, jobs, images, badges } = dependencies;
  // Asked before this worker can begin anything of its own.
  const startedAt = now();
  const abandoned = jobs.unended();
  const library = await openLibrary();
  if (!library.ok) return; // The next start finds the same.
  const rescued = await library.value.pendingCaptures.rescue(startedAt);
  await images.closeAbandoned(library.value, await abandoned);
  if (!rescued.ok || rescued.value.length === 0) return;
  for (const { id } of await browser.tabs.query({})) {
    if (id === undefined) continue;
    if ((await browser.action.getBadgeText({ tabId: id })) === '…') await badges.refresh(id);
  }
}

type Install = {
  readonly tabs: Pick<WxtBrowser['tabs'], 'create'>;
  readonly management: Pick<WxtBrowser['management'], 'getSelf'>;
  readonly runtime: Pick<WxtBrowser['runtime'], 'getURL'>;
  readonly storage: Pick<WxtBrowser['storage'], 'local'>;
};

const WELCOMED = 'welcomed';

/**
 * Shows the welcome page once in a profile: an extension that is loaded from a folder is installed
 * anew at each start. Not where an administrator installed it: nobody asked for it.
 */
export async function showWelcomePage({
  tabs,
  management,
  runtime,
  storage,
}: Install): Promise<void> {
  const { installType } = await management.getSelf();
  const isWelcomed = WELCOMED in (await storage.local.get(WELCOMED));
  if (installType === 'admin' || isWelcomed) return;
  await storage.local.set({ [WELCOMED]: true });
  await tabs.create({ url: runtime.getURL('/welcome.html') });
}

const HOUSEKEEPING_ALARM = 'expire';

/** Sees that the daily alarm is set: Firefox forgets alarms when it is closed. */
export async function scheduleHousekeeping(
  alarms: Pick<WxtBrowser['alarms'], 'get' | 'create'>,
): Promise<void> {
  if (await alarms.get(HOUSEKEEPING_ALARM)) return;
  await alarms.create(HOUSEKEEPING_ALARM, {
    delayInMinutes: 5,
    periodInMinutes: DAY_MS / MINUTE_MS,
  });
}

/** Empties what has been in the trash, or replaced, for longer than was promised. */
export async function runHousekeeping(
  openLibrary: LibraryAccess,
  now: Clock,
  alarm: { name: string },
): Promise<void> {
  if (alarm.name !== HOUSEKEEPING_ALARM) return;
  const library = await openLibrary();
  // What can't be expired today can be tomorrow.
  if (library.ok) await library.value.storage.expire(now());
}
