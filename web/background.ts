import { ACCOUNT_STATUS, readLibraryChoice } from '../src/background/account/account-summary';
import { createAccounts } from '../src/background/account/accounts';
import { findUnanchored } from '../src/background/highlights/find-unanchored';
import { createHousekeepingAlarm, runHousekeeping } from '../src/background/housekeeping';
import { createLibraries, wallClock } from '../src/background/library/libraries';
import { createLibraryWork, storeSettings } from '../src/background/library-work';
import { indexInWorker } from '../src/background/search/index-in-worker';
import { createBackgroundSync } from '../src/background/sync/background-sync';
import { createSyncAlarm, SYNC_ALARM } from '../src/background/sync/sync-alarm';
import { SYNC_LOCK } from '../src/background/sync/sync-runner';
import {
  type ConnectionInfo,
  chosenArticles,
  SYNC_SETTINGS,
} from '../src/background/sync/sync-settings';
import { createSyncWatch } from '../src/background/sync/sync-watch';
import { removeImportsOf } from '../src/background/transfer/import-files';
import { importInPage } from '../src/background/transfer/import-in-page';
import { forgetCheck } from '../src/background/transfer/transfer-in-worker';
import { ok } from '../src/domain/result';
import {
  type AccountKey,
  highlightRepository,
  importRepository,
  isLibraryMade,
  openLibrary,
  openSecrets,
  removeLibrary,
  searchIndexer,
} from '../src/library';
import { answerMessage, type Reply } from '../src/messages/message-table';
import { type BackgroundHandlers, MESSAGES } from '../src/messages/messages';
import { createAlarms } from './alarms';
import { currentEntry, entryFor } from './entry';
import { chooseArticles, persistWithChanges, syncWhenClosed } from './keep-offline';
import { databasesOfPage, endedWithPage, makeFirst } from './leave-page';
import { endSession, IDENTITY, signInHere, TRANSPORT, tidySignedOut } from './own-server';
import { APP_ROOT, local, session, startTransferWorker } from './platform';
import { continueRedirect, createRedirectWindow } from './redirect-window';

/**
 * The parts of the extension's background that the web app needs, in its page: accounts, sync, the
 * search index, imports, the search for highlights in new articles, and retention. Each open tab has
 * one. Locks of the browser let only one of them sync, index and import. The rest may run in two tabs
 * at once, with the same result.
 */
