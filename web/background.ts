import { readLibraryChoice } from '../src/background/account/account-summary';
import { createParts, startBackground } from '../src/background/background';
import { createHousekeepingAlarm } from '../src/background/housekeeping';
import { type Ports, platformPorts } from '../src/background/ports';
import { SYNC_SETTINGS } from '../src/background/sync/sync-settings';
import { removeImportsOf } from '../src/background/transfer/import-files';
import { importInPage } from '../src/background/transfer/import-in-page';
import { isLibraryMade, openLibrary, openSecrets, removeLibrary } from '../src/library';
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
 * Starts the background in a page of the web app. Each open tab has one. Locks of the browser let only
 * one of them sync, index and import. The rest may run in two tabs at once, with the same result.
 */
export function startPageBackground() {
  const ports: Ports = {
    ...platformPorts(),
    transport: TRANSPORT,
    local,
    session,
    alarms: createAlarms(),
    // Without its token the page cannot sync, so it has to sign in again.
    secrets: openSecrets(databasesOfPage(), () => void background.resume()),
    openLibrary: makeFirst(openLibrary, isLibraryMade),
    removeLibrary,
    ...(isSecureContext && { removeImports: removeImportsOf }),
    stayAwake: (work) => work(),
    afterWakeUp: Promise.resolve(),
    access: { isAllowed: async () => true, async remove() {} },
    authWindow: createRedirectWindow(APP_ROOT, sessionStorage, (to) => location.assign(to)),
    app: async () => IDENTITY,
    startSearchWorker,
    workOnImports: (account, signal) => importInPage(account, signal, startTransferWorker),
    isShared: true,
    inTurn: inOneTab,
    // The page of another status starts again.
    mayOpen: (status) => entryFor(status) === 'library',
  };
  const parts = createParts(ports);
  const { libraries, accounts, sync } = parts;
  const background = startBackground(ports, parts);
  /** The service worker cannot read the storage of pages. */
  const tellWorker = async () => {
    await ports.secrets.set({ [SYNC_SETTINGS]: (await local.get(SYNC_SETTINGS))[SYNC_SETTINGS] });
  };
  local.onChanged.addListener((changes) => {
    if (SYNC_SETTINGS in changes) void tellWorker();
  });
  const handlers: BackgroundHandlers = {
    ...background.handlers,
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

  const begin = async () => {
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
    // A page that shows a notice starts again after a sign-in.
    if (entry !== 'library') return resuming;
    // Another tab may take long, and the library needs nothing of it.
    void ifPossible(resuming);
    await ifPossible(chooseArticles());
    await ifPossible(tellWorker());
    await ifPossible(background.begin());
    const library = await libraries.inUse();
    if (library.ok) {
      persistWithChanges(library.value);
      void syncWhenClosed(library.value);
    }
    // At once, because the page may be open for a minute only.
    await ifPossible(createHousekeepingAlarm(ports.alarms, 0));
    await sync.run('background');
  };
  return {
    begun: begin(),
    addPort: sync.addPort,
    /** Answers a message of the pages, as the extension's background does. */
    answer: (name: string, request: object): Promise<Reply> =>
      answerMessage(MESSAGES, handlers, name, request),
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

const startSearchWorker = () =>
  endedWithPage(new Worker(new URL('./search-worker.ts', import.meta.url), { type: 'module' }));
