import type { WxtBrowser } from 'wxt/browser';
import {
  ACCOUNT_STATUS,
  readAccountState,
  readLibraryChoice,
} from '../background/account/account-summary';
import type { Accounts } from '../background/account/accounts';
import { runHousekeeping } from '../background/housekeeping';
import {
  askToPersist,
  type Clock,
  createLibraries,
  type Libraries,
  type LibraryAccess,
} from '../background/library/libraries';
import type { BackgroundSync } from '../background/sync/background-sync';
import { VISIBLE_PAGE_PORT } from '../background/sync/page-visibility';
import { SYNC_ALARM } from '../background/sync/sync-alarm';
import { SYNC_SETTINGS } from '../background/sync/sync-settings';
import { createSyncWatch } from '../background/sync/sync-watch';
import { ok } from '../domain/result';
import type { Library, openLibrary, removeLibrary } from '../library';
import { companionHandlers } from './account/companion';
import { createPageSaver } from './capture/page-saver';
import { createUndoWindow } from './capture/save-page';
import { createCaptureRules } from './capture/site-rules';
import { createTabActions } from './capture/tab-actions';
import type { CapturePage } from './get-articles/capture-in-page';
import type { Request } from './get-articles/fetch-page';
import { createArticlesJob, resumeOnline } from './get-articles/run-job';
import { answerInPages } from './highlights/in-pages';
import {
  applyAnswer,
  createScriptRegistration,
  forgetRemoved,
  HIGHLIGHT_SITES,
} from './highlights/site-access';
import { createTabHighlights } from './highlights/tab-highlights';
import { createImageCollector, createImageJobs } from './images/collect-images';
import type { FetchImages } from './images/fetch-images';
import { hasImageAccess, KEEP_IMAGES } from './images/image-access';
import { createLibraryWorks } from './library-works';
import { closeStorage, recover, scheduleHousekeeping, showWelcomePage } from './lifecycle';
import { serveMessages } from './messages/serve-messages';
import { pageHandlers } from './page-handlers';
import { createSaveToasts } from './save-toast/save-toasts';
import { createBadgeManager } from './toolbar/badge-manager';
import { createMenus, listenToOmnibox, onMenuClick } from './toolbar/menus';
import { createSyncBadge } from './toolbar/sync-badge';
import { BACKUP_SETTINGS } from './transfer/backup-record';
import { BACKUP_ALARM, type Backups } from './transfer/backups';
import type { WorkOnImports } from './transfer/import-offscreen';
import { IMPORT_SOURCE_ALARM, type ImportSourceReader } from './transfer/import-source';

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
  readonly createImportSource: (libraries: Libraries, accounts: Accounts) => ImportSourceReader;
  readonly fetchImages: FetchImages;
  /** Fetches a file of the extension. */
  readonly loadFile: (address: string) => Promise<Response>;
  /** Does all steps of indexing, or those until `signal` is aborted. */
  readonly indexLibrary: (library: Library, signal: AbortSignal) => Promise<void>;
  readonly workOnImports: WorkOnImports;
  readonly capturePage: CapturePage;
  /** Requests a page from its site. */
  readonly request: Request;
  readonly now: Clock;
  /** Adds a listener for the return of the network while this worker runs. */
  readonly onOnline: (listener: () => void) => void;
  /** Resolves when work that nobody waits for may begin. */
  readonly afterWakeUp: Promise<void>;
}

/**
 * Builds the parts of the background. It adds all listeners before it returns, because a worker
 * that is woken for an event loses the event if there is no listener by then.
 */
export function startBackground(dependencies: BackgroundDependencies): RunningBackground {
  closeStorage(dependencies.browser.storage);
  const parts = createParts(dependencies);
  answerMessages(parts);
  listenToStart(parts);
  listenToAlarms(parts);
  listenToStorage(parts);
  listenToPermissions(parts);
  listenToNetwork(parts);
  listenToPerson(parts);
  listenToTabs(parts);
  for (const work of parts.works) void work.begin();
  void resumeWork(parts);
  return { recovered: recover(parts) };
}

