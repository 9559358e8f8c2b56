// Runs in `bench-page.html`, a page of the measured extension, where the benchmark accesses the library
// and the browser's API.
import { browser } from 'wxt/browser';
import { openLibraryOf, wallClock } from '../../src/background/library/libraries';
import type { Capture } from '../../src/capture/capture';
import type { Result } from '../../src/domain/result';
import { unixMs } from '../../src/domain/time';
import { type UrlKey, urlKey } from '../../src/domain/url-identity';
import type { ImportedPage } from '../../src/library';
import { openLibrary } from '../../src/library';
import { addMany } from '../../src/library/bookmarks/save-page';

const CHUNK = 1000;
const HOUR_MS = 3_600_000;
const opened = openLibraryOf(openLibrary, null, wallClock);
const library = async () => value(await opened);

/** Adds bookmarks with articles to the library, one hour apart. The last one is new. */
export async function fill(count: number): Promise<void> {
  const { part } = await library();
  for (let start = 0; start < count; start += CHUNK) {
    const pages = Array.from({ length: Math.min(CHUNK, count - start) }, (_, index) =>
      madeUp(start + index, count),
    );
    value(await part((store) => addMany(store, pages, { outbox: true })));
  }
}

/** Adds one newer bookmark without notifying open pages. */
export async function add(title: string): Promise<void> {
  const page = { kind: 'captured', capture: captureOf(title, `http://late.example/${title}`) };
  const { part } = await library();
  value(await part((store) => addMany(store, [{ page } as ImportedPage], { outbox: true })));
}

/** Returns the titles of the newest bookmarks in the popup's first view. */
export async function newestTitles(limit: number): Promise<readonly string[]> {
  const { bookmarks } = await library();
  const { rows } = await bookmarks.page({ view: 'unread', limit, after: null });
  return rows.map(({ title }) => title);
}

/** Returns true if the page at that address is stored with its article. */
export async function isKept(url: string): Promise<boolean> {
  const { bookmarks } = await library();
  const bookmark = await bookmarks.findByUrlKey(urlKey(url) as UrlKey); // An http address of our own.
  return bookmark?.content.kind === 'article';
}

/** Returns true if no save and no image is in progress. */
export async function isSettled(): Promise<boolean> {
  const kept = await browser.storage.local.get(null);
  return !Object.keys(kept).some((key) => key.startsWith('images:'));
}

/** Sets the page that a click on the button opens. */
export const setPopup = (popup: string): Promise<void> => browser.action.setPopup({ popup });

/** Starts the background if it is not running, and makes it open the library. */
export const wake = (): Promise<unknown> =>
  browser.runtime.sendMessage({ name: 'describePage', request: { save: false } });

function madeUp(index: number, count: number): ImportedPage {
  const title = `${index}. ${TITLES[index % TITLES.length]}`;
  const url = `http://site-${index % 97}.example/articles/${index}`;
  return {
    page: { kind: 'captured', capture: captureOf(title, url) },
    created: unixMs(Date.now() - (count - index) * HOUR_MS),
    labels: index % 3 === 0 ? [`label ${index % 40}`] : [],
    isArchived: index % 4 === 0,
    isFavourite: index % 10 === 0,
  };
}

function captureOf(title: string, url: string): Capture {
  const words = 300;
  return {
    url,
    metadata: {
      title,
      siteName: '',
      authors: ['Ada Gardener'],
      published: null,
      lang: 'en',
      textDirection: null,
      description: 'Two sheets of paper, a heavy book and three weeks of patience.',
      canonicalUrl: null,
      iconUrl: null,
      imageUrl: null,
      keywords: [],
      type: 'article',
    },
    article: {
      html: `<p>${'leaf '.repeat(words)}</p>`,
      textLength: words * 5,
      wordCount: words,
      readingTimeMinutes: 2,
      images: [],
    },
    excerpt: '',
    report: { words, imagesKept: 0, imagesDropped: 0, warnings: [] },
  };
}

const TITLES = [
  'How to press a leaf so that it keeps its green',
  'A short history of the reading lamp, and of the rooms that were built around it',
  'Letters',
  'What the gardeners of the old library knew about patience, paper and frost',
];

function value<T>(result: Result<T, unknown>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}
