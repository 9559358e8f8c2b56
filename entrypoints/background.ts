import { browser } from 'wxt/browser';
import { defineBackground } from 'wxt/utils/define-background';
import { platformPorts } from '../src/background/ports';
import { removeImportsOf } from '../src/background/transfer/import-files';
import { textsInWorker } from '../src/background/transfer/send-highlights';
import { startExtension } from '../src/extension/background';
import { appIdentity, browserPorts } from '../src/extension/browser-ports';
import { cutNote } from '../src/extension/capture/injected-capture';
import { createWorkerCapture } from '../src/extension/get-articles/capture-in-worker';
import { createOffscreenCapture } from '../src/extension/get-articles/capture-offscreen';
import { createFetchImages } from '../src/extension/images/fetch-images';
import { createOffscreenBackups, createPageBackups } from '../src/extension/transfer/backup-writer';
import { createOffscreenImports } from '../src/extension/transfer/import-offscreen';
import { createOffscreenDocument } from '../src/extension/transfer/offscreen-document';
import { createSendDownloads } from '../src/extension/transfer/send-downloads';
import { createOffscreenTexts } from '../src/extension/transfer/texts-offscreen';
import { type AccountKey, openLibrary, openSecrets, removeLibrary } from '../src/library';

/** Most events that wake the background are answered within this time. */
const ANSWERS_FIRST_MS = 500;

export default defineBackground(() => {
  const loadFile = (address: string) => fetch(address);
  const ports = {
    ...platformPorts(),
    ...browserPorts(browser),
    browser,
    openLibrary,
    removeLibrary,
    removeImports: removeImportsOf,
    secrets: openSecrets(),
    app: appIdentity(browser, loadFile, import.meta.env.FIREFOX ? 'firefox' : 'chromium'),
    loadFile,
    fetchImages: createFetchImages((url, init) => fetch(url, init)),
    request: (url: string, init?: RequestInit) => fetch(url, init),
    afterWakeUp: new Promise<void>((resolve) => setTimeout(resolve, ANSWERS_FIRST_MS)),
  };
  // Only a condition on `import.meta.env` keeps the code of the other browser out of a build.
  if (import.meta.env.FIREFOX) startExtension({ ...ports, ...inThisPage() });
  else startExtension({ ...ports, ...inOffscreenDocument() });
});

/** The work that needs a page, as it is done in Firefox, whose background is one. */
const inThisPage = () => ({
  writer: createPageBackups(),
  emptyFile: () => URL.createObjectURL(new Blob([' '])),
  sendDownloads: createSendDownloads({
    browser,
    textFile: (text) => URL.createObjectURL(new Blob([text], { type: 'text/markdown' })),
  }),
  writeTexts: textsInWorker(),
  // A background of Firefox shares its thread with the pages of the extension.
  startSearchWorker: () => new Worker('/search-worker.js'),
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
    emptyFile: () => 'data:text/plain,%20',
    // Some browsers on Chromium let nobody choose a folder.
    sendDownloads: createSendDownloads({
      browser,
      textFile: (text) => `data:text/markdown;charset=utf-8,${encodeURIComponent(text)}`,
    }),
    writeTexts: createOffscreenTexts(offscreen, browser.runtime),
    workOnImports: createOffscreenImports(offscreen, browser.runtime),
    capturePage: createOffscreenCapture(offscreen, browser.runtime),
  };
}
