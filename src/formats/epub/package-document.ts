import { formatInstantInSeconds } from '../../contract';
import { normalLanguage } from '../../domain/language';
import type { UnixMs } from '../../domain/time';
import { writeXml, type XmlNode, xml } from '../xhtml/xml';

/** The metadata of an EPUB. */
export interface Book {
  /** An address or a `urn:`, the same for every edition of the same book. */
  readonly identifier: string;
  readonly title: string;
  /** BCP 47; empty if unknown or mixed. */
  readonly language: string;
  readonly authors: readonly string[];
  readonly modified: UnixMs;
  /** True if all of its chapters are written from right to left. */
  readonly isRtl: boolean;
  /** One of its images; null: none. */
  readonly cover: BookImage | null;
}

/** A chapter that has been written to the book. */
export interface Chapter {
  readonly file: string;
  readonly title: string;
  readonly hasMath: boolean;
}

/** An image that has been written to the book. */
export interface BookImage {
  readonly file: string;
  readonly type: string;
}

const XML = '<?xml version="1.0" encoding="utf-8"?>\n';

/**
 * Names the path of the package document.
 * @see https://www.w3.org/TR/epub-33/#sec-container-metainf
 */
export const CONTAINER = `${XML}${writeXml([
  xml('container', { version: '1.0', xmlns: 'urn:oasis:names:tc:opendocument:xmlns:container' }, [
    xml('rootfiles', {}, [
      xml('rootfile', {
        'full-path': 'EPUB/package.opf',
        'media-type': 'application/oebps-package+xml',
      }),
    ]),
  ]),
])}`;

/**
 * Lists the files of the book and their order.
 * @see https://www.w3.org/TR/epub-33/#sec-package-doc
 */
export function packageDocument(
  book: Book,
  chapters: readonly Chapter[],
  images: readonly BookImage[],
): string {
  const manifest = [
    item('nav', 'nav.xhtml', 'application/xhtml+xml', 'nav'),
    item('ncx', 'toc.ncx', 'application/x-dtbncx+xml'),
    item('style', 'style.css', 'text/css'),
    ...chapters.map(({ file, hasMath }, at) =>
      item(chapterId(at), file, 'application/xhtml+xml', hasMath ? 'mathml' : undefined),
    ),
    ...images.map((image, at) =>
      item(imageId(at), image.file, image.type, image === book.cover ? 'cover-image' : undefined),
    ),
  ];
  const spine = chapters.map((_, at) => xml('itemref', { idref: chapterId(at) }));
  const attributes = {
    xmlns: 'http://www.idpf.org/2007/opf',
    version: '3.0',
    'unique-identifier': 'id',
  };
  const children = [
    metadata(book, images),
    xml('manifest', {}, manifest),
    xml('spine', { toc: 'ncx', ...(book.isRtl && RIGHT_TO_LEFT_SPINE) }, spine),
  ];
  return `${XML}${writeXml([xml('package', attributes, children)])}`;
}

const RIGHT_TO_LEFT_SPINE = { 'page-progression-direction': 'rtl' };

const chapterId = (at: number) => `chapter-${at + 1}`;
const imageId = (at: number) => `image-${at + 1}`;

function metadata(book: Book, images: readonly BookImage[]): XmlNode {
  const { identifier, title, language, authors, modified, cover } = book;
  return xml('metadata', { 'xmlns:dc': 'http://purl.org/dc/elements/1.1/' }, [
    xml('dc:identifier', { id: 'id' }, [identifier]),
    xml('dc:title', {}, [title]),
    // A language is required. `und` means undetermined in ISO 639.
    xml('dc:language', {}, [normalLanguage(language) || 'und']),
    ...authors.map((author) => xml('dc:creator', {}, [author])),
    xml('meta', { property: 'dcterms:modified' }, [formatInstantInSeconds(modified)]),
    // For EPUB 2 readers.
    ...(cover === null
      ? []
      : [xml('meta', { name: 'cover', content: imageId(images.indexOf(cover)) })]),
  ]);
}

const item = (id: string, href: string, type: string, properties?: string) =>
  xml('item', { id, href, 'media-type': type, ...(properties !== undefined && { properties }) });

/**
 * Writes a page of the book. `attributes` are those of the `html` element, such as the language.
 */
export function bookPage(
  attributes: Record<string, string>,
  title: string,
  body: readonly XmlNode[],
): string {
  const page = xml(
    'html',
    {
      xmlns: 'http://www.w3.org/1999/xhtml',
      'xmlns:epub': 'http://www.idpf.org/2007/ops',
      ...attributes,
    },
    [
      xml('head', {}, [
        xml('title', {}, [title]),
        xml('link', { rel: 'stylesheet', type: 'text/css', href: 'style.css' }),
      ]),
      xml('body', {}, body),
    ],
  );
  return `<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html>\n${writeXml([page])}`;
}

/**
 * Writes the table of contents for EPUB 3 readers.
 * @see https://www.w3.org/TR/epub-33/#sec-nav
 */
export function navigationDocument({ title }: Book, chapters: readonly Chapter[]): string {
  const entries = chapters.map((chapter) =>
    xml('li', {}, [xml('a', { href: chapter.file }, [chapter.title])]),
  );
  const contents = [xml('h1', {}, [title]), xml('ol', {}, entries)];
  return bookPage({}, title, [xml('nav', { 'epub:type': 'toc' }, contents)]);
}

/** Writes the table of contents for EPUB 2 readers. Many devices support nothing newer. */
export function ncxDocument({ identifier, title }: Book, chapters: readonly Chapter[]): string {
  const label = (text: string) => xml('navLabel', {}, [xml('text', {}, [text])]);
  const points = chapters.map((chapter, at) =>
    xml('navPoint', { id: `point-${at + 1}`, playOrder: String(at + 1) }, [
      label(chapter.title),
      xml('content', { src: chapter.file }),
    ]),
  );
  const ncx = xml('ncx', { xmlns: 'http://www.daisy.org/z3986/2005/ncx/', version: '2005-1' }, [
    xml('head', {}, [xml('meta', { name: 'dtb:uid', content: identifier })]),
    xml('docTitle', {}, [xml('text', {}, [title])]),
    xml('navMap', {}, points),
  ]);
  return `<?xml version="1.0" encoding="utf-8"?>\n${writeXml([ncx])}`;
}
