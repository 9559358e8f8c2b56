// Runs in the page of the benchmark's extension: makes a library in the browser's IndexedDB, indexes
// it and searches it.
import { type BookmarkId, unixMs, urlKey } from '../../src/domain';
import { type Library, openLibrary, searchIndexer, searchRepository } from '../../src/library';
import { toRow } from '../../src/library/database/bookmark-rows';
import type { ArticleRow, BookmarkRow } from '../../src/library/database/rows';
import { LibraryDatabase } from '../../src/library/database/schema';
import { articleText } from '../../src/library/search/document';
import { parseTextQuery, tokenise } from '../../src/query';
import { createWords } from '../server/random-text';
import { openFts5 } from './fts5';

/** A library to make. */
export interface LibrarySize {
  /** Its account; null: the library without one. */
  readonly account: string | null;
  readonly bookmarks: number;
  /** So many of them have an article. */
  readonly texts: number;
  /** Words of real pages in their order; empty: invented ones. */
  readonly words: readonly string[];
}

const WORDS_IN_TEXT = 600;
const WORDS_IN_TITLE = 7;
const WORDS_IN_DESCRIPTION = 25;
const HAN = '東京都日本大学生活海山川水火木金土天地人心手目口耳足車電話時間年月日分秒';
const CHUNK = 1_000;

/** Stores the bookmarks and articles of a library without its index. */
export async function makeLibrary({ account, bookmarks, texts, words }: LibrarySize) {
  const db = new LibraryDatabase(account, undefined);
  await db.open();
  const text = textsOf(words);
  for (let from = 0; from < bookmarks; from += CHUNK) {
    const rows: BookmarkRow[] = [];
    const articles: ArticleRow[] = [];
    for (let at = from; at < Math.min(from + CHUNK, bookmarks); at += 1) {
      const row = bookmarkOf(at, at < texts, text);
      rows.push(row);
      if (at < texts) articles.push(articleOf(row.id, text(WORDS_IN_TEXT, at)));
    }
    await db.transaction('rw', ['bookmarks', 'articles'], () =>
      Promise.all([db.bookmarks.bulkAdd(rows), db.articles.bulkAdd(articles)]),
    );
  }
  // They are indexed as a library that is older than its index.
  await db.searchPending.clear();
  db.close();
}

/** Returns a function that makes a text. One text in twenty is Chinese; one word in 100 is rare. */
function textsOf(words: readonly string[]) {
  const invented = createWords(7);
  let state = 1;
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const word = () => {
    if (random(100) === 0) return `r${random(1_000_000).toString(36)}`;
    return words.length > 0 ? (words[random(words.length)] ?? '') : invented.text(1);
  };
  return (count: number, number: number) =>
    number % 20 === 19
      ? Array.from({ length: count }, () => HAN.charAt(random(HAN.length))).join('')
      : Array.from({ length: count }, word).join(' ');
}

type Text = ReturnType<typeof textsOf>;

function bookmarkOf(at: number, hasArticle: boolean, text: Text): BookmarkRow {
  const url = `https://site${at % 500}.example/page/${at}`;
  const key = urlKey(url);
  if (key === null) throw new Error(url);
  return toRow({
    ...{ id: crypto.randomUUID() as string as BookmarkId, serverId: null, url, urlKey: key },
    ...{ title: text(WORDS_IN_TITLE, at), siteName: '', site: `site${at % 500}.example` },
    ...{ authors: [], published: null, lang: 'en', textDirection: null, excerpt: '' },
    ...{ description: text(WORDS_IN_DESCRIPTION, at), type: 'article', wordCount: WORDS_IN_TEXT },
    content: hasArticle ? { kind: 'article' } : { kind: 'address', reason: 'on-server' },
    ...{ readingTimeMinutes: 3, labels: [`label ${at % 70}`], isFavourite: false },
    ...{ isArchived: false, readProgress: 0, readAnchor: '', icon: null, image: null },
    created: unixMs(1_600_000_000_000 + at * 60_000),
    ...{ updated: unixMs(1_600_000_000_000), trashedAt: null },
  });
}

const articleOf = (bookmarkId: BookmarkId, text: string): ArticleRow => ({
  bookmarkId,
  body: `<section><p>${text}</p></section>`,
  ...{ textLength: text.length, wordCount: WORDS_IN_TEXT, paragraphs: [text.length] },
  images: [],
  report: { durationsMs: {}, words: 0, imagesKept: 0, imagesDropped: 0, warnings: [] },
  ...{ capturedAt: unixMs(1_600_000_000_000), iconUrl: null, imageUrl: null },
});

const opened = new Map<string | null, Library>();

async function libraryOf(account: string | null): Promise<Library> {
  const open = opened.get(account);
  if (open) return open;
  const now = () => unixMs(Date.now());
  const library = await openLibrary({ account, newId: () => crypto.randomUUID(), now });
  if (!library.ok) throw new Error(JSON.stringify(library.error));
  opened.set(account, library.value);
  return library.value;
}

/** The sizes and the time of a whole build. */
export interface BuildTime {
  readonly ms: number;
  readonly bytes: number;
  readonly textLength: number;
  readonly documents: number;
}

export async function buildIndex(account: string | null): Promise<BuildTime> {
  const library = await libraryOf(account);
  const began = performance.now();
  const done = await library.part(searchIndexer).run(new AbortController().signal);
  const ms = performance.now() - began;
  if (!done.ok) throw new Error(JSON.stringify(done.error));
  return { ms, ...(await library.part(searchRepository).status()) };
}

