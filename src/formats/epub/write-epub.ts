import type { UnixMs } from '../../domain/time';
import {
  articleTextOf,
  type ExportedArticle,
  type ExportedImage,
  type ExportedItems,
} from '../exported';
import { imageExtension } from '../files/file-name';
import { type ArchivedFile, streamZip } from '../files/streams';
import { ARTICLE_CSS } from '../xhtml/article-page';
import { chapterOf, MISSING_IMAGE, MISSING_IMAGE_SVG, type ToChapter } from './chapter';
import {
  type Book,
  type BookImage,
  type Chapter,
  CONTAINER,
  navigationDocument,
  ncxDocument,
  packageDocument,
} from './package-document';

export interface EpubOptions {
  /** An address or a `urn:`, the same for every edition of the same book. */
  readonly identifier: string;
  /** The title of the book. The default is the title of its first bookmark. */
  readonly title?: string;
  /** The date of every file in the book. */
  readonly modified: UnixMs;
  /**
   * Converts an image of a type that readers need not support (WebP, AVIF) to PNG or JPEG. Returns
   * null if it cannot. Without this function such images are left out.
   */
  readonly convertImage?: (bytes: Uint8Array, type: string) => Promise<ConvertedImage | null>;
  /** By default chapters are made in this process. */
  readonly toChapter?: ToChapter;
}

export interface ConvertedImage {
  readonly bytes: Uint8Array;
  readonly type: 'image/png' | 'image/jpeg';
}

/**
 * Image types that every reader supports.
 * @see https://www.w3.org/TR/epub-33/#sec-core-media-types
 */
const CORE_TYPES: ReadonlySet<string> = new Set([
  ...['image/png', 'image/jpeg', 'image/gif', 'image/svg+xml'],
]);

/**
 * Writes an EPUB 3 with a chapter for each bookmark. EPUB 2 devices can read it too. The book
 * contains its images and loads nothing. Only the table of contents and the file names stay in
 * memory until the end.
 */
export function writeEpub(items: ExportedItems, options: EpubOptions): ReadableStream<Uint8Array> {
  return streamZip(files(items, options), options.modified);
}

async function* files(items: ExportedItems, options: EpubOptions): AsyncGenerator<ArchivedFile> {
  const { toChapter = chapterOf } = options;
  yield { name: 'mimetype', content: 'application/epub+zip', isStored: true };
  yield { name: 'META-INF/container.xml', content: CONTAINER };
  yield { name: 'EPUB/style.css', content: ARTICLE_CSS };
  const chapters: Chapter[] = [];
  const images: BookImage[] = [];
  let isMissingImageShown = false;
  const books: Pick<Book, 'title' | 'language' | 'authors'>[] = [];
  let isRtl = true;
  let cover: BookImage | null = null;
  for await (const item of items) {
    const { bookmark } = item;
    const article = await item.loadArticle();
    const bySrc = yield* bookImages(article, images.length, options);
    images.push(...bySrc.values());
    cover ??= bySrc.get(article?.leadImage ?? '') ?? null;
    isRtl &&= bookmark.textDirection === 'rtl';
    const number = chapters.length + 1;
    const { title, page, hasMath, hasMissing } = await toChapter({
      bookmark,
      article: articleTextOf(article),
      images: new Map([...bySrc].map(([src, image]) => [src, image.file])),
      number,
    });
    isMissingImageShown ||= hasMissing;
    const file = `chapter-${number}.xhtml`;
    yield { name: `EPUB/${file}`, content: page };
    chapters.push({ file, title, hasMath });
    if (books.length < 2) books.push({ title, language: bookmark.lang, authors: bookmark.authors });
  }
  if (isMissingImageShown) {
    yield { name: `EPUB/${MISSING_IMAGE.file}`, content: MISSING_IMAGE_SVG };
    images.push(MISSING_IMAGE);
  }
  const [first] = books;
  const book: Book = {
    identifier: options.identifier,
    title: options.title ?? first?.title ?? options.identifier,
    language: books.length === 1 ? (first?.language ?? '') : '',
    authors: books.length === 1 ? (first?.authors ?? []) : [],
    modified: options.modified,
    isRtl: isRtl && chapters.length > 0,
    cover,
  };
  yield { name: 'EPUB/nav.xhtml', content: navigationDocument(book, chapters) };
  yield { name: 'EPUB/toc.ncx', content: ncxDocument(book, chapters) };
  yield { name: 'EPUB/package.opf', content: packageDocument(book, chapters, images) };
}

/** Writes a bookmark's images to the book and returns them by their `src`. */
async function* bookImages(
  article: ExportedArticle | null,
  imageCount: number,
  options: EpubOptions,
): AsyncGenerator<ArchivedFile, ReadonlyMap<string, BookImage>> {
  const bySrc = new Map<string, BookImage>();
  for (const image of article?.images ?? []) {
    if (bySrc.has(image.src)) continue;
    const picture = await bookPicture(image, options);
    const extension = picture === null ? null : imageExtension(picture.type);
    if (picture === null || extension === null) continue;
    const file = `images/${imageCount + bySrc.size + 1}.${extension}`;
    yield { name: `EPUB/${file}`, content: picture.bytes };
    bySrc.set(image.src, { file, type: picture.type });
  }
  return bySrc;
}

async function bookPicture(image: ExportedImage, { convertImage }: EpubOptions) {
  const file = await image.read();
  if (file === null || CORE_TYPES.has(file.type)) return file;
  return (await convertImage?.(file.bytes, file.type)) ?? null;
}
