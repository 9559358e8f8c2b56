import { BOOKMARK_STATE, formatInstant } from '../../../src/contract';
import { MERGED_FIELDS, pick, STATE_FIELDS } from '../../../src/domain/bookmark-fields';
import { blankValues } from '../../../src/domain/bookmark-values';
import { err, ok, type Result } from '../../../src/domain/result';
import type { ExportedArticle, ExportedBookmark, ExportedItem } from '../../../src/formats';
import { storedImageSource } from '../../articles/article-images';
import type { ArticleWorker } from '../../articles/article-work';
import type { ArticleToRender } from '../../articles/render-article';
import { imageAddress, resourceAddress } from '../../bookmarks/addresses';
import type { BaseAddress } from '../../http/base-address';
import type { Caller } from '../../http/context';
import { type Refusal, refuse } from '../../http/refusal';
import { turnOf } from '../../processes/main-thread';
import type { Server } from '../../server';
import type { BookmarkRow, ResourceRow, Storage } from '../../storage';
import { lenientItem } from './article-converter';

/** The storage of articles and the worker that renders them. */
export interface ArticleSource extends Pick<Server, 'storage'> {
  readonly articleWork: ArticleWorker;
}

export interface ArticleOptions {
  /** True to include the notes of highlights, which are only for the owner. */
  readonly hasNotes: boolean;
  /** The base of the public addresses of images. Without it, images keep their stored names. */
  readonly base?: BaseAddress;
}

/** Makes an item for the owner of a bookmark. The article is loaded when the item is written. */
export const exportedItem = (
  source: ArticleSource,
  row: BookmarkRow,
  base: BaseAddress,
): ExportedItem => ({
  bookmark: exportedBookmark(row),
  loadArticle: () => loadArticle(source, row, { hasNotes: true, base }),
});

/** Makes an item for other people, without the labels, notes and states of its owner. */
export const sharedItem = (source: ArticleSource, row: BookmarkRow): ExportedItem => ({
  bookmark: { ...exportedBookmark(row), ...pick(blankValues(), [...STATE_FIELDS, 'labels']) },
  loadArticle: () => loadArticle(source, row, { hasNotes: false }),
});

/** Bookmarks for an export file in their order, with one batch in memory at a time. */
export interface ExportedList {
  readonly items: AsyncIterable<ExportedItem>;
  /** The bookmark of a list with a single bookmark; otherwise null. */
  readonly only: BookmarkRow | null;
}

/**
 * Makes the list of the bookmarks in `batches`; null when there are none. Reads the first batch at
 * once, so that an error of the database is known before the response begins.
 */
export async function exportedList(
  server: Pick<Server, 'storage' | 'articleWork' | 'log'>,
  batches: AsyncIterable<readonly BookmarkRow[]>,
  base: BaseAddress,
): Promise<ExportedList | null> {
  const rest = batches[Symbol.asyncIterator]();
  const first = await rest.next();
  if (first.done) return null;
  const [row = null, ...others] = first.value;
  const source = { storage: server.storage, articleWork: server.articleWork.queued };
  const write = (each: BookmarkRow) => lenientItem(server, exportedItem(source, each, base));
  // Only the last batch can be smaller, so a batch with one bookmark is the whole list.
  return { only: others.length === 0 ? row : null, items: itemsOf(first.value, rest, write) };
}

async function* itemsOf(
  first: readonly BookmarkRow[],
  rest: AsyncIterator<readonly BookmarkRow[]>,
  write: (row: BookmarkRow) => ExportedItem,
): AsyncGenerator<ExportedItem> {
  try {
    for (let rows = first; ; ) {
      for (const row of rows) {
        await turnOf(String(row.userId));
        yield write(row);
      }
      const next = await rest.next();
      if (next.done) return;
      rows = next.value;
    }
  } finally {
    await rest.return?.();
  }
}

/** The kinds of files that belong to the text. Icons and thumbnails are for lists. */
const TEXT_FILES: ReadonlySet<ResourceRow['kind']> = new Set(['embedded', 'image']);

