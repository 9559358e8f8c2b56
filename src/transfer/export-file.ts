import type { Unwritten, UnwrittenRecord } from '../domain/backup';
import type { BookmarkId } from '../domain/bookmark';
import { cutText } from '../domain/excerpt';
import { sha256 } from '../domain/hash';
import type { UnixMs } from '../domain/time';
import {
  type BundlePart,
  type BundleSettings,
  dayOf,
  type EpubOptions,
  type ExportedBookmark,
  type ExportedItem,
  exportFileName,
  headingOf,
  isInBrowserFile,
  type MarkdownLayout,
  uniqueSlugs,
  writeBundle,
  writeCsv,
  writeEpub,
  writeMarkdown,
  writeMarkdownZip,
  writeNetscape,
  writePage,
  writePageZip,
} from '../formats';
import type { TransferRepository, TransferredBookmark } from '../library';
import { bundleSource } from './bundle-source';
import {
  type ExportCounts,
  exportedBookmark,
  exportItems,
  type HighlightForm,
  isExported,
} from './export-items';

/** The kinds of files. `browser` is a bookmark file for browsers. */
export type ExportFormat =
  | 'bundle'
  | 'markdown'
  | 'markdown-zip'
  | 'html'
  | 'epub'
  | 'browser'
  | 'csv';

/** The form of Markdown files. */
export interface MarkdownForm {
  readonly highlights: HighlightForm;
  readonly layout: MarkdownLayout;
}

/** The export that a person has chosen. It is plain data, so that a worker can receive it. */
export interface ExportChoice {
  readonly format: ExportFormat;
  /** The bookmarks in their order; null for the whole library. */
  readonly ids: readonly BookmarkId[] | null;
  /** The name of the list or of the selection; null for the whole library, and for a single page. */
  readonly title: string | null;
  /** The person's settings, without accounts and secrets. */
  readonly settings: BundleSettings;
  readonly markdown: MarkdownForm;
}

/** A file that is written while it is read. */
export interface ExportFile {
  /** Valid in every system. */
  readonly name: string;
  /** Media type. */
  readonly type: string;
  readonly body: AsyncIterable<Uint8Array>;
  /** Number of bookmarks in the file. Complete when the body was read. */
  readonly pages: () => number;
  /** Number of bookmarks that a file of articles or for browsers leaves out. Complete when the body was read. */
  readonly leftOut: () => number;
  /** Records that could not be written into a bundle. Complete when the body was read. */
  readonly unwritten: () => Unwritten;
}

/** Records that a report names, and the length of each name in UTF-16 code units. */
const MAX_NAMED_RECORDS = 100;
const MAX_REPORTED_NAME_LENGTH = 300;

interface ExportOptions {
  readonly now: UnixMs;
  /** Called with the number of bookmarks that were written. */
  readonly onProgress: (done: number) => void;
  /** Converts images for books. */
  readonly convertImage?: EpubOptions['convertImage'];
}

type FileBody = Omit<ExportFile, 'pages' | 'leftOut' | 'unwritten'>;

interface FileCounts extends ExportCounts {
  readonly onUnwritten: (record: UnwrittenRecord) => void;
}

/** Returns null if there is no bookmark to write, in a file of articles one with a text. Bundles and lists may be empty. */
export async function exportFile(
  transfers: TransferRepository,
  choice: ExportChoice,
  options: ExportOptions,
): Promise<ExportFile | null> {
  let pages = 0;
  let leftOut = 0;
  let count = 0;
  const first: UnwrittenRecord[] = [];
  const file = await fileOf(transfers, choice, {
    ...options,
    onWritten: () => (pages += 1),
    onLeftOut: () => (leftOut += 1),
    onUnwritten({ kind, name }) {
      count += 1;
      if (count <= MAX_NAMED_RECORDS)
        first.push({ kind, name: cutText(name, MAX_REPORTED_NAME_LENGTH) });
    },
  });
  return (
    file && {
      ...file,
      pages: () => pages,
      leftOut: () => leftOut,
      unwritten: () => ({ count, first }),
    }
  );
}

async function fileOf(
  transfers: TransferRepository,
  choice: ExportChoice,
  options: ExportOptions & FileCounts,
): Promise<FileBody | null> {
  const { format, ids, settings } = choice;
  const named = (extension: string) => nameOfExport(choice, options.now, extension);
  switch (format) {
    case 'bundle': {
      const source = bundleSource(transfers, ids, settings);
      const body = writeBundle(source, await partOf(transfers, choice), options);
      return { name: named('zip'), type: ZIP, body };
    }
    case 'browser': {
      const written = bookmarksOf(transfers, ids, options, isInBrowserFile);
      const body = chunksOf(writeNetscape(written));
      return { name: named('html'), type: 'text/html', body };
    }
    case 'csv': {
      const body = chunksOf(writeCsv(bookmarksOf(transfers, ids, options)));
      return { name: named('csv'), type: 'text/csv', body };
    }
    default:
      return articleFile(transfers, { ...choice, format }, options);
  }
}

