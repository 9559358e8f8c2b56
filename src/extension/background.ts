import type { WxtBrowser } from 'wxt/browser';
import type { Bookmark } from '../domain/bookmark';
import type { PageState } from '../domain/page-state';
import { err, ok } from '../domain/result';
import {
  highlightRepository,
  importRepository,
  type Library,
  type openLibrary,
  type removeLibrary,
  type Suggester,
  searchIndexer,
  siteRuleRepository,
  suggester,
} from '../library';
import type { BackgroundHandlers } from '../messages/messages';
import { ACCOUNT_STATUS, readAccountState, readLibraryChoice } from './account/account-summary';
import type { Accounts } from './account/accounts';
import { createPageSaver, type PageSaver } from './capture/page-saver';
import { captureAgain, createUndoWindow, type SaveDependencies } from './capture/save-page';
import { createCaptureRules } from './capture/site-rules';
import { createTabActions } from './capture/tab-actions';
import { findUnanchored } from './highlights/find-unanchored';
import { answerInPages } from './highlights/in-pages';
import { createScriptRegistration } from './highlights/register-script';
import { applyAnswer, forgetRemoved, HIGHLIGHT_SITES } from './highlights/site-access';
import { createTabHighlights, type TabHighlights } from './highlights/tab-highlights';
import {
  createImageCollector,
  createImageJobs,
  type ImageCollector,
} from './images/collect-images';
import type { FetchImages } from './images/fetch-images';
import { hasImageAccess, KEEP_IMAGES } from './images/image-access';
import { loadImportedImages } from './images/load-imported-images';
import {
  askToPersist,
  type Clock,
  createLibraries,
  type Libraries,
  type LibraryAccess,
} from './library/libraries';
import { createLibraryWork } from './library/library-work';
import {
  closeStorage,
  recover,
  runHousekeeping,
  scheduleHousekeeping,
  showWelcomePage,
} from './lifecycle';
import { serveMessages } from './messages/serve-messages';
import { stayAwake } from './stay-awake';
import type { BackgroundSync } from './sync/background-sync';
import { SYNC_ALARM } from './sync/sync-alarm';
import { SYNC_SETTINGS } from './sync/sync-settings';
import { createSyncWatch } from './sync/sync-watch';
import { type BadgeManager, createBadgeManager } from './toolbar/badge-manager';
import { createMenus, listenToOmnibox, onMenuClick } from './toolbar/menus';
import { frontTab, readTab, type TabContent } from './toolbar/tab-page';
import { BACKUP_SETTINGS } from './transfer/backup-record';
import { BACKUP_ALARM, type Backups } from './transfer/backups';
import type { ServerImports } from './transfer/import-from-server';
import type { WorkOnImports } from './transfer/import-offscreen';

export interface RunningBackground {
  /** Resolves when the unfinished work of the last worker is done. */
  readonly recovered: Promise<void>;
}

export interface BackgroundDependencies {
  readonly browser: WxtBrowser;
  readonly openLibrary: typeof openLibrary;
  readonly removeLibrary: typeof removeLibrary;
  readonly createAccounts: (libraries: Libraries) => Accounts;
  readonly createSync: (libraries: Libraries, accounts: Accounts) => BackgroundSync;
  readonly createBackups: (openLibrary: LibraryAccess) => Backups;
  readonly createImports: (libraries: Libraries, accounts: Accounts) => ServerImports;
  readonly fetchImages: FetchImages;
  /** Does all steps of indexing, or those until `signal` is aborted. */
  readonly indexLibrary: (library: Library, signal: AbortSignal) => Promise<void>;
  readonly workOnImports: WorkOnImports;
  readonly now: Clock;
  /** Adds a listener for the return of the network while this worker runs. */
  readonly onOnline: (listener: () => void) => void;
}

/**
 * Builds the parts of the background. It adds all listeners before it returns, because a worker
 * that is woken for an event loses the event if there is no listener by then.
 */
