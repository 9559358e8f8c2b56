// Runs in the benchmark's page: makes a library, and has what the functions of the page share.
import type { Table } from 'dexie';
import { openLibraryOf, wallClock } from '../../src/background/library/libraries';
import type { Capture } from '../../src/capture/capture';
import type { HighlightId } from '../../src/domain/highlight';
import type { Result } from '../../src/domain/result';
import { HOUR_MS, unixMs } from '../../src/domain/time';
import { type ImportedPage, type Library, localOnlyShadow, openLibrary } from '../../src/library';
import { addMany } from '../../src/library/bookmarks/save-page';
import type { BookmarkRow, HighlightRow } from '../../src/library/database/rows';
import { LibraryDatabase } from '../../src/library/database/schema';
import { createWords, randomOf } from '../random';

/** A library to make. */
interface LibrarySize {
  readonly bookmarks: number;
  /** So many of them have an article. */
  readonly articles: number;
  /** Words of real pages in their order; without them, they are invented. */
  readonly words?: readonly string[];
  /** The HTML of real articles; without them, they are invented. */
  readonly html?: readonly string[];
}

const CHUNK = 500;
const PARAGRAPHS = 10;
const WORDS_IN_PARAGRAPH = 60;
const WORDS_IN_TITLE = 7;
const WORDS_IN_DESCRIPTION = 25;
/** The first title in the order of titles. */
const FIRST_TITLE = 'Aardvarks at night';
export const HAN = '東京都日本大学生活海山川水火木金土天地人心手目口耳足車電話時間年月日分秒';

