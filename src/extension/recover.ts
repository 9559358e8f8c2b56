import type { WxtBrowser } from 'wxt/browser';
import type { BadgeKeeper } from './badge-keeper';
import type { Clock } from './clock';
import type { ImageCollector } from './collect-images';
import type { ImageJobs } from './image-jobs';
import type { LibraryAccess } from './libraries';

interface Dependencies {
  readonly browser: Pick<WxtBrowser, 'tabs' | 'action'>;
  readonly openLibrary: LibraryAccess;
  /** The clock by which captures were begun: the library's. */
  readonly now: Clock;
  readonly jobs: Pick<ImageJobs, 'unended'>;
  readonly images: Pick<ImageCollector, 'closeAbandoned'>;
  readonly badges: Pick<BadgeKeeper, 'refresh'>;
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
