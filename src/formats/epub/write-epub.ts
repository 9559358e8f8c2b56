import { MAX_TITLE_LENGTH } from '../../contract';
import type { UnixMs } from '../../domain';
import { imageLink } from '../article/link-address';
import {
  type ExportedImage,
  type ExportedItem,
  type ExportedItems,
  headingOf,
  imageAbove,
} from '../exported';
import { imageExtension } from '../files/file-name';
import { type ArchivedFile, streamZip } from '../files/zip-stream';
import type { MissingImage } from '../xhtml/conversion';
import { convertArticle } from '../xhtml/convert-article';
import { articleHeader, articleLead, languageOf } from '../xhtml/document-head';
import { ARTICLE_CSS } from '../xhtml/look';
import { writeXml, type XmlNode, xml } from '../xhtml/xml';
import type { Book, BookImage, Chapter } from './book';
import { bookPage, navigationDocument, ncxDocument } from './navigation';
import { CONTAINER, packageDocument } from './package-document';

export interface EpubOptions {
  /** An address or a `urn:`; the same for every edition of the same book. */
  readonly identifier: string;
  /** Of the book; by default that of its first bookmark. */
  readonly title?: string;
  /** Written as the date of every file. */
  readonly modified: UnixMs;
  /**
   * Makes a PNG or JPEG of an image that readers of books need not know (WebP, AVIF); null when it
   * can't. Without it such an image is left out.
   */
  readonly convertImage?: (bytes: Uint8Array, type: string) => Promise<ConvertedImage | null>;
}

export interface ConvertedImage {
  readonly bytes: Uint8Array;
  readonly type: 'image/png' | 'image/jpeg';
}

/** Images that every reader knows. @see https://www.w3.org/TR/epub-33/#sec-core-media-types */
const CORE_TYPES: ReadonlySet<string> = new Set([
  ...['image/png', 'image/jpeg', 'image/gif', 'image/svg+xml'],
]);

/** Stands for each image that is not in the book: a frame, with the image's words as its `alt`. */
const MISSING_IMAGE: BookImage = { file: 'images/missing.svg', type: 'image/svg+xml' };
const MISSING_IMAGE_SVG = writeXml([
  xml(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', width: '24', height: '18', viewBox: '0 0 24 18' },
    [
      xml('path', {
        d: 'M1 1h22v16h-22zM3 15l6-8 4 5 3-3 5 6z',
        fill: 'none',
        stroke: '#888',
        'stroke-width': '1.5',
      }),
    ],
  ),
]);

/**
 * An EPUB 3 with a chapter for each bookmark, read by EPUB 2 devices too. Images are in it, nothing
 * is loaded from elsewhere. Only contents and file names are kept until its end.
 */
export function writeEpub(items: ExportedItems, options: EpubOptions): ReadableStream<Uint8Array> {
  return streamZip(files(items, options), options.modified);
}

async function* files(items: ExportedItems, options: EpubOptions): AsyncGenerator<ArchivedFile> {
  yield { name: 'mimetype', content: 'application/epub+zip', isPlain: true };
  yield { name: 'META-INF/container.xml', content: CONTAINER };
  yield { name: 'EPUB/style.css', content: ARTICLE_CSS };
  const chapters: Chapter[] = [];
  const images: BookImage[] = [];
  let isMissingImageShown = false;
  const books: Pick<Book, 'title' | 'language' | 'authors'>[] = [];
  for await (const item of items) {
    const { bookmark } = item;
    const title = headingOf(bookmark).slice(0, MAX_TITLE_LENGTH);
    const number = chapters.length + 1;
    const { content, added, hasMissing } = yield* chapterContent(
      item,
      number,
      images.length,
      options,
    );
    images.push(...added);
    isMissingImageShown ||= hasMissing;
    const file = `chapter-${number}.xhtml`;
    const page = bookPage(languageOf(bookmark), title, content);
    yield { name: `EPUB/${file}`, content: page };
    chapters.push({ file, title, hasMath: page.includes('<math') });
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
  };
  yield { name: 'EPUB/nav.xhtml', content: navigationDocument(book, chapters) };
  yield { name: 'EPUB/toc.ncx', content: ncxDocument(book, chapters) };
  yield { name: 'EPUB/package.opf', content: packageDocument(book, chapters, images) };
}

interface ChapterContent {
  readonly content: readonly XmlNode[];
  readonly added: readonly BookImage[];
  /** Whether `MISSING_IMAGE` is shown. */
  readonly hasMissing: boolean;
}

/** Puts a bookmark's images in the book, and gives back the page that shows them. */
async function* chapterContent(
  item: ExportedItem,
  number: number,
  imageCount: number,
  options: EpubOptions,
): AsyncGenerator<ArchivedFile, ChapterContent> {
  const article = await item.loadArticle();
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
  const imageAddress = (src: string) => bySrc.get(src)?.file ?? null;
  const converted = convertArticle(article?.html ?? '', {
    imageAddress,
    missingImage: MISSING_IMAGE.file,
    idPrefix: `c${number}-`,
    isBook: true,
  });
  const content = [
    articleHeader(item.bookmark),
    ...articleLead(item.bookmark, imageAddress(imageAbove(article) ?? '')),
    // The article alone: readers count the places of highlights from here.
    xml('main', { class: 'content' }, converted.content),
    ...converted.notes,
    ...missingImages(converted.missing),
  ];
  return { content, added: [...bySrc.values()], hasMissing: converted.missing.length > 0 };
}

/** A list of the images that are not in the book, each once: a link, or its words alone. */
function missingImages(missing: readonly MissingImage[]): XmlNode[] {
  const entries = new Map<string, XmlNode>();
  for (const { src, alt } of missing) {
    const link = imageLink(src, alt);
    if (link !== null) entries.set(src, xml('a', { href: link.href }, [link.text]));
    else if (alt.trim() !== '') entries.set(`${src} ${alt}`, alt.trim());
  }
  if (entries.size === 0) return [];
  const items = [...entries.values()].map((entry) => xml('li', {}, [entry]));
  const heading = xml('p', { lang: 'en', 'xml:lang': 'en' }, ['Images that are not in this book:']);
  return [xml('section', { class: 'notes' }, [heading, xml('ul', {}, items)])];
}

async function bookPicture(image: ExportedImage, { convertImage }: EpubOptions) {
  if (!CORE_TYPES.has(image.type) && convertImage === undefined) return null;
  const bytes = await image.read();
  if (bytes === null || CORE_TYPES.has(image.type)) return bytes && { bytes, type: image.type };
  return (await convertImage?.(bytes, image.type)) ?? null;
}
