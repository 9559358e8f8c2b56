import type { WxtBrowser } from 'wxt/browser';
import type { removeLibrary, SavingLibrary } from '../library';
import { ACCOUNT_STATUS } from './account/storage-keys';
import { readAccountState } from './account-state';
import { askToPersist } from './ask-to-persist';
import { createBadgeKeeper } from './badge-keeper';
import type { Clock } from './clock';
import { createImageCollector } from './collect-images';
import type { LoadDoctor } from './doctor-script';
import type { FetchImages } from './fetch-images';
import { keepHouse, scheduleHousekeeping } from './housekeeping';
import { ALL_SITES } from './image-access';
import { createImageJobs } from './image-jobs';
import { welcome } from './install';
import { createLibraries, type OpenLibrary } from './libraries';
import { readLibraryChoice } from './library-choice';
import { createMenus, onMenuClick } from './menus';
import { messageHandlers } from './message-handlers';
import { listenToOmnibox } from './omnibox';
import { createPageSaver } from './page-saver';
import { recover } from './recover';
import { serveMessages } from './serve-messages';
import { createService } from './service';
import type { ServiceScript } from './service-script';
import { SYNC_ALARM, SYNC_SETTINGS } from './sync/names';
import { createSyncWatch } from './sync/sync-watch';
import { createTabActions } from './tab-actions';
import { createUndoTime } from './undo-time';

export interface RunningBackground {
  /** Resolves once what the last worker left is settled. */
  readonly recovered: Promise<void>;
}

export interface BackgroundDependencies {
  readonly browser: WxtBrowser;
  readonly openLibrary: OpenLibrary<SavingLibrary>;
  readonly removeLibrary: typeof removeLibrary;
  readonly loadService: () => Promise<ServiceScript>;
  readonly loadDoctor: LoadDoctor;
  readonly fetchImages: FetchImages;
  readonly now: Clock;
  /** Calls back when the browser has a network again, while this worker is awake. */
  readonly onOnline: (listener: () => void) => void;
}

/**
 * The background: builds its parts and listens. All listeners are there when this returns: a
 * worker that was woken for an event loses it when nobody listens by then.
 */
export function startBackground({ browser, ...given }: BackgroundDependencies): RunningBackground {
  const ownOrigin = browser.runtime.getURL('/');
  const readName = async () => (await readLibraryChoice(browser.storage.local)).name;
  const libraries = createLibraries({ ...given, readName });
  const openLibrary = libraries.inUse;
  const service = createService({ ...given, browser, libraries });
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
    service,
    accountState: () => readAccountState(browser.storage.local),
    showRest: (state) => void badges.showRest(state),
  });

  const handlers = messageHandlers({ ...parts, saver, service });
  const own = { id: browser.runtime.id, origin: ownOrigin };
  browser.runtime.onMessage.addListener(serveMessages(handlers, own, service.answer));
  browser.runtime.onInstalled.addListener(({ reason }) => {
    void createMenus(browser.contextMenus);
    void scheduleHousekeeping(browser.alarms);
    if (reason === 'install') void welcome(browser);
    void service.sync('by-itself');
  });
  browser.runtime.onStartup.addListener(() => {
    void scheduleHousekeeping(browser.alarms);
    void service.sync('by-itself');
  });
  browser.alarms.onAlarm.addListener((alarm) => {
    void keepHouse(openLibrary, given.now, alarm);
    void service.resume();
    if (alarm.name === SYNC_ALARM) void service.sync('by-itself');
  });
  browser.storage.local.onChanged.addListener((changes) => {
    if (ACCOUNT_STATUS in changes) void syncWatch.begin();
    if (ACCOUNT_STATUS in changes || SYNC_SETTINGS in changes) void service.syncAnew();
  });
  browser.runtime.onConnect.addListener(service.attend);
  browser.permissions.onAdded.addListener(service.syncAnew);
  browser.permissions.onRemoved.addListener(service.syncAnew);
  given.onOnline(() => void service.sync('here'));
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

  void service.resume();
  void syncWatch.begin();
  return { recovered: recover({ ...parts, jobs, now: given.now }) };
}
