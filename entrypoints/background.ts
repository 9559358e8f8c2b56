import { browser } from 'wxt/browser';
import { defineBackground } from 'wxt/utils/define-background';
import { readLibraryChoice } from '../src/background/account/account-summary';
import { createAccounts } from '../src/background/account/accounts';
import { wallClock } from '../src/background/library/libraries';
import type { StayAwake } from '../src/background/ports';
import { indexInWorker } from '../src/background/search/index-in-worker';
import { readSettings } from '../src/background/settings/settings';
import { type BackgroundSync, createBackgroundSync } from '../src/background/sync/background-sync';
import { createSyncAlarm } from '../src/background/sync/sync-alarm';
import { type ConnectionInfo, chosenArticles } from '../src/background/sync/sync-settings';
import { removeImportsOf } from '../src/background/transfer/import-files';
import { forgetCheck } from '../src/background/transfer/transfer-in-worker';
import { appIdentity } from '../src/extension/account/app-identity';
import { createAuthWindow } from '../src/extension/account/auth-window';
import { createServerAccess } from '../src/extension/account/origin-permissions';
import { startBackground } from '../src/extension/background';
import { cutNote } from '../src/extension/capture/injected-capture';
import { createWorkerCapture } from '../src/extension/get-articles/capture-in-worker';
import { createOffscreenCapture } from '../src/extension/get-articles/capture-offscreen';
import { createFetchImages } from '../src/extension/images/fetch-images';
import { stayAwake } from '../src/extension/stay-awake';
import { createOffscreenBackups, createPageBackups } from '../src/extension/transfer/backup-writer';
import { createBackups } from '../src/extension/transfer/backups';
import { createOffscreenImports } from '../src/extension/transfer/import-offscreen';
import { createImportSource } from '../src/extension/transfer/import-source';
import { createOffscreenDocument } from '../src/extension/transfer/offscreen-document';
import {
  type AccountKey,
  openLibrary,
  openSecrets,
  removeLibrary,
  searchIndexer,
} from '../src/library';
import { platformTransport } from '../src/service';

/** TypeScript's type lacks `connection`, which only Chromium has. */
type NetworkNavigator = Navigator & { readonly connection?: ConnectionInfo };

/** Most events that wake the background are answered within this time. */
const ANSWERS_FIRST_MS = 500;

export default defineBackground(() => {
  const loadFile = (address: string) => fetch(address);
  const secrets = openSecrets();
  const access = createServerAccess(browser.permissions);
  const awake: StayAwake = (work) => stayAwake(browser.runtime, work);
  // Only a condition on `import.meta.env` keeps the code of the other browser out of a build.
  const { writer, workOnImports, capturePage } = import.meta.env.FIREFOX
    ? inThisPage()
    : inOffscreenDocument();
  const afterWakeUp = new Promise<void>((resolve) => setTimeout(resolve, ANSWERS_FIRST_MS));
  void afterWakeUp.then(() => forgetCheck(removeLibrary));
  startBackground({
    browser,
    openLibrary,
    async removeLibrary(account) {
      await removeLibrary(account);
      await removeImportsOf(account);
    },
    loadFile,
    fetchImages: createFetchImages((url, init) => fetch(url, init)),
    createAccounts: (libraries) =>
      createAccounts({
        alarms: browser.alarms,
        local: browser.storage.local,
        session: browser.storage.session,
        access,
        authWindow: createAuthWindow(browser),
        secrets,
        libraries,
        transport: platformTransport,
        app: appIdentity(browser, loadFile, import.meta.env.FIREFOX ? 'firefox' : 'chromium'),
        newId: () => crypto.randomUUID(),
      }),
    createSync(libraries, accounts) {
      const alarm = createSyncAlarm(browser.alarms, wallClock, () => void sync.run('background'));
      const sync: BackgroundSync = createBackgroundSync({
        stayAwake: awake,
        libraries,
        accounts,
        alarm,
        isAllowed: access.isAllowed,
        transport: platformTransport,
        locks: navigator.locks,
        now: wallClock,
        random: Math.random,
        articlesToFetch: (isManual) => {
          const { connection } = navigator as NetworkNavigator;
          return chosenArticles(browser.storage.local, connection, isManual);
        },
      });
      return sync;
    },
    createBackups: (libraryInUse) =>
      createBackups({
        browser,
        readName: async () => (await readLibraryChoice(browser.storage.local)).name,
        openLibrary: libraryInUse,
        readSettings: async () => ({ ...(await readSettings(browser.storage.local)) }),
        writer,
        emptyFile: () =>
          import.meta.env.FIREFOX ? URL.createObjectURL(new Blob([' '])) : 'data:text/plain,%20',
        locks: navigator.locks,
        now: wallClock,
      }),
    createImportSource: (libraries, accounts) =>
      createImportSource({
        alarms: browser.alarms,
        stayAwake: awake,
        libraries,
        accounts,
        isAllowed: access.isAllowed,
        transport: platformTransport,
        locks: navigator.locks,
        now: wallClock,
        random: Math.random,
      }),
    // A background of Firefox shares its thread with the pages of the extension. That of Chromium
    // is a worker and cannot start another one.
    indexLibrary: async (library, signal) => {
      if (!import.meta.env.FIREFOX) {
        await library.part(searchIndexer).run(signal);
        return;
      }
      const { name } = await readLibraryChoice(browser.storage.local);
      await indexInWorker(new Worker('/search-worker.js'), name, signal);
    },
    workOnImports,
    capturePage,
    request: (url, init) => fetch(url, init),
    now: wallClock,
    onOnline: (listener) => self.addEventListener('online', listener),
    afterWakeUp,
  });
});

/** The work that needs a page, as it is done in Firefox, whose background is one. */
const inThisPage = () => ({
  writer: createPageBackups(),
  // The background of Chromium has no use for the sanitiser, which is imported with it.
  async workOnImports(account: AccountKey, signal: AbortSignal) {
    const { importInPage } = await import('../src/background/transfer/import-in-page');
    await importInPage(account, signal);
  },
  capturePage: createWorkerCapture(() => new Worker('/capture-worker.js'), cutNote),
});

/** The same as it is done in Chromium. */
function inOffscreenDocument() {
  const offscreen = createOffscreenDocument(browser.offscreen);
  return {
    writer: createOffscreenBackups(offscreen, browser.runtime),
    workOnImports: createOffscreenImports(offscreen, browser.runtime),
    capturePage: createOffscreenCapture(offscreen, browser.runtime),
  };
}