export function value<T>(result: Result<T, unknown>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

let opened: Promise<Library> | null = null;

/** Opens the library for the first time that it is needed. */
export function library(): Promise<Library> {
  opened ??= openLibraryOf(openLibrary, null, wallClock).then(value);
  return opened;
}

/** Works on the tables of the library. */
export async function withDatabase<T>(work: (db: LibraryDatabase) => Promise<T>): Promise<T> {
  const db = new LibraryDatabase(null, undefined);
  await db.open();
  try {
    return await work(db);
  } finally {
    db.close();
  }
}

/** Yields the rows of a table in the order of their keys. */
export async function* chunksOf<T extends object>(table: Table<T>): AsyncGenerator<T[]> {
  const key = String(table.schema.primKey.keyPath);
  // Numbers are before texts.
  for (let last: string | number = Number.NEGATIVE_INFINITY; ; ) {
    const rows: T[] = await table.where(key).above(last).limit(CHUNK).toArray();
    if (rows.length > 0) yield rows;
    if (rows.length < CHUNK) return;
    last = Reflect.get(rows.at(-1) ?? {}, key);
  }
}

/**
 * Makes a library as from a server, so that edits are queued: bookmarks an hour apart, the last of
 * them new, one in four of those with an article with a highlight. The index of the search is not
 * built, as in a library that is older than its index.
 */
export async function makeLibrary(size: LibrarySize): Promise<void> {
  let ids = 0;
  const newId = () => {
    ids += 1;
    // A random order that is the same in each run, so that the queries are the same, too.
    return `bench-${(Math.imul(ids, 0x9e3779b1) >>> 0).toString(36).padStart(7, '0')}`;
  };
  const made = value(await openLibrary({ account: null, newId, now: wallClock }));
  const text = textsOf(size.words ?? []);
  await withDatabase(async (db) => {
    for (let from = 0; from < size.bookmarks; from += CHUNK) {
      const count = Math.min(CHUNK, size.bookmarks - from);
      const pages = Array.from({ length: count }, (_, at) => pageOf(from + at, size, text));
      const { added } = value(await made.part((store) => addMany(store, pages, { outbox: false })));
      const rows = (await db.bookmarks.bulkGet([...added])).flatMap((row) => row ?? []);
      await putOnServer(db, rows, text);
      await db.highlights.bulkAdd(pages.flatMap((page, at) => highlightOf(page, rows[at])));
    }
    await db.searchPending.clear();
  });
  made.close();
}

type Text = (count: number, number: number) => string;

/** Returns a function that makes a text. One text in twenty is Chinese; one word in 100 is rare. */
export function textsOf(words: readonly string[]): Text {
  const invented = createWords(7);
  const random = randomOf('texts');
  const word = () => {
    if (random.below(100) === 0) return `r${random.below(1_000_000).toString(36)}`;
    return words.length > 0 ? (words[random.below(words.length)] ?? '') : invented.text(1);
  };
  return (count, number) =>
    number % 20 === 19
      ? Array.from({ length: count }, () => HAN.charAt(random.below(HAN.length))).join('')
      : Array.from({ length: count }, word).join(' ');
}

/** Returns the nth page with an article, or only its address. */
export function pageOf(n: number, { bookmarks, articles, html }: LibrarySize, text: Text) {
  const url = `https://site${n % 500}.example/page/${n}`;
  const title = n === Math.floor(bookmarks / 2) ? FIRST_TITLE : text(WORDS_IN_TITLE, n);
  const address = { kind: 'address', url, title, excerpt: '', reason: 'on-server' } as const;
  const body = () => html?.[n % html.length] ?? articleOf(n, text);
  return {
    page: n < articles ? capturedPage(url, title, body(), text(WORDS_IN_DESCRIPTION, n)) : address,
    created: unixMs(Date.now() - (bookmarks - n) * HOUR_MS),
    labels: [`label ${n % 70}`],
    isArchived: n % 4 === 0,
    isFavourite: n % 10 === 0,
  } satisfies ImportedPage;
}

const articleOf = (n: number, text: Text): string =>
  Array.from({ length: PARAGRAPHS }, () => `<p>${text(WORDS_IN_PARAGRAPH, n)}.</p>`).join('');

/** Returns a page as the capture makes it. */
export function capturedPage(url: string, title: string, html: string, description = '') {
  const words = PARAGRAPHS * WORDS_IN_PARAGRAPH;
  const capture: Capture = {
    url,
    metadata: {
      title,
      siteName: '',
      authors: [],
      published: null,
      lang: 'en',
      textDirection: null,
      description,
      canonicalUrl: null,
      iconUrl: null,
      imageUrl: null,
      keywords: [],
      type: 'article',
    },
    article: { html, textLength: html.length, wordCount: words, readingTimeMinutes: 3, images: [] },
    excerpt: '',
    report: { words, imagesKept: 0, imagesDropped: 0, warnings: [] },
  };
  return { kind: 'captured', capture } as const;
}

async function putOnServer(db: LibraryDatabase, rows: readonly BookmarkRow[], text: Text) {
  const linked = rows.map((row, at) => ({
    ...row,
    serverId: `server-${row.id}`,
    description: row.description || text(WORDS_IN_DESCRIPTION, at),
  }));
  await db.bookmarks.bulkPut(linked);
  const shadows = linked.map((row) => {
    const { number, inUnread, inAll, inFavourites, inArchive, inLabels, ...bookmark } = row;
    return { ...localOnlyShadow(bookmark), serverId: row.serverId };
  });
  await db.shadows.bulkPut(shadows);
}

function highlightOf({ page }: ImportedPage, row: BookmarkRow | undefined): HighlightRow[] {
  const html = page.kind === 'captured' ? (page.capture.article?.html ?? '') : '';
  const exact = /<p>([^<]{20,60}) /.exec(html)?.[1];
  if (exact === undefined || row === undefined || !row.isArchived) return [];
  return [
    {
      id: crypto.randomUUID() as string as HighlightId,
      bookmarkId: row.id,
      color: 'yellow',
      note: '',
      review: '',
      quote: { exact, prefix: '', suffix: '' },
      isNoteOnly: false,
      refused: [],
      position: null,
      created: row.created,
      updated: row.updated,
    },
  ];
}