/** Continues what the last worker left, after the event that woke this one. */
async function resumeWork({ afterWakeUp, accounts, backups, importSource, openLibrary }: Parts) {
  await afterWakeUp;
  void accounts.resume();
  void backups.begin();
  void importSource.settle().catch(console.error);
  // The network may be back since the background was stopped.
  if (navigator.onLine !== false) void resumeArticles(openLibrary);
}

type Parts = ReturnType<typeof createParts>;

function createParts(dependencies: BackgroundDependencies) {
  const { browser, now, afterWakeUp } = dependencies;
  const ownOrigin = browser.runtime.getURL('/');
  const readName = async () => (await readLibraryChoice(browser.storage.local)).name;
  const libraries = createLibraries({
    ...dependencies,
    readName,
    async removeLibrary(name) {
      if (name === (await readName())) for (const work of Object.values(works)) work.stop();
      await dependencies.removeLibrary(name);
    },
  });
  const openLibrary = libraries.inUse;
  const accounts = dependencies.createAccounts(libraries);
  const sync = dependencies.createSync(libraries, accounts);
  const { tabs, scripting } = browser;
  const badges = createBadgeManager({ browser, openLibrary, ownOrigin });
  const jobs = createImageJobs(browser.storage);
  const images = createImageCollector({
    scripting,
    tabs,
    jobs,
    hasImageAccess: () => hasImageAccess(browser),
    fetchImages: dependencies.fetchImages,
  });
  const rules = createCaptureRules({ openLibrary, storage: browser.storage.local });
  const importSource = dependencies.createImportSource(libraries, accounts);
  const parts = { badges, images, rules, importSource };
  const shared = { ...dependencies, ...parts, openLibrary, readName, ownOrigin };
  const getArticles = createArticlesJob({
    ...shared,
    random: Math.random,
    isOnline: () => navigator.onLine !== false,
  });
  const works = createLibraryWorks({
    ...shared,
    openLibrary: () => afterWakeUp.then(openLibrary),
    getArticles,
  });
  const undo = createUndoWindow(now);
  const saver = createPageSaver({ ...shared, undo, askToPersist });
  const highlights = createTabHighlights(shared);
  const onWritten = () => {
    void highlights.changed();
    return badges.refreshFront();
  };
  const toasts = createSaveToasts({ ...shared, saver, onWritten });
  const syncWatch = createSyncWatch({
    openLibrary,
    sync,
    accountState: () => readAccountState(browser.storage.local),
    onStatus: createSyncBadge({
      showDefault: (state) => void badges.showDefault(state),
      onSynced: () => void highlights.changed(),
    }),
  });
  return {
    ...shared,
    works: [syncWatch, ...Object.values(works)],
    loadingImages: works.loadingImages,
    accounts,
    sync,
    jobs,
    undo,
    askToPersist,
    saver,
    highlights,
    inPages: answerInPages({ ...shared, saver, toasts, onWritten }),
    actions: createTabActions({ ...shared, saver, showSaved: toasts.show }),
    registerScript: createScriptRegistration(browser),
    backups: dependencies.createBackups(openLibrary),
  };
}

function answerMessages(parts: Parts): void {
  const { browser, sync, accounts, backups, inPages, ownOrigin } = parts;
  const { runtime } = browser;
  const handlers = {
    ...pageHandlers(parts),
    ...sync.handlers,
    ...accounts.handlers,
    ...companionHandlers({ runtime, loadFile: parts.loadFile, accounts }),
    async backupNow() {
      await backups.run();
      return ok(null);
    },
  };
  const own = { id: runtime.id, origin: ownOrigin };
  runtime.onMessage.addListener(serveMessages(handlers, own, inPages));
  runtime.onConnect.addListener((port) => {
    const isOwn = port.sender?.url?.startsWith(ownOrigin) === true;
    if (port.name === VISIBLE_PAGE_PORT && isOwn) sync.addPort(port);
  });
}

