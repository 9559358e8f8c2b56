import type { WxtBrowser } from 'wxt/browser';
import { ACCOUNT_STATUS, readLibraryChoice } from '../background/account/account-summary';
import { type Parts as CommonParts, createParts, startBackground } from '../background/background';
import { askToPersist, type LibraryAccess } from '../background/library/libraries';
import type { Ports } from '../background/ports';
import { readSettings } from '../background/settings/settings';
import { VISIBLE_PAGE_PORT } from '../background/sync/page-visibility';
import { ok } from '../domain/result';
import { importRepository, siteRuleRepository, wantedPages } from '../library';
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
import { createImageCollector, createImageJobs, loadImportedImages } from './images/collect-images';
import type { FetchImages } from './images/fetch-images';
import { hasImageAccess, KEEP_IMAGES } from './images/image-access';
import { closeStorage, recover, scheduleHousekeeping, showWelcomePage } from './lifecycle';
import { serveMessages } from './messages/serve-messages';
import { pageHandlers } from './page-handlers';
import { createSaveToasts } from './save-toast/save-toasts';
import { createSyncBadge } from './toolbar/badge';
import { createBadgeManager } from './toolbar/badge-manager';
import { createMenus, listenToOmnibox, onMenuClick } from './toolbar/menus';
import { BACKUP_SETTINGS } from './transfer/backup-record';
import type { BackupWriter } from './transfer/backup-writer';
import { BACKUP_ALARM, type Backups, createBackups } from './transfer/backups';
import {
  createImportSource,
  IMPORT_SOURCE_ALARM,
  type ImportSourceReader,
} from './transfer/import-source';

/** The ports of the extension's background. */
export interface ExtensionPorts extends Ports {
  readonly browser: WxtBrowser;
  /** Fetches a file of the extension. */
  readonly loadFile: (address: string) => Promise<Response>;
  readonly fetchImages: FetchImages;
  readonly capturePage: CapturePage;
  /** Requests a page from its site. */
  readonly request: Request;
  readonly writer: BackupWriter;
  /** Returns the address of a small file. */
  readonly emptyFile: () => string;
}

/** The parts that do nothing until they are called. */
export interface ExtensionParts extends CommonParts {
  readonly backups: Backups;
  readonly importSource: ImportSourceReader;
}

/** Creates the parts of the extension's background. */
function createExtensionParts(ports: ExtensionPorts): ExtensionParts {
  const parts = createParts(ports);
  const { local } = ports;
  return {
    ...parts,
    backups: createBackups({
      ...ports,
      readName: async () => (await readLibraryChoice(local)).name,
      openLibrary: parts.libraries.inUse,
      readSettings: async () => ({ ...(await readSettings(local)) }),
    }),
    importSource: createImportSource({ ...ports, ...parts, isAllowed: ports.access.isAllowed }),
  };
}

export interface RunningBackground {
  /** Resolves when the unfinished work of the last worker is done. */
  readonly recovered: Promise<void>;
}

/**
 * Starts the background of the extension. It adds all listeners before it returns, because a worker
 * that is woken for an event loses the event if there is no listener by then.
 */
export function startExtension(
  ports: ExtensionPorts,
  made: ExtensionParts = createExtensionParts(ports),
): RunningBackground {
  closeStorage(ports.browser.storage);
  const own = createOwnParts(ports, made);
  const { badges, highlights, importSource, onWritten } = own;
  const onSyncStatus = createSyncBadge({
    showDefault: (state) => void badges.showDefault(state),
    onSynced: () => void highlights.changed(),
  });
  const common = startBackground({ ...ports, importSource, onSyncStatus, onWritten }, made);
  const parts = { ...own, loadingImages: addWorks(common, own) };
  answerMessages(common.handlers, parts);
  listenToStart(parts);
  listenToAlarms(parts);
  listenToStorage(parts);
  listenToPermissions(parts);
  listenToNetwork(parts);
  listenToPerson(parts);
  listenToTabs(parts);
  void common.begin();
  void resumeWork(common, parts);
  return { recovered: recover(parts) };
}