/** A stored article and its images, before it is rendered. */
export interface StoredArticle extends Omit<ExportedArticle, 'html'> {
  readonly unrendered: ArticleToRender;
}

/** Finds the article of a bookmark and its stored images; null when it has neither. */
export async function findArticle(
  { contents, annotations }: Pick<Storage, 'contents' | 'annotations'>,
  { key, id }: Pick<BookmarkRow, 'key' | 'id'>,
  { hasNotes, base }: ArticleOptions,
): Promise<StoredArticle | null> {
  const article = (await contents.find(key))?.article ?? '';
  const rows = article === '' ? [] : await annotations.list(key);
  const files = (await contents.resources(key)).filter(({ kind }) => TEXT_FILES.has(kind));
  const sourceOf = (file: ResourceRow) =>
    base ? resourceAddressOf(base, id, file) : storedSource(file);
  const embedded = new Map(files.filter(isEmbedded).map((file) => [file.name, sourceOf(file)]));
  if (article === '' && files.length === 0) return null;
  const { lead, inText } = leadFiles(files);
  return {
    unrendered: {
      article,
      annotations: rows,
      options: { hasNotes, hasAttributes: true },
      images: base ? { known: embedded, prefix: storedImageSource('') } : null,
    },
    images: files.map((file) => ({
      src: sourceOf(file),
      async read() {
        const stored = await contents.file(id, file.name);
        return stored && { bytes: stored.bytes, type: file.contentType };
      },
    })),
    leadImage: lead && sourceOf(lead),
    leadInText: inText && sourceOf(inText),
  };
}

/** Finds an article as `findArticle` does, and renders it with its highlights. */
async function loadArticle(
  { storage, articleWork }: ArticleSource,
  bookmark: Pick<BookmarkRow, 'key' | 'id' | 'userId'>,
  options: ArticleOptions,
): Promise<ExportedArticle | null> {
  const found = await findArticle(storage, bookmark, options);
  if (found === null) return null;
  const { unrendered, ...article } = found;
  return { ...article, html: await articleWork.run(bookmark.userId, 'render', unrendered) };
}

const isEmbedded = ({ kind }: ResourceRow): boolean => kind === 'embedded';

const resourceAddressOf = (base: BaseAddress, id: string, file: ResourceRow): string =>
  isEmbedded(file) ? resourceAddress(base, id, file.name) : imageAddress(base, id, file.name);

/** Returns the stored name of an image. The name of a lead picture cannot occur in an article. */
const storedSource = (file: ResourceRow): string =>
  isEmbedded(file) ? storedImageSource(file.name) : `${file.kind} ${file.name}`;

/** Finds the lead picture and the same picture in the text; null where there is none. */
export function leadFiles(files: readonly ResourceRow[]) {
  const lead = files.find(({ kind }) => kind === 'image') ?? null;
  const inText = lead && (files.find((file) => isEmbedded(file) && file.url === lead.url) ?? null);
  return { lead, inText };
}

/** Converts a stored bookmark for export files. */
export const exportedBookmark = (row: BookmarkRow): ExportedBookmark => ({
  id: row.id,
  url: row.url,
  domain: row.domain,
  ...pick(row, [...MERGED_FIELDS, 'labels']),
  siteName: row.siteName === '' ? row.site : row.siteName,
  published: row.published === null ? null : formatInstant(row.published),
  created: row.created,
  updated: row.updated,
});

/** Finds a bookmark to share or export. Returns 404 while its page is loading (protocol.md 18). */
export async function readableBookmark(
  { storage }: Pick<Server, 'storage'>,
  { user }: Pick<Caller, 'user'>,
  id: string,
): Promise<Result<BookmarkRow, Refusal>> {
  const bookmark = await storage.bookmarks.find(user.id, id);
  if (bookmark === null) return err(refuse(404));
  if (bookmark.state === BOOKMARK_STATE.loading)
    return err(refuse(404, 'the bookmark is still being loaded'));
  return ok(bookmark);
}
