// @module-tag full
import { describe, expect, it } from 'vitest';
import type { BookmarkId } from '../../../src/domain/bookmark';
import type { Highlight, HighlightId } from '../../../src/domain/highlight';
import type { UnixMs } from '../../../src/domain/time';
import {
  type HighlightShadow,
  newHighlightShadow,
} from '../../../src/library/database/highlight-shadow';
import { seriousFindings } from '../support/accessibility.ts';
import { BROWSERS } from '../support/browsers.ts';
import { storeArticles } from '../support/stored-articles.ts';
import { useWorld } from '../support/world.ts';

const IDS = Array.from({ length: 500 }, (_, at) => `page-${at}`);
const CREATED = Date.UTC(2026, 0, 2);

/** Each second highlight was answered, and is due. */
const highlightOf = (at: number): Highlight => ({
  id: `h${at}` as HighlightId,
  bookmarkId: (IDS[at % IDS.length] ?? '') as BookmarkId,
  quote: { exact: `The boats stayed ${at}`, prefix: '', suffix: '' },
  color: 'yellow',
  note: '',
  review: at % 2 === 0 ? '' : `2026-02-${String((at % 28) + 1).padStart(2, '0')}/4`,
  isNoteOnly: false,
  refused: [],
  position: null,
  created: (CREATED + at) as UnixMs,
  updated: CREATED as UnixMs,
});

/** Runs in a page of the extension. */
async function putHighlights(
  highlights: readonly Highlight[],
  shadows: readonly HighlightShadow[],
): Promise<void> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const database = await done(indexedDB.open('leafmark'));
  const writing = database.transaction(['highlights', 'highlightShadows'], 'readwrite');
  for (const row of highlights) writing.objectStore('highlights').put(row);
  for (const row of shadows) writing.objectStore('highlightShadows').put(row);
  await new Promise((resolve) => {
    writing.oncomplete = resolve;
  });
  database.close();
}

/** Runs in a page of the extension. Returns the addresses of the scripts and styles that it has loaded later. */
const loadedLater = (): string =>
  [...document.querySelectorAll('link')].map(({ href }) => href).join();

const MANY = 100_000;
const AT_ONCE = 5000;

describe.each(BROWSERS)('the review in %s', (name) => {
  const world = useWorld(name);

  it('shows five of 100,000 highlights at once, and is answered by keys', async () => {
    const { browser } = world;
    const page = await browser.openOwn('library', '#/unread');
    await page.sees('Unread');
    const html = '<p>The boats stayed.</p>';
    await storeArticles(
      page,
      IDS.map((id) => ({ id, title: `A page about ${id}`, html })),
    );
    for (let from = 0; from < MANY; from += AT_ONCE) {
      const some = Array.from({ length: AT_ONCE }, (_, at) => highlightOf(from + at));
      await page.evaluate(putHighlights, some, some.map(newHighlightShadow));
    }
    await page.reload();
    await page.sees('Review: 5 highlights');
    await browser.picture(`review-line-${name}`);
    // Its page is not loaded before it is opened.
    expect(await page.evaluate(loadedLater)).not.toMatch(/review-view/);
    const began = Date.now();
    await page.click('link', 'Review: 5 highlights');
    await page.sees('1 of 5');
    expect(await page.evaluate(loadedLater)).toMatch(/review-view/);
    const tookMs = Date.now() - began;
    // A loose bound, so that only a scan of all is noticed.
    expect(tookMs).toBeLessThan(10_000);
    expect(await seriousFindings(page)).toEqual([]);
    for (let answered = 1; answered < 5; answered += 1) {
      await page.press('k');
      await page.sees(`${answered + 1} of 5`);
    }
    await page.click('button', 'Never');
    await page.sees('That is all for today');
    await browser.picture(`review-end-${name}`);
    await page.press('u');
    await page.sees('5 of 5');
    const options = await browser.openOwn('options', '#/highlights');
    await options.sees('Highlights a day');
    expect(await seriousFindings(options)).toEqual([]);
    await browser.picture(`review-options-${name}`);
  });
});