export function startBackground({
  browser,
  ...dependencies
}: BackgroundDependencies): RunningBackground {
  closeStorage(browser.storage);
  const ownOrigin = browser.runtime.getURL('/');
  const readName = async () => (await readLibraryChoice(browser.storage.local)).name;
  const libraries = createLibraries({
    ...dependencies,
    readName,
    async removeLibrary(name) {
      for (const work of works) work.stop();
      await dependencies.removeLibrary(name);
    },
  });
  const openLibrary = libraries.inUse;
  const awake = () => stayAwake(browser.runtime);
  const indexing = createLibraryWork({
    openLibrary,
    watch: (library, listener) => library.part(searchIndexer).watchWork(listener),
    run: dependencies.indexLibrary,
    stayAwake: awake,
  });
  const finding = createLibraryWork({
    openLibrary,
    watch: (library, listener) => library.part(highlightRepository).watchUnanchored(listener),
    run: findUnanchored,
    stayAwake: awake,
  });
  const importing = createLibraryWork({
    openLibrary,
    watch: (library, listener) => library.part(importRepository).watchWork(listener),
    async run(library, signal) {
      if ((await library.part(importRepository).next()) === null) return;
      await dependencies.workOnImports(await readName(), signal);
      await badges.refreshFront();
    },
    stayAwake: awake,
  });
  const accounts = dependencies.createAccounts(libraries);
  const sync = dependencies.createSync(libraries, accounts);
  const backups = dependencies.createBackups(openLibrary);
  const imports = dependencies.createImports(libraries, accounts);
  const badges = createBadgeManager({ ...browser, openLibrary, ownOrigin });
  const jobs = createImageJobs(browser.storage);
  const images = createImageCollector({
    scripting: browser.scripting,
    tabs: browser.tabs,
    jobs,
    hasImageAccess: () => hasImageAccess(browser),
    fetchImages: dependencies.fetchImages,
  });
  const loadingImages = createLibraryWork({
    openLibrary,
    watch: (library, listener) => library.part(importRepository).watchImages(listener),
    run: (library, signal) =>
      loadImportedImages(
        {
          images,
          hasImageAccess: () => hasImageAccess(browser),
          isOnline: () => navigator.onLine !== false,
        },
        library,
        signal,
      ),
    stayAwake: awake,
  });
  const rules = createCaptureRules({ openLibrary, storage: browser.storage.local });
  const recordingRules = createLibraryWork({
    openLibrary,
    watch: (library, listener) => library.part(siteRuleRepository).watchSites(listener),
    run: async (library) => rules.record(await library.part(siteRuleRepository).sites()),
    stayAwake: awake,
  });
  const works = [indexing, finding, importing, loadingImages, recordingRules];
  const undo = createUndoWindow(dependencies.now);
  const parts = {
    browser,
    openLibrary,
    badges,
    images,
    rules,
    undo,
    ownOrigin,
    askToPersist,
  };
  const saver = createPageSaver(parts);
  const actions = createTabActions({ ...parts, saver });
  const highlights = createTabHighlights(parts);
  const registration = createScriptRegistration(browser);
  const onWritten = () => {
    void highlights.changed();
    return badges.refreshFront();
  };
  const inPages = answerInPages({ ...parts, saver, onWritten, now: dependencies.now });

  const syncWatch = createSyncWatch({
    openLibrary,
    sync,
    accountState: () => readAccountState(browser.storage.local),
    showDefault: (state) => void badges.showDefault(state),
    onSynced: () => void highlights.changed(),
  });

  const handlers = {
    ...pageHandlers({ ...parts, saver, highlights }),
    ...sync.handlers,
    ...accounts.handlers,
    ...imports.handlers,
    async backupNow() {
      await backups.run();
      return ok(null);
    },
  };
  const own = { id: browser.runtime.id, origin: ownOrigin };
  browser.runtime.onMessage.addListener(serveMessages(handlers, own, inPages));
  browser.runtime.onInstalled.addListener(({ reason }) => {
    void createMenus(browser.contextMenus);
    void scheduleHousekeeping(browser.alarms);
    // Browsers forget registered scripts in an update.
    void registration.update();
    if (reason === 'install') void showWelcomePage(browser);
    void sync.run('background');
  });
  browser.runtime.onStartup.addListener(() => {
    void scheduleHousekeeping(browser.alarms);
    void imports.forgetPreview();
    void sync.run('background');
  });
  browser.alarms.onAlarm.addListener((alarm) => {
    void runHousekeeping(openLibrary, dependencies.now, alarm);
    void accounts.resume();
    void imports.resume();
    if (alarm.name === SYNC_ALARM) void sync.run('background');
    if (alarm.name === BACKUP_ALARM) void backups.runIfDue();
  });
  browser.storage.local.onChanged.addListener((changes) => {
    if (ACCOUNT_STATUS in changes) {
      void Promise.all([syncWatch, ...works].map((work) => work.begin()));
    }
    if (KEEP_IMAGES in changes) void loadingImages.begin();
    if (HIGHLIGHT_SITES in changes) void registration.update();
    if (ACCOUNT_STATUS in changes || SYNC_SETTINGS in changes) void sync.restart();
    if (ACCOUNT_STATUS in changes || BACKUP_SETTINGS in changes) void backups.schedule();
  });
  browser.runtime.onConnect.addListener(sync.addPort);
  browser.permissions.onAdded.addListener(() => {
    void sync.restart();
    void loadingImages.begin();
    void applyAnswer(browser).then(registration.update);
    // The browser may show the addresses of more tabs now.
    void badges.refreshFront();
  });
  browser.permissions.onRemoved.addListener(() => {
    void sync.restart();
    void forgetRemoved(browser).then(registration.update);
  });
  dependencies.onOnline(() => {
    void sync.run('foreground');
    void loadingImages.begin();
    void imports.resume(true);
  });
  browser.commands.onCommand.addListener((command, tab) => {
    if (command === 'save-page') void actions.savePage(tab, '');
    if (command === 'highlight') void highlights.highlightSelection(tab);
    if (command === 'side-panel' && tab) void browser.sidePanel.open({ windowId: tab.windowId });
  });
  browser.contextMenus.onClicked.addListener((click, tab) =>
    onMenuClick({ ...actions, highlight: highlights.highlightSelection }, click, tab),
  );
  listenToOmnibox(browser.omnibox, {
    savePage: () => void actions.saveFrontPage(),
    search: (words) => void actions.openLibrary(`#/search/${encodeURIComponent(words)}`),
    read: (id) => void actions.openLibrary(`#/read/${encodeURIComponent(id)}`),
    suggest: createSuggestions(openLibrary),
  });
  browser.tabs.onActivated.addListener(({ tabId }) => void badges.tabChanged(tabId));
  browser.tabs.onUpdated.addListener((tabId, { url, status }, tab) => {
    const isToldOf = url !== undefined || (status === 'complete' && tab.url !== undefined);
    if (isToldOf) void badges.tabChanged(tabId);
    if (url !== undefined) void highlights.moved(tabId);
  });
  browser.tabs.onRemoved.addListener((tabId) => {
    saver.tabClosed(tabId);
    inPages.tabClosed(tabId);
  });

  void accounts.resume();
  for (const work of [syncWatch, ...works]) void work.begin();
  void backups.begin();
  void imports.resume();
  return { recovered: recover({ ...parts, jobs, now: dependencies.now }) };
}

