import { browser } from 'wxt/browser';
import { importInPage } from '../../src/background/transfer/import-in-page';
import { serveOffscreenCapture } from '../../src/extension/get-articles/capture-offscreen';
import { serveBackups, writeBackup } from '../../src/extension/transfer/backup-writer';
import { serveOffscreenImports } from '../../src/extension/transfer/import-offscreen';
import { serveOffscreenTexts } from '../../src/extension/transfer/texts-offscreen';

// A document of Chromium that nobody sees. It works for the background, which is only a worker.
browser.runtime.onConnect.addListener((port) => {
  serveOffscreenImports(port, importInPage);
  serveOffscreenCapture(port);
  serveOffscreenTexts(port, async (pages) => {
    const { highlightTexts } = await import('../../src/transfer/highlight-texts');
    return highlightTexts(pages);
  });
});
browser.runtime.onMessage.addListener(serveBackups(writeBackup, browser.runtime));
