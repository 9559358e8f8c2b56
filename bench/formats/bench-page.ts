// Runs in a page of the measured extension: makes a library, and times exports and restoring in the
// extension's own worker.
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { readExport, removeExport } from '../../src/background/transfer/export-files';
import {
  type TransferRequest,
  transferInWorker,
} from '../../src/background/transfer/transfer-in-worker';
import type { BookmarkId } from '../../src/domain/bookmark';
import type { HighlightId } from '../../src/domain/highlight';
import { newBookmark } from '../../src/domain/new-bookmark';
import { unixMs } from '../../src/domain/time';
import { urlKey } from '../../src/domain/url-identity';
import { openZip } from '../../src/formats/files/open-zip';
import { NO_IMPORT_CHOICES, removeLibrary } from '../../src/library';
import { packText } from '../../src/library/articles/stored-text';
import { toRow } from '../../src/library/database/bookmark-rows';
import type { ArticleRow, BookmarkRow, HighlightRow } from '../../src/library/database/rows';
import { LibraryDatabase } from '../../src/library/database/schema';
import type { ExportFormat } from '../../src/transfer';
import { createWords } from '../server/random-text';

const CHUNK = 500;
const PARAGRAPHS = 12;
const WORDS_IN_PARAGRAPH = 60;

/**
 * Stores bookmarks with articles, one in four with a highlight.
 *
 * @param texts the HTML of real articles; empty: invented ones
 */
export async function makeLibrary(count: number, texts: readonly string[]): Promise<void> {
  const db = new LibraryDatabase(null, undefined);
  await db.open();
  const words = createWords(7);
  const invented = () =>
    Array.from({ length: PARAGRAPHS }, () => `<p>${words.text(WORDS_IN_PARAGRAPH)}.</p>`).join('');
  for (let from = 0; from < count; from += CHUNK) {
    const bookmarks: BookmarkRow[] = [];
    const articles: ArticleRow[] = [];
    const highlights: HighlightRow[] = [];
    for (let at = from; at < Math.min(from + CHUNK, count); at += 1) {
      const html = texts.length > 0 ? (texts[at % texts.length] ?? '') : invented();
      const row = bookmarkOf(at, words.text(7));
      bookmarks.push(row);
      articles.push(await articleOf(row.id, html));
      const quote = /<p>([^<]{20,60}) /.exec(html)?.[1];
      if (at % 4 === 0 && quote !== undefined) highlights.push(highlightOf(row.id, quote));
    }
    await db.transaction('rw', ['bookmarks', 'articles', 'highlights'], () =>
      Promise.all([
        db.bookmarks.bulkAdd(bookmarks),
        db.articles.bulkAdd(articles),
        db.highlights.bulkAdd(highlights),
      ]),
    );
  }
  db.close();
}

function bookmarkOf(at: number, title: string): BookmarkRow {
  const url = `https://site${at % 500}.example/page/${at}`;
  const key = urlKey(url);
  if (key === null) throw new Error(url);
  const id = crypto.randomUUID() as string as BookmarkId;
  return toRow({
    ...newBookmark(id, url, key, unixMs(1_600_000_000_000 + at * 60_000)),
    title,
    lang: 'en',
    wordCount: 700,
    content: { kind: 'article' },
    readingTimeMinutes: 3,
    labels: [`label ${at % 70}`],
    isFavourite: at % 10 === 0,
    isArchived: at % 4 === 0,
    updated: unixMs(1_700_000_000_000),
  });
}

const articleOf = async (bookmarkId: BookmarkId, html: string): Promise<ArticleRow> => ({
  bookmarkId,
  body: await packText(html),
  textLength: html.length,
  wordCount: 700,
  paragraphs: [html.length],
  images: [],
  iconUrl: null,
  imageUrl: null,
  report: { words: 700, imagesKept: 0, imagesDropped: 0, warnings: [] },
  capturedAt: unixMs(1_600_000_000_000),
});

const highlightOf = (bookmarkId: BookmarkId, exact: string): HighlightRow => ({
  id: crypto.randomUUID() as string as HighlightId,
  bookmarkId,
  color: 'yellow',
  note: 'N',
  quote: { exact, prefix: '', suffix: '' },
  isNoteOnly: false,
  refused: [],
  position: null,
  created: unixMs(1_700_000_000_000),
  updated: unixMs(1_700_000_000_000),
});

/** Runs a request as the pages of the extension do, and returns its ms and the last message. */
async function timed(request: TransferRequest) {
  const began = performance.now();
  const options = { signal: new AbortController().signal, onProgress: () => {} };
  const ended = await transferInWorker(() => new Worker('/transfer-worker.js'), request, options);
  return { ms: performance.now() - began, ended };
}

/** The ms of an export of the whole library, and the bytes of its file. */
export async function exportAll(format: ExportFormat) {
  await removeExport('export');
  const markdown = { highlights: 'marks', layout: 'properties' } as const;
  const choice = { format, ids: null, title: null, settings: {}, markdown };
  const { ms, ended } = await timed({ kind: 'export', into: 'export', account: null, choice });
  if (ended?.kind !== 'written') throw new Error(JSON.stringify(ended));
  return { ms, bytes: (await readExport('export', ended.name, ended.type)).size };
}

/** Returns the file of the last export. */
async function lastExport(): Promise<File> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle('export');
  for await (const handle of folder.values()) {
    if (handle instanceof FileSystemFileHandle) return handle.getFile();
  }
  throw new Error('There is no export');
}

/** The ms that fflate takes to zip the files in the last export, which was a zip. */
export async function zipWithFflate(): Promise<number> {
  const opened = await openZip(await lastExport(), {
    maxEntries: 4_000_000,
    maxDirectoryBytes: 1_000_000_000,
  });
  if (!opened.ok) throw new Error(opened.error.kind);
  let [ms, bytes] = [0, 0];
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error;
    bytes += chunk.length;
  });
  for (const name of opened.value.names) {
    const content = await opened.value.read(name, Number.MAX_SAFE_INTEGER);
    if (!content.ok) throw new Error(`${name}: ${content.error.kind}`);
    const began = performance.now();
    const file = name.endsWith('.png') ? new ZipPassThrough(name) : new ZipDeflate(name);
    zip.add(file);
    file.push(content.value, true);
    ms += performance.now() - began;
  }
  const began = performance.now();
  zip.end();
  if (bytes === 0) throw new Error('Nothing was written');
  return ms + performance.now() - began;
}

/** Deletes the library, and returns the ms until the last export is restored. */
export async function restoreLast(): Promise<number> {
  // As after the browser was reinstalled.
  const file = await lastExport();
  await removeLibrary(null);
  const job = { fileName: 'a.zip', format: 'bundle', choices: NO_IMPORT_CHOICES, total: 0 };
  const begin = { kind: 'begin', file, job: { ...job, startedAt: unixMs(1) } } as const;
  const begun = await timed({ ...begin, account: null });
  const worked = await timed({ kind: 'work', account: null });
  const db = new LibraryDatabase(null, undefined);
  const restored = await db.jobs.get(1);
  db.close();
  if (restored?.state !== 'finished') throw new Error(JSON.stringify(worked.ended));
  return begun.ms + worked.ms;
}
