import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { SCREEN } from '../../tests/e2e/support/display.ts';
import { launchBrowser } from '../../tests/e2e/support/launch.ts';
import { PageServer } from '../../tests/e2e/support/page-server.ts';
import type { BrowserName, RealBrowser } from '../../tests/e2e/support/real-browser.ts';
import { until } from '../../tests/e2e/support/until.ts';
import { ROOT, say } from '../set-up/process.mjs';
import { builtExtension } from './built-extension.ts';
import { type Companion, startCompanion } from './companion.ts';

const ARTICLE = 'http://leafpress.example/tour/pressing-leaves.html';
const TITLE = /^How to press a leaf/;
/** Opened with the network cut. The browser tries it again by itself, which is not our doing. */
const UNREACHABLE = 'http://leafpress.example/tour/reading-lamp.html';
/** Where the mouse hides neither a badge nor a word, and no tip comes up. */
const OUT_OF_THE_WAY = { x: SCREEN.width - 30, y: SCREEN.height - 30 };

/**
 * Shows what Leafmark does, in a real browser on a screen in memory: the keys are real, the popup
 * is the real one, the pictures are of the whole screen.
 *
 * @returns whether all of it went as it should
 */
export async function tour(name: BrowserName): Promise<boolean> {
  const web = await PageServer.start(join(ROOT, 'tests', 'pages'));
  const folder = mkdtempSync(join(tmpdir(), 'leafmark-companion-'));
  say('Starting the companion server…');
  const companion = await startCompanion(folder, 0);
  companion.offerIn(builtExtension(name));
  say(`Starting ${name === 'chromium' ? 'Chromium' : 'Firefox'} on a screen in memory…`);
  let browser: RealBrowser | undefined;
  try {
    browser = await launchBrowser(name, web);
    await signIn(browser, companion);
    await walk(browser, web, companion);
    say('\nThat was the tour. With a display, `npm start` opens the browser for you instead.');
    return true;
  } catch (error) {
    say(`\nThe tour stopped: ${error instanceof Error ? error.message : error}`);
    if (browser) say(`The screen at that moment: ${await picture(browser, 'tour-stopped')}`);
    return false;
  } finally {
    await browser?.close();
    web.close();
    await companion.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Signs in as a person does: a click in the options, and the browser's own question. */
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
  say(`3. Pressed Alt+Shift+J. After ${tookMs} ms the badge said ✓: the page is on the disk.`);
  say(`   ${await picture(browser, 'tour-2-saved')}`);

  const popup = await browser.popup('button');
  await popup.sees(/Saved just now|Already saved/);
  await popup.waitFor('link', TITLE);
  say('4. Clicked the leaf in the toolbar: the popup says that it is saved.');
  say(`   ${await picture(browser, 'tour-3-popup')}`);
  await browser.closePopup();

  await until('the companion server has it', async () =>
    (await companion.titles()).some((title) => TITLE.test(title)),
  );
  say('   The companion server has it too.');

  web.goOffline();
  await browser.open(UNREACHABLE).catch(() => {}); // as it should
  const mark = web.requests.length;
  const offline = await browser.popup();
  await offline.click('link', TITLE);
  await offline.sees('A leaf loses its colour twice');
  await until('the pictures are drawn', () => offline.evaluate(drawnPictures));
  say('5. Cut the network and opened the article in the popup’s reader.');
  say('   The ! is about the page behind it, which did not load and could not be saved.');
  say(`   ${await picture(browser, 'tour-4-offline')}`);

  await offline.click('button', 'Open in tab');
  const tab = await browser.tab(/library\.html#\/read\//);
  await tab.sees('A leaf loses its colour twice');
  const kept = await until('the pictures are drawn', () => tab.evaluate(drawnPictures));
  say(`6. Opened it in a tab: the same reader, with ${kept} pictures kept from the page.`);
  say(`   ${await picture(browser, 'tour-5-tab')}`);
  const requests = web.requestsSince(mark).filter((url) => url !== UNREACHABLE);
  say(`   Requests of Leafmark to the network meanwhile: ${requests.length}.`);

  await browser.kill();
  // To Chromium what is loaded as it is here is new at each start, and nothing is allowed to it. What a
  // person has installed keeps what was allowed, also when the browser is killed.
  companion.allowIn(builtExtension(browser.name));
  await browser.restart();
  const library = await browser.openOwn('library');
  await library.waitFor('link', TITLE);
  await library.waitFor('link', /^Synced/);
  await until('the badge needs nobody', async () => (await browser.badge()).text === '');
  say('7. Killed the browser and started it again: the library is there, and in sync.');
  say(`   ${await picture(browser, 'tour-6-library')}`);

  await library.click('link', TITLE);
  await library.sees('A leaf loses its colour twice');
  await until('the pictures are drawn', () => library.evaluate(drawnPictures));
  say('8. Opened the article: it is whole.');
  say(`   ${await picture(browser, 'tour-7-after-kill')}`);
}

/** Runs in the page: how many pictures the article shows, or null while one is not there yet. */
async function drawnPictures(): Promise<number | null> {
  const images = [...document.querySelectorAll<HTMLImageElement>('article img')];
  for (const image of images) await image.decode();
  return images.length > 0 ? images.length : null;
}

async function picture(browser: RealBrowser, name: string): Promise<string> {
  await browser.display.point(OUT_OF_THE_WAY);
  return relative(ROOT, await browser.picture(name));
}