/** The time to read all articles of a library and to tokenise them, and the tokenising alone. */
export async function tokeniseAll(account: string) {
  const db = new LibraryDatabase(account, undefined);
  await db.open();
  const began = performance.now();
  let [tokeniseMs, bytes, last] = [0, 0, ''];
  const encoder = new TextEncoder();
  while (true) {
    const rows = await db.articles.where('bookmarkId').above(last).limit(50).toArray();
    for (const { body, bookmarkId } of rows) {
      last = bookmarkId;
      const text = articleText(typeof body === 'string' ? body : '');
      bytes += encoder.encode(text).length;
      const start = performance.now();
      tokenise(text);
      tokeniseMs += performance.now() - start;
    }
    if (rows.length < 50) break;
  }
  const bookmarks = await db.bookmarks.toArray();
  const start = performance.now();
  for (const { title, description, site, labels } of bookmarks) {
    for (const text of [title, description, site, ...labels]) {
      tokenise(text);
      bytes += encoder.encode(text).length;
    }
  }
  tokeniseMs += performance.now() - start;
  const readMs = performance.now() - began;
  db.close();
  return { tokeniseMs, readMs, bytes };
}

/** Makes queries as they are typed: starts of words, two words, and Chinese words. */
export async function queriesOf(account: string | null, count: number): Promise<readonly string[]> {
  const db = new LibraryDatabase(account, undefined);
  await db.open();
  const rows = await db.bookmarks.limit(20 * count).toArray();
  db.close();
  const words = rows
    .flatMap(({ title }) => tokenise(title))
    .filter((word) => /^\w{5,}$/.test(word));
  const pick = (at: number) => words[(at * 7_919) % words.length] ?? 'a';
  return Array.from({ length: count }, (_, at) => {
    if (at % 5 === 4) return HAN.slice(at % 30, (at % 30) + 2);
    if (at % 5 >= 2) return `${pick(at)} ${pick(at + 1).slice(0, 3 + (at % 3))}*`;
    return `${pick(at).slice(0, 3 + (at % 3))}*`;
  });
}

/** Those of the queries that have results. */
export async function queriesWithResults(account: string | null, count: number) {
  const search = (await libraryOf(account)).part(searchRepository);
  const found: string[] = [];
  for (const query of await queriesOf(account, count)) {
    const { results } = await search.search(parseTextQuery(query), { limit: 1 });
    if (results.length > 0) found.push(query);
  }
  return found;
}

/** The time of each query with our index and with FTS5, in turns. Each is searched `runs` times. */
export async function searchAll(account: string, queries: readonly string[], runs: number) {
  const search = (await libraryOf(account)).part(searchRepository);
  const fts5 = await fillFts5(account);
  const times = queries.map((query) => ({ query, ms: [] as number[], fts5Ms: [] as number[] }));
  for (let run = 0; run < runs; run += 1) {
    for (const { query, ms, fts5Ms } of times) {
      const began = performance.now();
      const { results } = await search.search(parseTextQuery(query), { limit: 20 });
      ms.push(performance.now() - began);
      const start = performance.now();
      const found = fts5.search(query, 20);
      fts5Ms.push(performance.now() - start);
      if (found !== results.length) throw new Error(`${query}: ${found}, not ${results.length}`);
    }
  }
  return times;
}

/** Makes an index of FTS5 of the same texts. */
async function fillFts5(account: string) {
  const db = new LibraryDatabase(account, undefined);
  await db.open();
  const fts5 = await openFts5();
  for (let last = ''; ; ) {
    const rows = await db.bookmarks.where('id').above(last).limit(CHUNK).toArray();
    const articles = await db.articles.bulkGet(rows.map(({ id }) => id));
    fts5.add(
      rows.map(({ title, description, site, labels }, at) => {
        const body = articles[at]?.body;
        const text = typeof body === 'string' ? articleText(body) : '';
        return { fields: [title, description, site, ...labels], text };
      }),
    );
    last = rows.at(-1)?.id ?? '';
    if (rows.length < CHUNK) break;
  }
  db.close();
  return fts5;
}

/** The time from opening a library to its first result, or to its first row for `floor`. */
export async function coldOpen(account: string, query: string, side: 'search' | 'floor') {
  const began = performance.now();
  const library = await libraryOf(account);
  if (side === 'search') {
    await library.part(searchRepository).search(parseTextQuery(query), { limit: 20 });
  } else await library.bookmarks.page({ view: 'all', limit: 1, after: null });
  return performance.now() - began;
}

/** The median times in ms to index one new article, and to put a row of its size. */
export async function addOne(account: string, words: readonly string[], runs: number) {
  const db = new LibraryDatabase(account, undefined);
  await db.open();
  const indexer = (await libraryOf(account)).part(searchIndexer);
  const text = textsOf(words);
  const [adds, puts]: [number[], number[]] = [[], []];
  for (let run = 0; run < runs; run += 1) {
    const row = bookmarkOf(10_000_000 + run, true, text);
    const article = articleOf(row.id, text(WORDS_IN_TEXT, run * 20));
    const start = performance.now();
    await db.bookmarks.put(row);
    puts.push(performance.now() - start);
    await db.articles.put(article);
    const began = performance.now();
    const done = await indexer.step();
    adds.push(performance.now() - began);
    if (!done.ok) throw new Error(JSON.stringify(done.error));
    // Merges are not part of adding.
    while ((await indexer.step()).ok && (await db.searchMerges.count()) > 0);
  }
  db.close();
  return { adds, puts };
}