/** The extension was installed or updated, or the browser has started. */
function listenToStart({ browser, registerScript, sync, importSource }: Parts): void {
  browser.runtime.onInstalled.addListener(({ reason }) => {
    void createMenus(browser.contextMenus);
    void scheduleHousekeeping(browser.alarms);
    // Browsers forget registered scripts in an update.
    void registerScript();
    if (reason === 'install') void showWelcomePage(browser);
    void sync.run('background');
    void importSource.run('background');
  });
  browser.runtime.onStartup.addListener(() => {
    void scheduleHousekeeping(browser.alarms);
    void sync.run('background');
    void importSource.run('background');
  });
}

function listenToAlarms(parts: Parts): void {
  const { browser, openLibrary, now, accounts, importSource, sync, backups } = parts;
  browser.alarms.onAlarm.addListener((alarm) => {
    void runHousekeeping(openLibrary, now, alarm);
    void accounts.resume();
    if (alarm.name === SYNC_ALARM) void sync.run('background');
    if (alarm.name === IMPORT_SOURCE_ALARM) void importSource.run('background');
    if (alarm.name === BACKUP_ALARM) void backups.runIfDue();
  });
}

/** Another account is active, or a page has changed settings. */
function listenToStorage(parts: Parts): void {
  const { browser, works, loadingImages, registerScript, sync, importSource, backups } = parts;
  browser.storage.local.onChanged.addListener((changes) => {
    if (ACCOUNT_STATUS in changes) {
      void Promise.all(works.map((work) => work.begin()));
      void importSource.run('background');
    }
    if (KEEP_IMAGES in changes) void loadingImages.begin();
    if (HIGHLIGHT_SITES in changes) void registerScript();
    if (ACCOUNT_STATUS in changes || SYNC_SETTINGS in changes) void sync.restart();
    if (ACCOUNT_STATUS in changes || BACKUP_SETTINGS in changes) void backups.schedule();
  });
}

function listenToPermissions(parts: Parts): void {
  const { browser, sync, importSource, loadingImages, registerScript, badges } = parts;
  browser.permissions.onAdded.addListener(() => {
    void sync.restart();
    void importSource.run('background');
    void loadingImages.begin();
    void applyAnswer(browser).then(registerScript);
    // The browser may show the addresses of more tabs now.
    void badges.refreshFront();
  });
  browser.permissions.onRemoved.addListener(() => {
    void sync.restart();
    void forgetRemoved(browser).then(registerScript);
  });
}

function listenToNetwork({
  onOnline,
  openLibrary,
  sync,
  loadingImages,
  importSource,
}: Parts): void {
  onOnline(() => {
    void sync.run('foreground');
    void loadingImages.begin();
    void importSource.run('foreground');
    void resumeArticles(openLibrary);
  });
}

async function resumeArticles(openLibrary: LibraryAccess): Promise<void> {
  const library = await openLibrary();
  if (library.ok) await resumeOnline(library.value);
}

/** A person presses a key, chooses from a menu, or types into the address bar. */
function listenToPerson({ browser, openLibrary, actions, highlights }: Parts): void {
  browser.commands.onCommand.addListener((command, tab) => {
    if (command === 'save-page') void actions.savePage(tab, '');
    if (command === 'highlight') void highlights.highlightSelection(tab);
    if (command === 'side-panel' && tab) void browser.sidePanel.open({ windowId: tab.windowId });
  });
  browser.contextMenus.onClicked.addListener((click, tab) =>
    onMenuClick({ ...actions, highlight: highlights.highlightSelection }, click, tab),
  );
  listenToOmnibox(browser.omnibox, openLibrary, {
    savePage: () => void actions.saveFrontPage(),
    search: (words) => void actions.openLibrary(`#/search/${encodeURIComponent(words)}`),
    read: (id) => void actions.openLibrary(`#/read/${encodeURIComponent(id)}`),
  });
}

function listenToTabs({ browser, badges, highlights, saver, inPages }: Parts): void {
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
}
