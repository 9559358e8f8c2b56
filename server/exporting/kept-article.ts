import type { ExportedArticle } from '../../src/formats';
import type { ArticleToRender } from '../annotations';
import type { ArticleWorker } from '../articles/article-work';
import { imageAddress, resourceAddress } from '../bookmarks/addresses';
import { storedImageSource } from '../bookmarks/article-images';
import type { BaseAddress } from '../http/base-address';
import type { Server } from '../server';
import type { BookmarkRow, ResourceRow, Storage } from '../storage';

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
