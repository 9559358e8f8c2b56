import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import type { BrowserName } from '../../tests/e2e/support/browsers.ts';
import { SCREEN } from '../../tests/e2e/support/display.ts';
import { downloaded } from '../../tests/e2e/support/downloads.ts';
import { overWords, paintedTexts } from '../../tests/e2e/support/highlighting.ts';
import { launchBrowser } from '../../tests/e2e/support/launch.ts';
import { PageServer } from '../../tests/e2e/support/page-server.ts';
import type { RealBrowser } from '../../tests/e2e/support/real-browser.ts';
import type { ScreenPage } from '../../tests/e2e/support/screen-page.ts';
import { until } from '../../tests/e2e/support/until.ts';
import { builtExtension } from '../set-up/extension.mjs';
import { ROOT, say } from '../set-up/process.mjs';
import { takeAppPictures } from './app-pictures.ts';
import { type Companion, startCompanion } from './companion.ts';
import { PICTURED_PAGES, takePictures } from './pictures.ts';

const ARTICLE = 'http://leafpress.example/tour/pressing-leaves.html';
const TITLE = /^How to press a leaf/;
const WORDS = 'A leaf loses its colour twice';
/** Opened without a network. The browser itself retries it, which the tour must not count. */
const UNREACHABLE = 'http://leafpress.example/tour/reading-lamp.html';
/** A place where the mouse covers neither a badge nor text, and shows no tooltip. */
const OUT_OF_THE_WAY = { x: SCREEN.width - 30, y: SCREEN.height - 30 };

/**
 * Demonstrates Leafmark in a real browser on a virtual display, with real keyboard input, the real
 * popup and screenshots of the whole display.
 *
 * @param forReadme takes the pictures of the README and of the web app instead
 * @returns true if every step succeeded
 */
