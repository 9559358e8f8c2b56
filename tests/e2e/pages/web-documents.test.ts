import { join } from 'node:path';
import type { ElementHandle, Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFailed } from 'vitest';
import { seriousFindings } from '../support/accessibility';
import { act } from '../support/act';
import { BROWSERS } from '../support/browsers';
import { type CompanionServer, startCompanion } from '../support/companion-server';
import { until } from '../support/until';
import { press, seesText, signIn, WebBrowser } from '../support/web-browser';

const documentAt = (name: string) =>
  join(import.meta.dirname, '../../server/extraction/fixtures/pdf', `${name}.pdf`);

const TITLE = 'A harbour in columns';

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
    );
    await press(page, 'Import (2)');
    await seesText(page, 'Pages added: 2');
  });
  afterAll(async () => {
    await browser.close();
    await companion.stop();
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
    expect((await drawnPage(page, 1)).text).toContain('A harbour in columns');
    await browser.picture(page, `document-pages-${name}`);
    const find = '[aria-label="Find in the document"]';
    await page.type(find, 'harbour');
    await until('a match is shown', async () =>
      /^1 of \d+$/.test(
        (await page.$eval('.pdf-toolbar [role=status]', (each) => each.textContent)) ?? '',
      ),
    );
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
      async () =>
        (await page.$('.highlight-bubble, .selection-bubble, [aria-label="Yellow"]')) !== null,
    );
    await page.keyboard.press('h');
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
});
