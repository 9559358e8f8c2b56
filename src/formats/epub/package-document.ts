import { formatInstantInSeconds } from '../../contract';
import { normalLanguage } from '../../domain';
import { writeXml, type XmlNode, xml } from '../xhtml/xml';
import type { Book, BookImage, Chapter } from './book';

const XML = '<?xml version="1.0" encoding="utf-8"?>\n';

/** Where the package document is. @see https://www.w3.org/TR/epub-33/#sec-container-metainf */
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

/** What is in the book and in which order. @see https://www.w3.org/TR/epub-33/#sec-package-doc */
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
    ...images.map(({ file, type }, at) => item(`image-${at + 1}`, file, type)),
  ];
  const spine = chapters.map((_, at) => xml('itemref', { idref: chapterId(at) }));
  const attributes = {
    xmlns: 'http://www.idpf.org/2007/opf',
    version: '3.0',
    'unique-identifier': 'id',
  };
  const children = [
    metadata(book),
    xml('manifest', {}, manifest),
    xml('spine', { toc: 'ncx' }, spine),
  ];
  return `${XML}${writeXml([xml('package', attributes, children)])}`;
}

const chapterId = (at: number) => `chapter-${at + 1}`;

function metadata({ identifier, title, language, authors, modified }: Book): XmlNode {
  return xml('metadata', { 'xmlns:dc': 'http://purl.org/dc/elements/1.1/' }, [
    xml('dc:identifier', { id: 'id' }, [identifier]),
    xml('dc:title', {}, [title]),
    // Undetermined, in the words of ISO 639: a language is required.
    xml('dc:language', {}, [normalLanguage(language) || 'und']),
    ...authors.map((author) => xml('dc:creator', {}, [author])),
    xml('meta', { property: 'dcterms:modified' }, [formatInstantInSeconds(modified)]),
  ]);
}

const item = (id: string, href: string, type: string, properties?: string) =>
  xml('item', { id, href, 'media-type': type, ...(properties !== undefined && { properties }) });