interface Dependencies extends SaveDependencies {
  readonly browser: Pick<WxtBrowser, 'scripting' | 'tabs'>;
  readonly images: Pick<ImageCollector, 'collect' | 'fetchMissing'>;
  readonly saver: PageSaver;
  readonly badges: Pick<BadgeManager, 'refreshFront'>;
  readonly ownOrigin: string;
  readonly highlights: Pick<TabHighlights, 'show' | 'showOne' | 'openList' | 'changed'>;
}

/** The handlers of the messages about saving and the library. */
function pageHandlers(dependencies: Dependencies) {
  const { browser, openLibrary, images, saver, badges, ownOrigin, highlights } = dependencies;
  const front = async () => readTab(await frontTab(browser.tabs), ownOrigin);
  return {
    async describePage({ save }) {
      const content = await front();
      if (content.kind !== 'page') return ok(stateWithoutPage(content));
      const { page } = content;
      const state = await (save ? saver.save(page, '') : saver.describe(page));
      const count = await countHighlights(openLibrary, state);
      if (count === 0) return ok(state);
      void highlights.show(page.tabId);
      return ok({ ...state, highlights: count });
    },

    async saveAddress() {
      const content = await front();
      if (content.kind !== 'page') return ok(stateWithoutPage(content));
      return ok(await saver.saveAddress(content.page));
    },

    async saveTab({ tabId }) {
      const content = readTab(await browser.tabs.get(tabId).catch(() => undefined), ownOrigin);
      if (content.kind !== 'page') return ok(stateWithoutPage(content));
      return ok(await saver.save(content.page, null));
    },

    captureAgain: async ({ id }) => captureAgain(dependencies, id, await front()),

    async fetchImages({ id }) {
      const library = await openLibrary();
      return library.ok
        ? images.fetchMissing(library.value, id)
        : err({ kind: 'failed', detail: library.error.kind });
    },

    async listHighlights() {
      const content = await front();
      if (content.kind === 'page') await highlights.openList(content.page.tabId);
      return ok(null);
    },

    async showHighlight({ id }) {
      const content = await front();
      if (content.kind === 'page') await highlights.showOne(content.page.tabId, id);
      return ok(null);
    },

    async libraryChanged() {
      await Promise.all([badges.refreshFront(), highlights.changed()]);
      return ok(null);
    },
  } satisfies Partial<BackgroundHandlers>;
}

/** Number of bookmarks that the address bar suggests. */
const MAX_SUGGESTIONS = 5;

/** Returns a function that suggests bookmarks. Each call stops the last one. */
function createSuggestions(openLibrary: LibraryAccess) {
  let running = new AbortController();
  /** It has the parts of the index in memory that were read. */
  let known: { readonly library: Library; readonly suggester: Suggester } | null = null;
  return async (words: string): Promise<readonly Bookmark[]> => {
    running.abort();
    running = new AbortController();
    const { signal } = running;
    try {
      const library = await openLibrary();
      if (!library.ok) return [];
      if (known?.library !== library.value) {
        known = { library: library.value, suggester: library.value.part(suggester) };
      }
      return await known.suggester.suggest(words, MAX_SUGGESTIONS, signal);
    } catch (error) {
      if (signal.aborted) return [];
      throw error;
    }
  };
}

async function countHighlights(openLibrary: LibraryAccess, state: PageState): Promise<number> {
  if (state.kind !== 'saved') return 0;
  const library = await openLibrary();
  return library.ok ? library.value.part(highlightRepository).count(state.bookmarkId) : 0;
}

/** Chromium hides the addresses of its own pages from extensions. */
const stateWithoutPage = ({ kind }: Exclude<TabContent, { kind: 'page' }>): PageState => ({
  kind: kind === 'unknown' ? 'withheld' : 'nothing',
});
