import { type Signal, signal } from '@preact/signals';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/preact';
import { afterEach, vi } from 'vitest';
import { ok } from '../../../src/domain/result';
import type { Settings } from '../../../src/domain/settings';

import { createSnapshotStore } from '../../../src/ui/bookmarks/snapshot';
import { type Schedule, schedule } from '../../../src/ui/components/timers';
import { LibraryPage } from '../../../src/ui/library-page/library-page';
import {
  createLibraryPage,
  type ExtensionParts,
  type LibraryPageModel,
} from '../../../src/ui/library-page/library-page-model';
// The page loads it later, perhaps after the end of a test.
import '../../../src/ui/search/search-box';
import type { MirrorStorage } from '../../../src/ui/mirror';
import type { Exporter } from '../../../src/ui/transfer/export-store';
import type { Importer } from '../../../src/ui/transfer/import-store';
import { type LibraryOfTests, testLibrary } from '../../library/library';
import { fillBrowserGaps } from '../../support/browser-gaps';
import { fakeStore } from '../account/fake-store';
import { memoryStorage, saveArticles } from '../popup/open-popup';
import { memorySettings, readerDeps } from '../reader/open-article';
import { fakeTabs } from '../save-tabs/fake-tabs';
import { fakeBackups } from '../settings/fake-backups';
import { fakeSync } from '../sync/fake-sync';
import { heldImporter } from '../transfer/held-importer';

let open: LibraryPageModel | null = null;

afterEach(() => {
  open?.dispose();
  cleanup();
  window.location.hash = '';
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

interface OpenMore {
  readonly exporter?: Exporter;
  readonly importer?: Importer;
  readonly launchedFiles?: Signal<readonly File[]>;
  /** The titles of the unread pages, the first as the newest. */
  readonly unread?: readonly string[];
  /** Called before the page is opened. */
  readonly before?: (library: LibraryOfTests) => Promise<void>;
  /** The labels of the archived page. */
  readonly labels?: readonly string[];
  readonly storage?: MirrorStorage;
  readonly settings?: Settings;
  /** Default: signed in, with two changes that wait. */
  readonly sync?: ReturnType<typeof fakeSync>;
  /** Default: that of an extension. */
  readonly isWebApp?: boolean;
  /** Default: no other page does any work. */
  readonly alone?: (name: string, work: () => Promise<void>) => Promise<void>;
  /** Default: real timers. */
  readonly later?: Schedule;
}

/** The parts that only the extension has. */
const EXTENSION: Omit<ExtensionParts, 'background'> = {
  imageAccess: async () => ({
    isAllowed: signal(false),
    request: async () => false,
    revoke: async () => {},
  }),
  siteAccess: async () => ({
    isAllowed: signal(false),
    request: async () => true,
    revoke: async () => {},
  }),
  openTabs: async () => fakeTabs([]),
  backups: async () => fakeBackups().store,
  servers: { accounts: async () => fakeStore(), openSource: async () => null },
};

/** Opens the library page over its own library: unread pages with a label, and an archived one. */
export async function openLibraryPage(hash: string, more: OpenMore = {}) {
  const { setMedia } = fillBrowserGaps();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  const { library } = await testLibrary();
  await saveArticles(library, more.unread ?? ['First', 'Second'], { labels: ['science'] });
  await saveArticles(library, ['Third'], { isArchived: true, labels: more.labels ?? [] });
  await more.before?.(library);
  window.location.hash = hash;
  const { background } = await readerDeps();
  const model = createLibraryPage({
    painted: Promise.resolve(),
    opened: Promise.resolve(ok(library)),
    isPrivateWindow: false,
    background,
    account: null,
    draftStorage: more.storage ?? memoryStorage(),
    snapshots: createSnapshotStore(more.storage ?? memoryStorage(), null),
    settings: async () => memorySettings(more.settings),
    sync: async () => more.sync ?? fakeSync({ waiting: 2 }),
    ...(more.isWebApp ? {} : { extension: { ...EXTENSION, background } }),
    importer: async () => more.importer ?? heldImporter().importer,
    ...(more.launchedFiles && { launchedFiles: more.launchedFiles }),
    exporter: async () => ({
      write: async () => null,
      check: async () => null,
      ...more.exporter,
    }),
    later: more.later ?? schedule,
    window,
    alone: more.alone ?? ((_, work) => work()),
  });
  open = model;
  return { ...render(<LibraryPage model={model} />), library, model, setMedia };
}

/** Opens a tool by its card, to which the sidebar leads. */
export async function openTool(name: string): Promise<void> {
  const nav = await screen.findByRole('navigation', { name: 'Tools' });
  fireEvent.click(within(nav).getByRole('link', { name: 'Tools' }));
  const cards = within(screen.getByRole('main'));
  fireEvent.click(await cards.findByRole('link', { name: new RegExp(`^${name}`) }));
}
