import { formatInstant } from '../../../src/contract';
import { err, ok, type Result } from '../../../src/domain';
import type { ExportedArticle, ExportedBookmark, ExportedItem } from '../../../src/formats';
import { storedImageSource } from '../../articles/article-images';
import type { ArticleWorker } from '../../articles/article-work';
import type { ArticleToRender } from '../../articles/render-article';
import { imageAddress, resourceAddress } from '../../bookmarks/addresses';
import type { BaseAddress } from '../../http/base-address';
import type { Caller } from '../../http/context';
import { type Refusal, refuse } from '../../http/refusal';
import type { Server } from '../../server';
import type { BookmarkRow, ResourceRow, Storage } from '../../storage';
import { lenientItem } from './article-converter';
/** A bookmark to be written for its owner; the article is read when its turn comes. */
export const exportedItem = (
  source: ArticleSource,
  row: BookmarkRow,
  base: BaseAddress,
): ExportedItem => ({
  bookmark: exportedBookmark(row),
  loadArticle: () => loadArticle(source, row, { hasNotes: true, base }),
});

/** A bookmark to be written for others: without labels and notes, which are its owner's. */
export const sharedItem = (source: ArticleSource, row: BookmarkRow): ExportedItem => ({
  bookmark: { ...exportedBookmark(row), labels: [] },
  loadArticle: () => loadArticle(source, row, { hasNotes: false }),
});

/** Bookmarks to be written in their order, a batch of them in memory at a time. */
export interface ExportedList {
  readonly items: AsyncIterable<ExportedItem>;
  /** The only one there is; null when there are more. */
  readonly only: BookmarkRow | null;
}

/**
 * What `batches` has, to be written; null when it has nothing. The first batch is read at once: a
 * database that can't be read is known before anything is sent.
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
  // Batches are full but for the last one.
  const source = { storage: server.storage, articleWork: server.articleWork.queued };
  const write = (each: BookmarkRow) => lenientItem(server, exportedItem(source, each, base));
  return { only: others.length === 0 ? row : null, items: itemsOf(first.value, rest, write) };
}

async function* itemsOf(
  first: readonly BookmarkRow[],
  rest: AsyncIterator<readonly BookmarkRow[]>,
  write: (row: BookmarkRow) => ExportedItem,
): AsyncGenerator<ExportedItem> {
  try {
    for (let rows = first; ; ) {
      for (const row of rows) yield write(row);
      const next = await rest.next();
      if (next.done) return;
      rows = next.value;
    }
  } finally {
    await rest.return?.();
  }
}

export interface ArticleOptions {
  /** Whether the notes of highlights are shown: those are the owner's. */
  readonly hasNotes: boolean;
  /** Where its images are for whoever has the article alone; without it they have no address. */
  readonly base?: BaseAddress;
}

/** Where articles are stored, and what works on them. */
export interface ArticleSource extends Pick<Server, 'storage'> {
  readonly articleWork: ArticleWorker;
}

/** Kinds of files that are shown with the text; icons and thumbnails are for lists. */
const SHOWN: ReadonlySet<ResourceRow['kind']> = new Set(['embedded', 'image']);

/** What a bookmark has to read, before anything is made of it. */
export interface KeptArticle extends Omit<ExportedArticle, 'html'> {
  readonly unrendered: ArticleToRender;
}

/**
 * What a bookmark has to read, with the images that are kept; null when it has neither a text nor an
 * image.
 */
export async function findArticle(
  { contents, annotations }: Pick<Storage, 'contents' | 'annotations'>,
  { key, id }: Pick<BookmarkRow, 'key' | 'id'>,
  { hasNotes, base }: ArticleOptions,
): Promise<KeptArticle | null> {
  const article = (await contents.find(key))?.article ?? '';
  const rows = article === '' ? [] : await annotations.list(key);
  const files = (await contents.resources(key)).filter(({ kind }) => SHOWN.has(kind));
  const sourceOf = (file: ResourceRow) => (base ? addressOf(base, id, file) : storedSource(file));
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
      type: file.contentType,
      read: async () => (await contents.file(id, file.name))?.bytes ?? null,
    })),
    leadImage: lead && sourceOf(lead),
    leadInText: inText && sourceOf(inText),
  };
}

/** As `findArticle`, rendered: its highlights are in it. */
export async function loadArticle(
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

const addressOf = (base: BaseAddress, id: string, file: ResourceRow): string =>
  isEmbedded(file) ? resourceAddress(base, id, file.name) : imageAddress(base, id, file.name);

/** As the article has it; what stands above the article has a name that no article has. */
const storedSource = (file: ResourceRow): string =>
  isEmbedded(file) ? storedImageSource(file.name) : `${file.kind} ${file.name}`;

/** The picture that stands for the bookmark, and the same in its text; null where there is none. */
export function leadFiles(files: readonly ResourceRow[]) {
  const lead = files.find(({ kind }) => kind === 'image') ?? null;
  const inText = lead && (files.find((file) => isEmbedded(file) && file.url === lead.url) ?? null);
  return { lead, inText };
}

/** A stored bookmark as it is written to files. */
export const exportedBookmark = (row: BookmarkRow): ExportedBookmark => ({
  id: row.id,
  url: row.url,
  title: row.title,
  siteName: row.siteName === '' ? row.site : row.siteName,
  domain: row.domain,
  authors: row.authors,
  published: row.published === null ? null : formatInstant(row.published),
  lang: row.lang,
  textDirection: row.textDirection === '' ? null : row.textDirection,
  description: row.description,
  type: row.type,
  labels: row.labels,
  isFavourite: row.isMarked,
  isArchived: row.isArchived,
  created: row.created,
  updated: row.updated,
});

/** A bookmark that can be given away: it is there, and the page was read (protocol.md section 18). */
export async function readableBookmark(
  { storage }: Pick<Server, 'storage'>,
  { user }: Pick<Caller, 'user'>,
  id: string,
): Promise<Result<BookmarkRow, Refusal>> {
  const bookmark = await storage.bookmarks.find(user.id, id);
  if (bookmark === null) return err(refuse(404));
  if (bookmark.state === 2) return err(refuse(404, 'the bookmark is still being loaded'));
  return ok(bookmark);
}
