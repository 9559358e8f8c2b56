import { writeXml, type XmlNode, xml } from '../xhtml/xml';
import type { Book, Chapter } from './book';

/** Pages of a book say in which language they are read out. */
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

/** Contents for readers of EPUB 3. @see https://www.w3.org/TR/epub-33/#sec-nav */
export function navigationDocument({ title }: Book, chapters: readonly Chapter[]): string {
  const entries = chapters.map((chapter) =>
    xml('li', {}, [xml('a', { href: chapter.file }, [chapter.title])]),
  );
  const contents = [xml('h1', {}, [title]), xml('ol', {}, entries)];
  return bookPage({}, title, [xml('nav', { 'epub:type': 'toc' }, contents)]);
}

/** Contents for readers of EPUB 2, which many devices still are. */
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