export async function tour(name: BrowserName, forReadme: boolean): Promise<boolean> {
  const web = await PageServer.start(join(ROOT, 'tests', 'pages'));
  const folder = mkdtempSync(join(tmpdir(), 'leafmark-companion-'));
  say('Starting the companion server…');
  const companion = await startCompanion(folder, 0);
  companion.offerIn(builtExtension(name));
  say(`Starting ${name === 'chromium' ? 'Chromium' : 'Firefox'} on a virtual display…`);
  let browser: RealBrowser | undefined;
  try {
    browser = await launchBrowser(name, web);
    if (forReadme) {
      await takePictures(browser);
      await signIn(browser, companion);
      await until(
        'the companion server has all pages',
        async () => (await companion.titles()).length === PICTURED_PAGES,
      );
      await takeAppPictures(companion, TITLE);
      return true;
    }
    await signIn(browser, companion);
    await walk(browser, web, companion);
    say('\nThe tour is over. With a display, `npm start` opens the browser for you instead.');
    return true;
  } catch (error) {
    say(`\nThe tour stopped: ${error instanceof Error ? error.message : error}`);
    if (browser) say(`The display at that moment: ${await picture(browser, 'tour-stopped')}`);
    return false;
  } finally {
    await browser?.close();
    web.close();
    await companion.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Signs in with a click in the options, and accepts the browser's question. */
async function signIn(browser: RealBrowser, companion: Companion): Promise<void> {
  const options = await browser.openOwn('options');
  await browser.answer('allow', () =>
    options.click('button', 'Sign in to the server on this computer'),
  );
  await options.sees(/Signed in since/);
  say(`\n1. Signed in to the companion server, ${companion.base}, by one click in the options.`);
  say(`   ${await picture(browser, 'tour-1-signed-in')}`);
  await options.close();
}

async function walk(browser: RealBrowser, web: PageServer, companion: Companion): Promise<void> {
  await browser.open(ARTICLE);
  say(`2. Opened ${ARTICLE}, served from tests/pages.`);

  const started = performance.now();
  await browser.press('alt+shift+j');
  await until('the badge says saved', async () => (await browser.badge()).text === '✓');
  const tookMs = Math.round(performance.now() - started);
  say(`3. Pressed Alt+Shift+J. After ${tookMs} ms the badge showed ✓: the page is saved.`);
  say(`   ${await picture(browser, 'tour-2-saved')}`);

  const popup = await browser.popup('button');
  await popup.sees(/Saved just now|Already saved/);
  await popup.waitFor('link', TITLE);
  say('4. Clicked the leaf in the toolbar: the popup shows that the page is saved.');
  say(`   ${await picture(browser, 'tour-3-popup')}`);
  await browser.closePopup();

  await until('the companion server has it', async () =>
    (await companion.titles()).some((title) => TITLE.test(title)),
  );
  say('   The companion server has saved it too.');

  web.goOffline();
  await browser.open(UNREACHABLE).catch(() => {}); // as it should
  const mark = web.requests.length;
  const offline = await browser.popup();
  await offline.click('link', TITLE);
  await offline.sees('A leaf loses its colour twice');
  await until('the pictures are drawn', () => offline.evaluate(drawnPictures));
  say('5. Cut the network and opened the article in the popup’s reader.');
  say('   The ! refers to the page behind it, which did not load and cannot be saved.');
  say(`   ${await picture(browser, 'tour-4-offline')}`);

  await offline.click('button', 'More');
  await offline.click('button', 'Open in tab');
  const tab = await browser.tab(/library\.html#\/read\//);
  await tab.sees('A leaf loses its colour twice');
  const kept = await until('the pictures are drawn', () => tab.evaluate(drawnPictures));
  say(`6. Opened it in a tab: the same reader, with ${kept} images stored with the page.`);
  say(`   ${await picture(browser, 'tour-5-tab')}`);
  const requests = web.requestsSince(mark).filter((url) => url !== UNREACHABLE);
  say(`   Network requests of Leafmark in the meantime: ${requests.length}.`);

  await overWords(tab, WORDS, 'drag');
  await tab.click('button', 'Green');
  await tab.sees('Highlighted.');
  await until('the words are green', () => areGreen(tab));
  say('7. Selected some words and made them green.');
  say(`   ${await picture(browser, 'tour-6-highlight')}`);
  await until('the companion server has the highlight', async () =>
    (await companion.highlights()).some((text) => text.includes('loses its colour')),
  );
  say('   The companion server has the highlight, too.');

  await browser.kill();
  // Chromium treats an unpacked extension as new at each start and grants it nothing. An installed
  // extension keeps its permissions, even after the browser is killed.
  companion.allowIn(builtExtension(browser.name));
  await browser.restart();
  const library = await browser.openOwn('library');
  await library.waitFor('link', TITLE);
  await library.waitFor('link', /^Synced/);
  await until('the badge is empty', async () => (await browser.badge()).text === '');
  say('8. Killed the browser and started it again: the library is complete and in sync.');
  say(`   ${await picture(browser, 'tour-7-library')}`);

  await library.fill('combobox', 'Search library', 'colour twice');
  await library.sees('1 result');
  say('9. Searched for words of the text: the page is found.');
  say(`   ${await picture(browser, 'tour-8-search')}`);

  await library.click('link', TITLE);
  await library.sees(WORDS);
  await until('the pictures are drawn', () => library.evaluate(drawnPictures));
  await until('the words are green', () => areGreen(library));
  say('10. Opened the article: it is complete, with its highlight.');
  say(`   ${await picture(browser, 'tour-9-after-kill')}`);

  await library.close();
  const exporter = await browser.openOwn('library', '#/export');
  await exporter.click('radio', /^Everything/);
  await exporter.click('button', 'Export');
  await exporter.sees('is ready');
  const file = await downloaded(browser, /^leafmark-.*\.zip$/);
  say(`11. Exported everything: ${basename(file)}, ${statSync(file).size} bytes.`);
  say(`   ${await picture(browser, 'tour-10-export')}`);
}

const areGreen = async (page: ScreenPage): Promise<boolean> =>
  (await page.evaluate(paintedTexts))['leafmark-green']?.[0]?.includes('loses its colour') ?? false;

/**
 * Runs in the page. Returns the number of images that the article shows, or null while one is still
 * loading.
 */
async function drawnPictures(): Promise<number | null> {
  const images = [...document.querySelectorAll<HTMLImageElement>('article img')];
  for (const image of images) await image.decode();
  return images.length > 0 ? images.length : null;
}

async function picture(browser: RealBrowser, name: string): Promise<string> {
  await browser.display.point(OUT_OF_THE_WAY);
  return relative(ROOT, await browser.picture(name));
}
