import type { ExportedArticle } from '../../src/formats';
import { imageAddress, resourceAddress } from '../bookmarks/addresses';
import { storedImageSource } from '../bookmarks/article-images';
import type { BaseAddress } from '../http/base-address';
import type { Server } from '../server';
import type { BookmarkRow, ResourceRow } from '../storage';

export interface ArticleOptions {
  /** Whether the notes of highlights are shown: those are the owner's. */
  readonly hasNotes: boolean;
  /** Where its images are for whoever has the article alone; without it they have no address. */
  readonly base?: BaseAddress;
}

/** Where articles are, and what works on them. */
export type ArticleSource = Pick<Server, 'storage' | 'articleWork'>;

/** Kinds of files that are shown with the text; icons and thumbnails are for lists. */
const SHOWN: ReadonlySet<ResourceRow['kind']> = new Set(['embedded', 'image']);

/**
 * What a bookmark has to read, its highlights in it, with the images that are kept; null when it
 * has neither a text nor an image.
 */
export async function loadArticle(
  { storage: { contents, annotations }, articleWork }: ArticleSource,
  { key, id, userId }: Pick<BookmarkRow, 'key' | 'id' | 'userId'>,
  { hasNotes, base }: ArticleOptions,
): Promise<ExportedArticle | null> {
  const article = (await contents.find(key))?.article ?? '';
  const rows = article === '' ? [] : await annotations.list(key);
  const files = (await contents.resources(key)).filter(({ kind }) => SHOWN.has(kind));
  const sourceOf = (file: ResourceRow) => (base ? addressOf(base, id, file) : storedSource(file));
  const embedded = new Map(files.filter(isEmbedded).map((file) => [file.name, sourceOf(file)]));
  if (article === '' && files.length === 0) return null;
  const { lead, inText } = leadFiles(files);
  return {
    html: await articleWork.run(userId, 'render', {
      article,
      annotations: rows,
      options: { hasNotes, hasAttributes: true },
      images: base ? { known: embedded, prefix: storedImageSource('') } : null,
    }),
    images: files.map((file) => ({
      src: sourceOf(file),
      type: file.contentType,
      read: async () => (await contents.file(id, file.name))?.bytes ?? null,
    })),
    leadImage: lead && sourceOf(lead),
    leadInText: inText && sourceOf(inText),
  };
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
