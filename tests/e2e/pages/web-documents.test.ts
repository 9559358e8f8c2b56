import { join } from 'node:path';
import type { ElementHandle, Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFailed } from 'vitest';
import { fitsItsWidth, seriousFindings } from '../support/accessibility';
import { act } from '../support/act';
import { BROWSERS } from '../support/browsers';
import { type CompanionServer, startCompanion } from '../support/companion-server';
import { until } from '../support/until';
import { press, seesText, signIn, WebBrowser } from '../support/web-browser';

const documentAt = (name: string) =>
  join(import.meta.dirname, '../../server/extraction/fixtures/pdf', `${name}.pdf`);

const TITLE = 'A harbour in columns';
const PASSWORD = 'user';

/** The words of a page that is drawn, and the pixels of its picture that are not of one colour. */
const drawnPage = (page: Page, number: number) =>
  page.evaluate((at) => {
    const box = document.querySelector(`.page[data-page-number="${at}"]`);
    const canvas = box?.querySelector('canvas');
    const { width = 0, height = 0 } = canvas ?? {};
    const pixels = canvas?.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
    const colours = new Set<number>();
    for (let pixel = 0; pixel < pixels.length; pixel += 4) colours.add(pixels[pixel] ?? 0);
    return { text: box?.querySelector('.textLayer')?.textContent ?? '', colours: colours.size };
  }, number);

/** Selects the first place of some words on a page. */
const select = (page: Page, words: string) =>
  page.evaluate((wanted) => {
    for (const span of document.querySelectorAll('.textLayer span')) {
      const node = span.firstChild;
      const at = node?.textContent?.indexOf(wanted) ?? -1;
      if (!node || at < 0) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      getSelection()?.removeAllRanges();
      getSelection()?.addRange(range);
      return true;
    }
    return false;
  }, words);

/** The words that are painted. */
const painted = (page: Page) =>
  page.evaluate(() =>
    [...CSS.highlights]
      .filter(([name]) => name.startsWith('leafmark-'))
      .flatMap(([, highlight]) => [...highlight].map(String)),
  );