type Common = ReturnType<typeof startBackground>;

/** Continues what the last worker left, after the event that woke this one. */
async function resumeWork(
  { resume }: Common,
  { afterWakeUp, backups, importSource, openLibrary }: Parts,
) {
  await afterWakeUp;
  void resume();
  void backups.begin();
  void importSource.settle().catch(console.error);
  // The network may be back since the background was stopped.
  if (isOnline()) void resumeArticles(openLibrary);
}

const isOnline = () => navigator.onLine !== false;

type OwnParts = ReturnType<typeof createOwnParts>;

interface Parts extends OwnParts {
  readonly loadingImages: ReturnType<typeof addWorks>;
}

function createOwnParts(ports: ExtensionPorts, made: ExtensionParts) {
  const { browser, now } = ports;
  const ownOrigin = browser.runtime.getURL('/');
  const openLibrary = made.libraries.inUse;
  const { tabs, scripting } = browser;
  const badges = createBadgeManager({ browser, openLibrary, ownOrigin });
  const jobs = createImageJobs(browser.storage);
  const images = createImageCollector({
    scripting,
    tabs,
    jobs,
    hasImageAccess: () => hasImageAccess(browser),
    fetchImages: ports.fetchImages,
  });
  const rules = createCaptureRules({ openLibrary, storage: browser.storage.local });
  const undo = createUndoWindow(now);
  const shared = { ...ports, ...made, badges, images, rules, undo, openLibrary, ownOrigin };
  const saver = createPageSaver({ ...shared, askToPersist });
  const highlights = createTabHighlights(shared);
  const onWritten = async () => {
    await Promise.all([badges.refreshFront(), highlights.changed()]);
  };
  const toasts = createSaveToasts({ ...shared, saver, onWritten });
  return {
    ...shared,
    jobs,
    askToPersist,
    saver,
    highlights,
    onWritten,
    inPages: answerInPages({ ...shared, saver, toasts, onWritten }),
    actions: createTabActions({ ...shared, saver, showSaved: toasts.show }),
    registerScript: createScriptRegistration(browser),
  };
}

/** Adds the work that only the extension does. Returns that of loading images. */
function addWorks({ addWork }: Common, parts: OwnParts) {
  const { browser, rules } = parts;
  addWork(
    (library, listener) => library.part(wantedPages).watchWork(listener),
    createArticlesJob({ ...parts, isOnline }),
  );
  addWork(
    (library, listener) => library.part(siteRuleRepository).watchSites(listener),
    async (library) => rules.record(await library.part(siteRuleRepository).sites()),
  );
  const imageParts = { ...parts, isOnline, hasImageAccess: () => hasImageAccess(browser) };
  return addWork(
    (library, listener) => library.part(importRepository).watchImages(listener),
    (library, signal) => loadImportedImages(imageParts, library, signal),
  );
}

function answerMessages(common: Common['handlers'], parts: Parts): void {
  const { browser, sync, accounts, backups, inPages, ownOrigin } = parts;
  const { runtime } = browser;
  const handlers = {
    ...common,
    ...pageHandlers(parts),
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
  const { browser, importSource, backups } = parts;
  browser.alarms.onAlarm.addListener((alarm) => {
    if (alarm.name === IMPORT_SOURCE_ALARM) void importSource.run('background');
    if (alarm.name === BACKUP_ALARM) void backups.runIfDue();
  });
}

/** Another account is active, or a page has changed settings. */
function listenToStorage(parts: Parts): void {
  const { browser, loadingImages, registerScript, importSource, backups } = parts;
  browser.storage.local.onChanged.addListener((changes) => {
    if (ACCOUNT_STATUS in changes) void importSource.run('background');
    if (KEEP_IMAGES in changes) void loadingImages.begin();
    if (HIGHLIGHT_SITES in changes) void registerScript();
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

function listenToNetwork({ network, openLibrary, loadingImages, importSource }: Parts): void {
  network.onOnline(() => {
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
