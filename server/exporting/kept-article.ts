import type { ExportedArticle, ExportedImage } from '../../src/formats';
import { renderArticle } from '../annotations';
import { storedImageSource } from '../bookmarks/article-images';
import type { BookmarkRow, ResourceRow, Storage } from '../storage';

/** An image of an article, with the file that it is here. */
export interface KeptImage extends ExportedImage {
  readonly file: ResourceRow;
}

export interface KeptArticle extends ExportedArticle {
  readonly images: readonly KeptImage[];
}

export interface ArticleOptions {
  /** Whether the notes of highlights are shown: those are the owner's. */
  readonly hasNotes: boolean;
}

/** Kinds of files that are shown with the text; icons and thumbnails are for lists. */
const SHOWN: ReadonlySet<ResourceRow['kind']> = new Set(['embedded', 'image']);

/**
 * What a bookmark has to read, its highlights in it, with the images that are kept; null when it
 * has no article.
 */
export async function loadArticle(
  { contents, annotations }: Pick<Storage, 'contents' | 'annotations'>,
  { key, id }: Pick<BookmarkRow, 'key' | 'id'>,
  { hasNotes }: ArticleOptions,
): Promise<KeptArticle | null> {
  const content = await contents.find(key);
  if (content?.article == null) return null;
  const rows = await annotations.list(key);
  const files = (await contents.resources(key)).filter(({ kind }) => SHOWN.has(kind));
  const lead = leadFileOf(files);
  return {
    html: renderArticle(content.article, rows, { hasNotes, hasAttributes: true }),
    images: files.map((file) => keptImage(contents, id, file)),
    leadImage: lead && sourceOf(lead),
  };
}

const keptImage = (contents: Storage['contents'], id: string, file: ResourceRow): KeptImage => ({
  file,
  src: sourceOf(file),
  type: file.contentType,
  read: async () => (await contents.file(id, file.name))?.bytes ?? null,
});

/** As the article has it; what stands above the article has a name that no article has. */
const sourceOf = ({ kind, name }: ResourceRow): string =>
  kind === 'embedded' ? storedImageSource(name) : `${kind} ${name}`;

/** The picture that stands for the bookmark, unless the text has it; null when there is none. */
export function leadFileOf(files: readonly ResourceRow[]): ResourceRow | null {
  const lead = files.find(({ kind }) => kind === 'image');
  const isInText = files.some(({ kind, url }) => kind === 'embedded' && url === lead?.url);
  return lead === undefined || isInText ? null : lead;
}
