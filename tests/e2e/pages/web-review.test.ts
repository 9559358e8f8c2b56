// @module-tag full
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fitsItsWidth, seriousFindings } from '../support/accessibility';
import { BROWSERS } from '../support/browsers';
import { type CompanionServer, startCompanion } from '../support/companion-server';
import { smallTargets, tap } from '../support/finger';
import { addHighlighted, REVIEWED, setClockAhead } from '../support/review-app';
import { until } from '../support/until';
import { leave, signIn, WebBrowser } from '../support/web-browser';

const DESK = { width: 1280, height: 900 };
const PHONE = { width: 360, height: 640, isMobile: true, hasTouch: true };
const [[WOLF, RIDGE], [GARDEN, TREES], [, NETWORK]] = REVIEWED;

describe.each(BROWSERS)('the review in the web app in %s', (name) => {
  let companion: CompanionServer;
  let browser: WebBrowser;
  let page: Page;
  beforeAll(async () => {
    companion = await startCompanion();
    await addHighlighted(companion);
    browser = await WebBrowser.launch(name, { reportsRequests: true });
    page = await browser.open(`${companion.base}/`);
    await signIn(page);
    await page.waitForSelector('.row-words a');
    await leave(page);
    await page.evaluateOnNewDocument(setClockAhead, 2);
  });
  afterAll(async () => {
    await browser.close();
    await companion.stop();
  });

  const sees = (words: string | RegExp) =>
    until(`the page shows ${words}`, async () => {
      // biome-ignore lint/performance/useDomNodeTextContent: what is hidden must not count
      const text = await page.evaluate(() => document.body.innerText.replace(/\s+/g, ' '));
      return typeof words === 'string' ? text.includes(words) : words.test(text);
    });
  const go = async (place: string) => {
    await leave(page);
    await page.goto(`${companion.base}/library.html#/${place}`);
    await page.reload();
    await page.waitForSelector('.library-title');
  };
  const press = (button: string) => page.locator(`::-p-aria([name="${button}"])`).click();
  const expectUsable = async (what: string, themes: readonly string[] = ['dark', 'light']) => {
    for (const theme of themes) {
      if (name === 'chromium')
        await page.emulateMediaFeatures([
          { name: 'prefers-color-scheme', value: theme },
          { name: 'prefers-reduced-motion', value: 'reduce' },
        ]);
      await browser.picture(page, `review-${name}-${what}-${theme}`);
      expect(await seriousFindings(page.mainFrame())).toEqual([]);
    }
    expect(await fitsItsWidth(page.mainFrame())).toBe(true);
  };

  it('is named above the unread pages, with how many highlights there are', async () => {
    await go('unread');
    await sees('Review: 3 highlights');
    await expectUsable('line');
    // The next first paint has it where it was.
    await page.reload();
    await page.waitForSelector('.list-head .hint a');
    await page.click('.list-head .hint a');
    await sees('1 of 3');
  });

  it('shows a quote, its note and its page, and is answered by keys', async () => {
    await go('highlights/review');
    await sees(RIDGE);
    await sees(WOLF);
    expect(await page.$eval('textarea', ({ value }) => value)).toBe('For the talk in May.');
    await expectUsable('desk');
    await page.keyboard.press('k');
    await sees('Comes back in 2 days');
    await sees(TREES);
    await expectUsable('arabic', ['light']);
    await page.keyboard.press('u');
    await sees(RIDGE);
    await page.keyboard.press('?');
    await sees('Less often');
    await browser.picture(page, `review-${name}-keys`);
    await page.keyboard.press('Escape');
  });

  it('opens the highlight in its article, and comes back', async () => {
    await go('highlights/review');
    await sees(RIDGE);
    await page.keyboard.press('o');
    await page.waitForSelector('.article p');
    await page.evaluate(() => history.back());
    await page.waitForSelector('.reader', { hidden: true });
    await sees('1 of 3');
  });

  it.runIf(name === 'chromium')('is read and answered with a finger on a phone', async () => {
    await page.setViewport(PHONE);
    await go('highlights/review');
    await sees(RIDGE);
    await expectUsable('phone');
    expect(await page.evaluate(smallTargets)).toEqual([]);
    await tap(page, 'Less often');
    await sees('Comes back in 4 days');
    await tap(page, 'Undo');
    await sees('1 of 3');
    await page.setViewport(DESK);
  });

  it('ends, and the answers are on the server', async () => {
    await go('highlights/review');
    await sees(RIDGE);
    await press('Keep');
    await sees(GARDEN);
    await press('Never');
    await sees(NETWORK);
    await press('Less often');
    await sees('That is all for today');
    await expectUsable('end');
    await go('unread');
    await page.waitForSelector('.row-words a');
    expect(await page.$('.list-head .hint')).toBeNull();
    const reviews = () =>
      companion.inStorage(async ({ annotations }, { id }) => {
        const { rows } = await annotations.listAll(id, { limit: 10, offset: 0 });
        return rows.map(({ review }) => review.replace(/\d{4}-\d{2}-\d{2}/, 'DAY')).toSorted();
      });
    await until('the server has the answers', async () => {
      const found = await reviews();
      return JSON.stringify(found) === JSON.stringify(['DAY/2', 'DAY/4', 'never/DAY']);
    });
    expect(browser.errors).toEqual([]);
  });
});
