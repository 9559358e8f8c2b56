import type { WxtBrowser } from 'wxt/browser';
import type { openLibrary, removeLibrary } from '../library';
import type { Accounts } from './account/accounts';
import { ACCOUNT_STATUS } from './account/storage-keys';
import { readAccountState } from './account-state';
import { askToPersist } from './ask-to-persist';
import { createBadgeKeeper } from './badge-keeper';
import type { Clock } from './clock';
import { createImageCollector } from './collect-images';
import type { FetchImages } from './fetch-images';
import { keepHouse, scheduleHousekeeping } from './housekeeping';
import { ALL_SITES } from './image-access';
import { createImageJobs } from './image-jobs';
import { welcome } from './install';
import { createLibraries, type Libraries } from './libraries';
import { readLibraryChoice } from './library-choice';
import { createMenus, onMenuClick } from './menus';
import { messageHandlers } from './message-handlers';
import { listenToOmnibox } from './omnibox';
import { createPageSaver } from './page-saver';
import { recover } from './recover';
import { serveMessages } from './serve-messages';
import type { BackgroundSync } from './sync/background-sync';
import { SYNC_ALARM, SYNC_SETTINGS } from './sync/names';
import { createSyncWatch } from './sync/sync-watch';
import { createTabActions } from './tab-actions';
import { createUndoTime } from './undo-time';

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
  readonly fetchImages: FetchImages;
  readonly now: Clock;
  /** Adds a listener for the return of the network while this worker is awake. */
  readonly onOnline: (listener: () => void) => void;
}

/**
 * Builds the parts of the background and adds all listeners before it returns: a worker that was
 * woken for an event loses it when there is no listener by then.
 */
export function startBackground({ browser, ...given }: BackgroundDependencies): RunningBackground {
  const ownOrigin = browser.runtime.getURL('/');
  const readName = async () => (await readLibraryChoice(browser.storage.local)).name;
  const libraries = createLibraries({ ...given, readName });
  const openLibrary = libraries.inUse;
  const accounts = given.createAccounts(libraries);
  const sync = given.createSync(libraries, accounts);
  const badges = createBadgeKeeper({ ...browser, openLibrary, ownOrigin });
  const jobs = createImageJobs(browser.storage);
  const images = createImageCollector({
    scripting: browser.scripting,
    tabs: browser.tabs,
    jobs,
    hasImageAccess: () => browser.permissions.contains(ALL_SITES),
    fetchImages: given.fetchImages,
  });
  const undo = createUndoTime(given.now);
  const parts = { browser, openLibrary, badges, images, undo, ownOrigin, askToPersist };
  const saver = createPageSaver(parts);
  const actions = createTabActions({ ...parts, saver });

  const syncWatch = createSyncWatch({
    openLibrary,
    sync,
    accountState: () => readAccountState(browser.storage.local),
    showRest: (state) => void badges.showRest(state),
  });

  const handlers = messageHandlers({ ...parts, saver, sync });
  const own = { id: browser.runtime.id, origin: ownOrigin };
  const answerOthers = (name: string, request: unknown) =>
    sync.answer(name, request) ?? accounts.answer(name, request);
  browser.runtime.onMessage.addListener(serveMessages(handlers, own, answerOthers));
  browser.runtime.onInstalled.addListener(({ reason }) => {
    void createMenus(browser.contextMenus);
    void scheduleHousekeeping(browser.alarms);
    if (reason === 'install') void welcome(browser);
    void sync.run('by-itself');
  });
  browser.runtime.onStartup.addListener(() => {
    void scheduleHousekeeping(browser.alarms);
    void sync.run('by-itself');
  });
  browser.alarms.onAlarm.addListener((alarm) => {
    void keepHouse(openLibrary, given.now, alarm);
    void accounts.resume();
    if (alarm.name === SYNC_ALARM) void sync.run('by-itself');
  });
  browser.storage.local.onChanged.addListener((changes) => {
    if (ACCOUNT_STATUS in changes) void syncWatch.begin();
    if (ACCOUNT_STATUS in changes || SYNC_SETTINGS in changes) void sync.startAnew();
  });
  browser.runtime.onConnect.addListener(sync.attend);
  browser.permissions.onAdded.addListener(() => void sync.startAnew());
  browser.permissions.onRemoved.addListener(() => void sync.startAnew());
  given.onOnline(() => void sync.run('here'));
  browser.commands.onCommand.addListener((command, tab) => {
    if (command === 'save-page') void actions.savePage(tab, '');
  });
  browser.contextMenus.onClicked.addListener((click, tab) => onMenuClick(actions, click, tab));
  listenToOmnibox(browser.omnibox, {
    savePage: () => void actions.saveFrontPage(),
    openLibrary: () => void actions.openLibrary(),
  });
  browser.tabs.onActivated.addListener(({ tabId }) => void badges.tabMoved(tabId));
  browser.tabs.onUpdated.addListener((tabId, { url, status }, tab) => {
    const isToldOf = url !== undefined || (status === 'complete' && tab.url !== undefined);
    if (isToldOf) void badges.tabMoved(tabId);
  });
  browser.tabs.onRemoved.addListener((tabId) => saver.tabClosed(tabId));

  void accounts.resume();
  void syncWatch.begin();
  return { recovered: recover({ ...parts, jobs, now: given.now }) };
}
