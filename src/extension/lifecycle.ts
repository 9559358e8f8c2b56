import type { WxtBrowser } from 'wxt/browser';
import { createHousekeepingAlarm, HOUSEKEEPING_ALARM } from '../background/housekeeping';
import type { Clock, LibraryAccess } from '../background/library/libraries';
import type { ImageCollector, ImageJobs } from './images/collect-images';
import type { BadgeManager } from './toolbar/badge-manager';

interface Dependencies {
  readonly browser: Pick<WxtBrowser, 'tabs' | 'action'>;
  readonly openLibrary: LibraryAccess;
  /** The library's clock, which also stamps captures. */
  readonly now: Clock;
  readonly jobs: Pick<ImageJobs, 'unended'>;
  readonly images: Pick<ImageCollector, 'closeAbandoned'>;
  readonly badges: Pick<BadgeManager, 'refresh'>;
  /** Resolves when work that nobody waits for may begin. */
  readonly afterWakeUp: Promise<void>;
}

/**
 * Finishes the work of a worker that died: saves the addresses of captures that did not end, and
 * gives a reason to images that did not arrive. It must be called first at the start.
 */
export async function recover(dependencies: Dependencies): Promise<void> {
  const { browser, openLibrary, now, jobs, images, badges, afterWakeUp } = dependencies;
  const startedAt = now();
  // Read before this worker can start a job of its own.
  const abandoned = await jobs.unended();
  // This worker may start another job for the same article.
  if (abandoned.length === 0) await afterWakeUp;
  const library = await openLibrary();
  if (!library.ok) return; // The next start tries again.
  const rescued = await library.value.pendingCaptures.rescue(startedAt);
  await images.closeAbandoned(library.value, abandoned);
  if (!rescued.ok || rescued.value.length === 0) return;
  for (const { id } of await browser.tabs.query({})) {
    if (id === undefined) continue;
    if ((await browser.action.getBadgeText({ tabId: id })) === '…') await badges.refresh(id);
  }
}

/**
 * Keeps content scripts out of the storage, of which they need nothing. It has to be said at each
 * start. Firefox does not have it, so secrets are in no storage area.
 */
export function closeStorage({ local, session }: Pick<WxtBrowser['storage'], 'local' | 'session'>) {
  for (const area of [local, session] as Partial<Closable>[]) {
    void area.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' });
  }
}

type Closable = Pick<WxtBrowser['storage']['local'], 'setAccessLevel'>;

type Install = {
  readonly tabs: Pick<WxtBrowser['tabs'], 'create'>;
  readonly management: Pick<WxtBrowser['management'], 'getSelf'>;
  readonly runtime: Pick<WxtBrowser['runtime'], 'getURL'>;
  readonly storage: Pick<WxtBrowser['storage'], 'local'>;
};

const WELCOMED = 'welcomed';

/**
 * Shows the welcome page once per browser profile, because an extension that is loaded from a
 * folder is installed again at each start. It does not show it if an administrator installed the
 * extension.
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

/** Sets the daily alarm if it is missing, because Firefox forgets alarms when it is closed. */
export async function scheduleHousekeeping(
  alarms: Pick<WxtBrowser['alarms'], 'get' | 'create'>,
): Promise<void> {
  if (!(await alarms.get(HOUSEKEEPING_ALARM))) await createHousekeepingAlarm(alarms, 5);
}
