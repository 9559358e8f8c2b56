// @module-tag full
import { describe, expect, it } from 'vitest';
import { act } from '../support/act.ts';
import { BROWSERS } from '../support/browsers.ts';
import {
  chooseInBubble,
  frameHasFocus,
  inBubble,
  isInterfaceAt,
  isPainted,
  overWords,
  pressHighlightKey,
  selectionRect,
} from '../support/highlighting.ts';
import { serveArticle } from '../support/pages.ts';
import { savedRows } from '../support/saved-rows.ts';
import type { ScreenPage } from '../support/screen-page.ts';
import {
  coverAndStall,
  coverPage,
  embedFrame,
  HOST,
  SPY,
  SPY_POLICY,
  seenByPage,
  selectAndInsert,
  setTheme,
} from '../support/spying-page.ts';
import { until } from '../support/until.ts';
import { useWorld } from '../support/world.ts';

const WORDS = 'behind the old library had been';
const OTHERS = 'nobody in the town';
const BELL = 'the bell of the mill rang';
const NOTE = 'my secret thought';
/** Runs in a page of the extension. Returns the notes of all highlights. */
async function storedNotes(): Promise<readonly string[]> {
  const answer = <T>(request: IDBRequest<T>) =>
    new Promise<T>((done) => {
      request.onsuccess = () => done(request.result);
    });
  const { name = '' } =
    (await indexedDB.databases()).find((database) => database.name?.startsWith('leafmark')) ?? {};
  const database = await answer(indexedDB.open(name));
  const rows = database.transaction('highlights').objectStore('highlights');
  const notes = (await answer<{ note: string }[]>(rows.getAll())).map(({ note }) => note);
  database.close();
  return notes;
}

/** Runs in a page. Draws ten frames, in which the script would have shown its interface. */
async function drawFrames(): Promise<void> {
  for (let frame = 0; frame < 10; frame += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

/**
 * Asks for all stored data in the world of our script in a page. Firefox's driver cannot, and there
 * `storage.local` can be read, but has no secrets.
 */
async function readStorageInPage({ page }: ScreenPage): Promise<unknown> {
  const session = await page.createCDPSession();
  const own = new Promise<number>((resolve) => {
    session.on('Runtime.executionContextCreated', ({ context }) => {
      if (context.origin.startsWith('chrome-extension:')) resolve(context.id);
    });
  });
  await session.send('Runtime.enable');
  const { result } = await session.send('Runtime.evaluate', {
    contextId: await own,
    expression: 'chrome.storage.local.get(null).catch(String)',
    awaitPromise: true,
    returnByValue: true,
  });
  await session.detach();
  return result.value;
}

describe.each(BROWSERS)('highlights on a hostile page in %s', (name) => {
  const world = useWorld(name);

  it('have notes that the page cannot see, select, overwrite or style', async () => {
    const { browser, web } = world;
    const asked: string[] = [];
    web.on('http://journal.example/spy.woff2', (_, response) => {
      asked.push('spy.woff2');
      response.writeHead(404).end();
    });
    const policy = { 'content-security-policy': SPY_POLICY };
    const url = serveArticle(web, 'spy', { title: 'A spy', head: SPY }, policy);
    const page = await browser.open(url);
    await overWords(page, WORDS, 'drag');
    await pressHighlightKey(world, page);
    await isPainted(page, { yellow: WORDS });
    const before = (await page.evaluate(seenByPage)).length;
    await overWords(page, WORDS, 'click');
    await frameHasFocus(page);
    await browser.display.type(NOTE);
    await until('the note is stored', async () =>
      (await browser.runBehind(storedNotes)).includes(NOTE),
    );
    await browser.picture('hostile-editor-light');
    expect((await page.evaluate(seenByPage)).slice(before)).toEqual(['p']);
    expect(await page.evaluate(selectAndInsert)).not.toContain('secret');
    expect(asked).toEqual([]);
    await browser.press('Escape');

    await setTheme(browser, 'dark');
    await page.page.bringToFront();
    await overWords(page, WORDS, 'click');
    await frameHasFocus(page);
    await browser.picture('hostile-editor-dark');
    expect(await browser.runBehind(storedNotes)).toEqual([NOTE]);
    await setTheme(browser, 'system');
    if (name === 'chromium') {
      expect(await readStorageInPage(page)).toMatch('Access to storage is not allowed');
    }
    await page.page.bringToFront();
    expect(await page.evaluate(embedFrame, `${browser.origin}/highlight-frame.html`)).not.toContain(
      expect.stringContaining(NOTE),
    );
  });

  it('are not made by one click that is meant for something else', async () => {
    const { browser, web } = world;
    const url = serveArticle(web, 'cover', { title: 'A cover', head: SPY });
    const page = await browser.open(url);
    await act(
      'the script says that nothing is selected',
      () => browser.press('alt+shift+k'),
      () => page.evaluate((host) => document.querySelector(host) !== null, HOST),
      { repeatAfterMs: 10_000 },
    );
    // Its own selection brings no colours.
    await page.evaluate(() => {
      const [, paragraph] = document.querySelectorAll('p');
      if (paragraph) getSelection()?.selectAllChildren(paragraph);
    });
    await page.evaluate(drawFrames);
    const own = inBubble(await page.evaluate(selectionRect), 0);
    expect(await page.evaluate(isInterfaceAt, ...own)).toBe(false);

    await page.evaluate(coverPage);
    await overWords(page, OTHERS, 'drag');
    const words = await page.evaluate(selectionRect);
    const [x, y] = inBubble(words, 0);
    await until('the bubble is there', () => page.evaluate(isInterfaceAt, x, y));
    await until('the bubble was clicked again and again', async () => {
      // A click beside it ends the selection. What a click has made is counted below.
      if (!(await page.evaluate(isInterfaceAt, x, y))) await overWords(page, OTHERS, 'drag');
      await page.page.mouse.click(x, y);
      const seen = await page.evaluate(seenByPage);
      return seen.filter((each) => each === HOST).length > 8;
    });
    await browser.picture('hostile-cover');
    await page.evaluate(coverAndStall);
    await page.page.mouse.click(x, y);
    await page.evaluate(drawFrames);
    expect((await savedRows(browser)).filter((row) => row.url === url)).toEqual([]);

    await page.page.bringToFront();
    await page.evaluate(() => document.querySelector('#cover')?.remove());
    await chooseInBubble(page, words, 0);
    await isPainted(page, { yellow: OTHERS });
    // A save takes a moment, so an earlier click would show here at the latest.
    const made = (await browser.runBehind(storedNotes)).filter((note) => note === '');
    expect(made).toHaveLength(1);
  });

  it('are shown in the reader where the page lets no frame run', async () => {
    const { browser, web } = world;
    const policy = { 'content-security-policy': 'sandbox allow-scripts' };
    const middle = `<p>At dawn ${BELL}.</p>`;
    const url = serveArticle(web, 'sandbox', { title: 'Closed', middle }, policy);
    const page = await browser.open(url);
    await overWords(page, BELL, 'drag');
    await pressHighlightKey(world, page);
    await isPainted(page, { yellow: BELL });
    await overWords(page, BELL, 'click');
    const reader = await browser.tab(/library\.html#\/read\//);
    await isPainted(reader, { yellow: BELL, current: BELL });
    await reader.close();
  });
});