describe.each(BROWSERS)('documents in the web app in %s', (name) => {
  let companion: CompanionServer;
  let browser: WebBrowser;
  let page: Page;
  beforeAll(async () => {
    companion = await startCompanion();
    browser = await WebBrowser.launch(name);
    page = await browser.open(`${companion.base}/`);
    await signIn(page);
    await page.waitForSelector('.library-title');
    // Another place of the same page would not load it anew.
    await page.goto(`${companion.base}/profile`);
    await page.goto(`${companion.base}/library.html#/import`);
    const input = await page.waitForSelector('input[type=file]');
    await (input as ElementHandle<HTMLInputElement>).uploadFile(
      documentAt('latex-columns'),
      documentAt('scan'),
      documentAt('locked'),
    );
    await press(page, 'Import (3)');
    await seesText(page, 'Pages added: 3');
  });
  afterAll(async () => {
    await browser.close();
  });
  beforeEach(() => {
    onTestFailed(({ task }) => browser.picture(page, `failed-${task.name}-${name}`));
  });

  const open = async (title: string) => {
    await page.goto(`${companion.base}/library.html#/unread`);
    await seesText(page, title);
    await page.evaluate((wanted) => {
      const links = [...document.querySelectorAll<HTMLElement>('.row-words a')];
      links.find(({ textContent }) => textContent === wanted)?.click();
    }, title);
  };

  it('shows the pages of a PDF, finds words in it, and has its contents', async () => {
    await open(TITLE);
    await until('the first page is drawn', async () => (await drawnPage(page, 1)).colours > 2);
    await until('its text can be selected', async () =>
      (await drawnPage(page, 1)).text.includes(TITLE),
    );
    await browser.picture(page, `document-pages-${name}`);
    const find = '[aria-label="Find in the document"]';
    const type = async () => {
      await page.$eval(find, (field) => (field as HTMLInputElement).select());
      await page.type(find, 'harbour');
    };
    const isMatched = async () =>
      /^1 of \d+$/.test(
        (await page.$eval('.pdf-toolbar [role=status]', (each) => each.textContent)) ?? '',
      );
    await act('a match is shown', type, isMatched, { repeatAfterMs: 10_000 });
    await browser.picture(page, `document-search-${name}`);
    expect(await seriousFindings(page.mainFrame())).toEqual([]);
  });

  it('highlights the same words on the pages and in the text', async () => {
    await open(TITLE);
    await until('the first page is drawn', async () => (await drawnPage(page, 1)).colours > 2);
    const words = 'harbour';
    await act(
      'the colours are offered',
      () => select(page, words),
      async () => (await page.$('[aria-label="Yellow"]')) !== null,
    );
    await press(page, 'Yellow');
    await until('the words are painted', async () => (await painted(page)).includes(words));
    await browser.picture(page, `document-highlight-${name}`);
    await press(page, 'As text');
    await page.waitForSelector('.article p');
    await until('they are painted in the text', async () => (await painted(page)).includes(words));
    await browser.picture(page, `document-text-${name}`);
    await press(page, 'Pages');
    await until('they are painted on the page', async () => (await painted(page)).includes(words));
  });

  it('shows a scan, which has no text', async () => {
    await open('scan');
    await until('its page is drawn', async () => (await drawnPage(page, 1)).colours > 2);
    await browser.picture(page, `document-scan-${name}`);
  });

  it('keeps the page at which a person was, in both views, and moves by keys', async () => {
    await open(TITLE);
    await until('the first page is drawn', async () => (await drawnPage(page, 1)).colours > 2);
    const pageNumber = () => page.$eval('.pdf-page', (field) => (field as HTMLInputElement).value);
    await page.$eval('.pdf-pages', (pages) => (pages as HTMLElement).focus());
    for (const wanted of ['2', '3']) {
      await page.keyboard.press('j');
      await until(`page ${wanted} is shown`, async () => (await pageNumber()) === wanted);
    }
    await press(page, 'As text');
    const isThere = () =>
      page.evaluate(() => {
        const { top = Number.POSITIVE_INFINITY } =
          document.querySelector('#user-content-page-3')?.getBoundingClientRect() ?? {};
        // It may begin within the paragraph above.
        return Math.abs(top) < innerHeight / 2;
      });
    await until('the text of page 3 is on the screen', isThere);
    await press(page, 'Pages');
    await until('page 3 is shown again', async () => (await pageNumber()) === '3');
    await page.goto(`${companion.base}/profile`);
    await open(TITLE);
    await until('page 3 is shown after a new start', async () => (await pageNumber()) === '3');
  });

  it('asks for the password of a locked PDF, again if it is wrong', async () => {
    await open('locked');
    await seesText(page, 'This document is locked.');
    await page.type('.pdf-notice input', 'wrong');
    await press(page, 'Unlock');
    await seesText(page, 'This is not its password.');
    await browser.picture(page, `document-locked-${name}`);
    await page.type('.pdf-notice input', PASSWORD);
    await press(page, 'Unlock');
    await until('its page is drawn', async () => (await drawnPage(page, 1)).colours > 2);
  });

  // The driver of Firefox cannot ask for the dark.
  if (name === 'chromium') {
    it('shows dark pages in the dark', async () => {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
      await open(TITLE);
      // The page at which the person was.
      await until('page 3 is drawn', async () => (await drawnPage(page, 3)).colours > 2);
      await browser.picture(page, `document-dark-${name}`);
      expect(await seriousFindings(page.mainFrame())).toEqual([]);
      await page.emulateMediaFeatures([]);
    });
  }

  it('fits a phone, where a person has asked for the pages', async () => {
    await page.setViewport({ width: 390, height: 844, isMobile: name === 'chromium' });
    await open(TITLE);
    await press(page, 'Pages');
    await until('page 3 is drawn', async () => (await drawnPage(page, 3)).colours > 2);
    await browser.picture(page, `document-phone-${name}`);
    expect(await fitsItsWidth(page.mainFrame())).toBe(true);
    await page.setViewport({ width: 1280, height: 900 });
  });

  it('shows the pages without a network once a PDF was opened', async () => {
    await companion.stop();
    // Otherwise the page would have them from before.
    await page.reload();
    await open(TITLE);
    await until('page 3 is drawn', async () => (await drawnPage(page, 3)).colours > 2);
    await press(page, 'As text');
    await page.waitForSelector('.article p');
  });
});