export function startPageBackground() {
  const readName = async (): Promise<AccountKey> => (await readLibraryChoice(local)).name;
  const libraries = createLibraries({
    openLibrary: makeFirst(openLibrary, isLibraryMade),
    async removeLibrary(account) {
      for (const work of works) work.stop?.();
      await removeLibrary(account);
      if (isSecureContext) await removeImportsOf(account);
    },
    now: wallClock,
    readName,
  });
  const alarms = createAlarms((name) => {
    void runHousekeeping(libraries.inUse, wallClock, { name });
    void resume();
    if (name === SYNC_ALARM) void sync.run('background');
  });
  // Without its token the page cannot sync, so it has to sign in again.
  const secrets = openSecrets(databasesOfPage(), () => void resume());
  /** The service worker cannot read the storage of pages. */
  const tellWorker = async () => {
    await secrets.set({ [SYNC_SETTINGS]: (await local.get(SYNC_SETTINGS))[SYNC_SETTINGS] });
  };
  const accounts = createAccounts({
    alarms,
    local,
    session,
    access: ALWAYS_ALLOWED,
    authWindow: createRedirectWindow(APP_ROOT, sessionStorage, (to) => location.assign(to)),
    secrets,
    libraries,
    transport: TRANSPORT,
    app: async () => IDENTITY,
    newId: () => crypto.randomUUID(),
    isShared: true,
  });
  const resume = () => inOneTab(accounts.resume);
  const sync = createBackgroundSync({
    stayAwake: (work) => work(),
    libraries,
    accounts,
    alarm: createSyncAlarm(alarms, wallClock, () => void sync.run('background')),
    isAllowed: async () => true,
    transport: TRANSPORT,
    locks: navigator.locks,
    now: wallClock,
    random: Math.random,
    articlesToFetch: (isManual) => {
      const { connection } = navigator as { connection?: ConnectionInfo };
      return chosenArticles(local, connection, isManual);
    },
    onBusy: () => void syncWhenFree(),
  });
  let isWaiting = false;
  /** The tab that syncs may be closed in the middle. */
  const syncWhenFree = async () => {
    if (isWaiting) return;
    isWaiting = true;
    await navigator.locks.request(SYNC_LOCK, async () => {});
    isWaiting = false;
    await sync.run('foreground');
  };
  const workOf = (
    watch: Parameters<typeof createLibraryWork>[0]['watch'],
    run: Parameters<typeof createLibraryWork>[0]['run'],
  ) =>
    createLibraryWork({ openLibrary: libraries.inUse, watch, run, whileAwake: (work) => work() });
  const works: { begin: () => Promise<void>; stop?: () => void }[] = [
    createSyncWatch({
      openLibrary: libraries.inUse,
      sync,
      accountState: async () => 'signed-in',
      onStatus() {},
    }),
    workOf(
      (library, listener) => library.part(searchIndexer).watchWork(listener),
      async (_, signal) => indexInWorker(startSearchWorker(), await readName(), signal),
    ),
    workOf(
      (library, listener) => library.part(highlightRepository).watchUnanchored(listener),
      findUnanchored,
    ),
    workOf(
      (library, listener) => library.part(importRepository).watchWork(listener),
      async (library, signal) => {
        await inOneTab(() => storeSettings(library, local));
        if ((await library.part(importRepository).next()) !== null)
          await importInPage(await readName(), signal, startTransferWorker);
      },
    ),
  ];
  local.onChanged.addListener((changes) => {
    const isOther = ACCOUNT_STATUS in changes;
    // The page starts again, and opening a library that was removed would create it again.
    const isOver = isOther && entryFor(changes[ACCOUNT_STATUS]?.newValue) !== 'library';
    if (isOver || !hasLibrary) return;
    if (isOther) void Promise.all(works.map((work) => work.begin()));
    if (SYNC_SETTINGS in changes) void tellWorker();
    if (isOther || SYNC_SETTINGS in changes) void sync.restart();
  });
  const handlers: Partial<BackgroundHandlers> = {
    ...accounts.handlers,
    ...sync.handlers,
    findServer: (request) => inOneTab(() => accounts.handlers.findServer(request)),
    signIn: (request) => inOneTab(() => accounts.handlers.signIn(request)),
    answerFormer: (request) => inOneTab(() => accounts.handlers.answerFormer(request)),
    libraryChanged: async () => ok(null),
    async signOut(request) {
      if (request.id === (await readLibraryChoice(local)).owner) {
        // No request may come with a token that is revoked.
        sync.stop();
        // First, because the page is reloaded once its library is removed.
        await endSession();
      }
      return accounts.handlers.signOut(request);
    },
  };

  /** False in a page that shows a notice, and starts again after a sign-in. */
  let hasLibrary = false;
  const begin = async () => {
    void forgetCheck(removeLibrary);
    const entry = await currentEntry();
    if (entry === 'signed-out') {
      // The request may have failed when the person signed out.
      void endSession();
      void tidySignedOut(accounts);
    }
    const resuming = inOneTab(async () => {
      await continueRedirect(sessionStorage, async (pending, address) => {
        if (entry !== 'signed-out') await accounts.comeBack(pending, address);
      });
      await accounts.resume();
      if (entry === 'sign-in') await signInHere(accounts);
    });
    hasLibrary = entry === 'library';
    if (!hasLibrary) return resuming;
    // Another tab may take long, and the library needs nothing of it.
    void ifPossible(resuming);
    await ifPossible(chooseArticles());
    await ifPossible(tellWorker());
    await Promise.all(works.map((work) => ifPossible(work.begin())));
    const library = await libraries.inUse();
    if (library.ok) {
      persistWithChanges(library.value);
      void syncWhenClosed(library.value);
    }
    // At once, because the page may be open for a minute only.
    await ifPossible(createHousekeepingAlarm(alarms, 0));
    await sync.run('background');
  };
  return {
    begun: begin(),
    addPort: sync.addPort,
    /** Answers a message of the pages, as the extension's background does. */
    answer: (name: string, request: object): Promise<Reply> =>
      // The pages send no messages about what only the extension has.
      answerMessage(MESSAGES, handlers as BackgroundHandlers, name, request),
  };
}

/**
 * Runs a part of a sign-in after those of other tabs, because a step that another tab is at looks like
 * one that was broken off.
 */
const inOneTab = <T>(part: () => Promise<T>): Promise<T> =>
  navigator.locks.request('leafmark-sign-in', part);

/** Sync must not stop because a browser lacks what one step of the start needs. */
const ifPossible = (step: Promise<void>): Promise<void> =>
  step.catch((error: unknown) => console.warn('A step of the start failed', error));

const ALWAYS_ALLOWED = { isAllowed: async () => true, async remove() {} };

const startSearchWorker = () =>
  endedWithPage(new Worker(new URL('./search-worker.ts', import.meta.url), { type: 'module' }));
