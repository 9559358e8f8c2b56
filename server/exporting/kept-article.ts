import type { ExportedArticle, ExportedImage } from '../../src/formats';
import type { BookmarkRow, ResourceRow, Storage } from '../storage';

/** An image of an article, with the file that it is here. */
export interface KeptImage extends ExportedImage {
  readonly file: ResourceRow;
}

export interface KeptArticle extends ExportedArticle {
  readonly images: readonly KeptImage[];
}

/** Kinds of files that are shown with the text; icons and thumbnails are for lists. */
const SHOWN: ReadonlySet<ResourceRow['kind']> = new Set(['embedded', 'image']);

/** What a bookmark has to read, with the images that are kept; null when it has no article. */
export async function loadArticle(
  { contents }: Pick<Storage, 'contents'>,
  { key, id }: Pick<BookmarkRow, 'key' | 'id'>,
): Promise<KeptArticle | null> {
  const content = await contents.find(key);
  if (content?.article == null) return null;
  const files = (await contents.resources(key)).filter(({ kind }) => SHOWN.has(kind));
  return {
    html: content.article,
    images: files.map((file) => keptImage(contents, id, file)),
    leadImage: leadImageOf(files),
  };
}

const keptImage = (contents: Storage['contents'], id: string, file: ResourceRow): KeptImage => ({
  file,
  src: file.url,
  type: file.contentType,
  read: async () => (await contents.file(id, file.name))?.bytes ?? null,
});

/** The picture that stands for the bookmark, unless the text has it. */
function leadImageOf(files: readonly ResourceRow[]): string | null {
  const lead = files.find(({ kind }) => kind === 'image');
  const isInText = files.some(({ kind, url }) => kind === 'embedded' && url === lead?.url);
  return lead === undefined || isInText ? null : lead.url;
}