/** Returns the name of a file. That of a part of the library has the name of the part. */
const nameOfExport = (
  { title }: Pick<ExportChoice, 'title'>,
  now: UnixMs,
  extension: string,
): string =>
  title === null
    ? `leafmark-${dayOf(now)}.${extension}`
    : `leafmark-${exportFileName(title, now, extension)}`;

/** Returns what a bundle says about itself if it has only a part of the library. */
const partOf = async (
  transfers: TransferRepository,
  { ids, title }: ExportChoice,
): Promise<BundlePart | null> =>
  ids && { name: title ?? '', bookmarks: ids.length, of: await transfers.count() };

const ZIP = 'application/zip';

type ArticleFormat = Exclude<ExportFormat, 'bundle' | 'browser' | 'csv'>;

/** Makes a file with articles. That of a single bookmark has its title as its name. */
async function articleFile(
  transfers: TransferRepository,
  choice: ExportChoice & { readonly format: ArticleFormat },
  { now, convertImage, ...counts }: ExportOptions & ExportCounts,
): Promise<FileBody | null> {
  const { format, ids, title, markdown } = choice;
  const form = format.startsWith('markdown') ? markdown.highlights : 'marks';
  const { first, only, items } = await begun(exportItems(transfers, ids, form, counts));
  if (first === null) return null;
  const named = (extension: string) =>
    only === null
      ? nameOfExport(choice, now, extension)
      : exportFileName(headingOf(only.bookmark), only.bookmark.created, extension);
  const zip = { modified: now };
  switch (format) {
    case 'markdown': {
      const body = chunksOf(writeMarkdown(items, { layout: markdown.layout }));
      return { name: named('md'), type: 'text/markdown', body };
    }
    case 'markdown-zip': {
      const slugOf = uniqueSlugs();
      const folderOf = (bookmark: ExportedBookmark) => slugOf(headingOf(bookmark));
      const { layout } = markdown;
      const body = chunksOf(writeMarkdownZip(items, { ...zip, layout, folderOf }));
      return { name: named('md.zip'), type: ZIP, body };
    }
    case 'html': {
      if (only !== null) return { name: named('html'), type: 'text/html', body: pageBody(items) };
      return { name: named('html.zip'), type: ZIP, body: chunksOf(writePageZip(items, zip)) };
    }
    case 'epub': {
      const options: EpubOptions = {
        identifier: await identifierOf(ids),
        modified: now,
        ...(only === null && { title: `${title ?? 'Leafmark'} ${dayOf(now)}` }),
        ...(convertImage && { convertImage }),
      };
      const body = chunksOf(writeEpub(items, options));
      return { name: named('epub'), type: 'application/epub+zip', body };
    }
  }
}

async function* pageBody(items: AsyncIterable<ExportedItem>): AsyncGenerator<Uint8Array> {
  for await (const item of items) yield new TextEncoder().encode(await writePage(item));
}

/** E-readers replace a book with a newer one of the same pages. */
async function identifierOf(ids: readonly BookmarkId[] | null): Promise<string> {
  if (ids === null) return 'urn:leafmark:library';
  return `urn:leafmark:${await sha256(ids.join('\n'))}`;
}

interface Begun {
  readonly first: ExportedItem | null;
  /** The item of a list with a single one; otherwise null. */
  readonly only: ExportedItem | null;
  /** All items. */
  readonly items: AsyncIterable<ExportedItem>;
}

/** Reads the first two items of a list. */
async function begun(list: AsyncGenerator<ExportedItem>): Promise<Begun> {
  const [one, two] = [await list.next(), await list.next()];
  const first = one.done ? null : one.value;
  async function* items() {
    try {
      if (!one.done) yield one.value;
      if (!two.done) yield two.value;
      yield* list;
    } finally {
      await list.return(undefined);
    }
  }
  return { first, only: two.done ? first : null, items: items() };
}

/** Bookmarks that are read at once. */
const EXPORTED_PER_READ = 500;

async function* bookmarksOf(
  transfers: TransferRepository,
  ids: readonly BookmarkId[] | null,
  { onProgress, onWritten, onLeftOut }: ExportOptions & ExportCounts,
  isInFile: (bookmark: TransferredBookmark) => boolean = () => true,
): AsyncGenerator<ExportedBookmark> {
  let done = 0;
  for await (const bookmarks of transfers.exportBookmarks(ids, EXPORTED_PER_READ)) {
    for (const bookmark of bookmarks) {
      if (!isExported(bookmark, ids)) continue;
      if (!isInFile(bookmark)) {
        onLeftOut();
        continue;
      }
      onWritten();
      yield exportedBookmark(bookmark);
    }
    done += bookmarks.length;
    onProgress(done);
  }
}

/** Chromium's streams are no async iterables. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}
