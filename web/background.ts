import { proxy, type Remote } from 'comlink';
import { ACCOUNT_STATUS, readLibraryChoice } from '../src/background/account/account-summary';
import { createParts, startBackground } from '../src/background/background';
import { createHousekeepingAlarm } from '../src/background/housekeeping';
import { type Ports, platformPorts, type StoredArea } from '../src/background/ports';
import { SYNC_SETTINGS } from '../src/background/sync/sync-settings';
import { removeImportsOf } from '../src/background/transfer/import-files';
import type { StartWorker } from '../src/background/transfer/transfer-in-worker';
import { isLibraryMade, openLibrary, openSecrets, removeLibrary } from '../src/library';
import { answerMessage, type Reply } from '../src/messages/message-table';
import { type BackgroundHandlers, MESSAGES } from '../src/messages/messages';
import { createAlarms } from './alarms';
import { chooseArticles } from './keep-offline';
import { databasesOfPage, makeFirst } from './leave-page';
import { IDENTITY, signInHere, tidySignedOut } from './own-server';
import type { PageParts } from './page-parts';
import { entryFor } from './person';
import { APP_ROOT } from './platform';
import { portOf } from './visible-port';

/**
 * Starts the background of a page of the web app, in a worker or in the page. Each open tab has one. Locks of
 * the browser let only one of them sync, index and import. The rest may run in two at once, with the same result.
 *
 * @param page the parts that only the page has
 * @param startSearchWorker needed in the page, whose thread the indexing would block
 */
export function startPageBackground(page: Remote<PageParts>, startSearchWorker?: StartWorker) {
  const local = areaOf(page);
  const ports: Ports = {
    ...platformPorts(),
    local,
    session: { set: (items) => page.writeSession(items) },
    alarms: createAlarms(),
    // Without its token the page cannot sync, so it has to sign in again.
    secrets: openSecrets(databasesOfPage(), () => void background.resume()),
    openLibrary: makeFirst(openLibrary, isLibraryMade),
    removeLibrary,
    ...(startSearchWorker && { startSearchWorker }),
    ...(isSecureContext && { removeImports: removeImportsOf }),
    stayAwake: (work) => work(),
    afterWakeUp: Promise.resolve(),
    access: { isAllowed: async () => true, async remove() {} },
    authWindow: { redirectUri: APP_ROOT, open: (pending) => page.signInOn(pending) },
    app: async () => IDENTITY,
    async writeTexts(pages) {
      const { highlightTexts } = await import('../src/transfer/highlight-texts');
      return highlightTexts(pages);
    },
    async workOnImports(account, signal) {
      const work = await page.beginImports(account);
      signal.addEventListener('abort', () => void work.stop());
      if (signal.aborted) await work.stop();
      await work.ended();
    },
    isShared: true,
    inTurn: inOneTab,
    // The page of another status starts again.
    mayOpen: async (status) => entryFor(status, await page.currentPerson()) === 'library',
  };
  const parts = createParts(ports);
  const { accounts, sync } = parts;
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
        await page.endSession();
      }
      return accounts.handlers.signOut(request);
    },
  };

  const begin = async () => {
    const status = (await local.get(ACCOUNT_STATUS))[ACCOUNT_STATUS];
    const entry = entryFor(status, await page.currentPerson());
    if (entry === 'signed-out') {
      // The request may have failed when the person signed out.
      void page.endSession();
      void tidySignedOut(accounts, local);
    }
    const resuming = inOneTab(async () => {
      await page.continueRedirect(
        proxy(async (pending, address) => {
          if (entry !== 'signed-out') await accounts.comeBack(pending, address);
        }),
      );
      await accounts.resume();
      if (entry === 'sign-in') await signInHere(accounts, local, await page.currentPerson());
    });
    // A page that shows a notice starts again after a sign-in.
    if (entry !== 'library') return resuming;
    // Another tab may take long, and the library needs nothing of it.
    void ifPossible(resuming);
    await ifPossible(chooseArticles(local));
    await ifPossible(tellWorker());
    await ifPossible(background.begin());
    // At once, because the page may be open for a minute only.
    await ifPossible(createHousekeepingAlarm(ports.alarms, 0));
    await sync.run('background');
  };
  void begin();
  return proxy({
    /** Answers a message of the page, as the extension's background does. */
    answer: (name: string, request: object): Promise<Reply> =>
      answerMessage(MESSAGES, handlers, name, request),
    /** Notes that the page is visible, until the returned function is called. */
    show(post: (message: unknown) => void) {
      const { port, close } = portOf(post);
      sync.addPort(port);
      return proxy(close);
    },
  });
}

/** Returns the area of the page that other tabs share. */
function areaOf(page: Remote<PageParts>): StoredArea {
  const listeners = new Set<Parameters<StoredArea['onChanged']['addListener']>[0]>();
  void page.watchLocal(
    proxy((changes) => {
      for (const listener of listeners) listener(changes);
    }),
  );
  return {
    get: (key) => page.readLocal(key),
    set: (items) => page.writeLocal(items),
    onChanged: {
      addListener: (listener) => void listeners.add(listener),
      removeListener: (listener) => void listeners.delete(listener),
    },
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
