import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import puppeteer, { type Page, type Viewport } from 'puppeteer-core';
import { until } from '../../tests/e2e/support/until.ts';
import { SCREENSHOTS } from '../../web/web-manifest.ts';
import { findBrowser } from '../set-up/find-browser.mjs';
import { ROOT, say } from '../set-up/process.mjs';
import type { Companion } from './companion.ts';

const FOLDER = join(ROOT, 'web', 'public');
/** The pictures are shown small. */
const QUALITY = 80;

/**
 * Takes the pictures of the web app that its manifest names, of the library of `companion`. `opened`
 * is the title of the article that they show.
 */
export async function takeAppPictures(companion: Companion, opened: RegExp): Promise<void> {
  const browser = await puppeteer.launch({
    executablePath: findBrowser('chromium') ?? '',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    const page = await browser.newPage();
    await signIn(page, companion);
    for (const { file, place, ...window } of SCREENSHOTS) {
      await page.setViewport(viewportOf(window));
      await page.goto(`${companion.base}/#/unread`);
      await until('the list shows the article', () => press(page, opened, place === 'reader'));
      await until('its pictures are drawn', () => page.evaluate(isDrawn, place === 'reader'));
      const path = join(FOLDER, file) as `${string}.webp`;
      mkdirSync(join(path, '..'), { recursive: true });
      await page.screenshot({ path, type: 'webp', quality: QUALITY, captureBeyondViewport: false });
      say(`web/public/${file}`);
    }
  } finally {
    await browser.close();
  }
}

const viewportOf = ({ width, height, isNarrow }: Window): Viewport => ({
  width,
  height,
  isMobile: isNarrow,
  hasTouch: isNarrow,
});
type Window = Pick<(typeof SCREENSHOTS)[number], 'width' | 'height' | 'isNarrow'>;

async function signIn(page: Page, { base, username, password }: Companion): Promise<void> {
  await page.goto(`${base}/`);
  await page.locator('input[autocomplete=username]').fill(username);
  await page.locator('input[type=password]').fill(password);
  await page.keyboard.press('Enter');
  await page.waitForSelector('.row-words a');
}

/** Returns true once the list has a row with that title, which it opens if `opens`. */
const press = (page: Page, title: RegExp, opens: boolean): Promise<boolean> =>
  page.$$eval(
    '.row-words a',
    (links, source, isPressed) => {
      const found = links.find(({ textContent }) => new RegExp(source).test(textContent));
      if (isPressed) found?.click();
      return found !== undefined;
    },
    title.source,
    opens,
  );

/** Runs in the page. Returns true when the list, or an article, is there with the pictures in sight. */
function isDrawn(isArticle: boolean): boolean {
  if (isArticle !== (document.querySelector('article p') !== null)) return false;
  if (document.querySelector('.thumbnail:empty') !== null) return false;
  return [...document.images].every(({ complete, loading }) => complete || loading === 'lazy');
}
