import { MAX_TITLE_LENGTH } from '../../contract';
import { imageLink } from '../article/link-address';
import { type ArticleText, type ExportedBookmark, headingOf, imageAbove } from '../exported';
import { articleHeader, articleLead, xhtmlLanguageOf } from '../xhtml/article-page';
import type { MissingImage } from '../xhtml/conversion';
import { convertArticle } from '../xhtml/convert-article';
import { writeXml, type XmlNode, xml } from '../xhtml/xml';
import { type BookImage, bookPage } from './package-document';

/** The input of a chapter. It is plain data, so that another process can do the conversion. */
export interface ChapterSource {
  readonly bookmark: ExportedBookmark;
  /** null if neither a text nor an image is stored. */
  readonly article: ArticleText | null;
  /** Files in the book by the `src` of the images. */
  readonly images: ReadonlyMap<string, string>;
  /** The chapter's number in the book, from 1. */
  readonly number: number;
}

interface ChapterPage {
  readonly title: string;
  readonly page: string;
  readonly hasMath: boolean;
  /** True if the chapter shows `MISSING_IMAGE`. */
  readonly hasMissing: boolean;
}

/** Makes a chapter as `chapterOf` does, in this process or in another one. */
export type ToChapter = (source: ChapterSource) => ChapterPage | Promise<ChapterPage>;

/**
 * Replaces each image that is not in the book: a frame with the image's description as its `alt`.
 */
export const MISSING_IMAGE: BookImage = { file: 'images/missing.svg', type: 'image/svg+xml' };
export const MISSING_IMAGE_SVG = writeXml([
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

/** Converts a bookmark to a page of a book. */
export function chapterOf({ bookmark, article, images, number }: ChapterSource): ChapterPage {
  const imageAddress = (src: string) => images.get(src) ?? null;
  const converted = convertArticle(article?.html ?? '', {
    imageAddress,
    missingImage: MISSING_IMAGE.file,
    idPrefix: `c${number}-`,
    isBook: true,
  });
  const content = [
    articleHeader(bookmark),
    ...articleLead(bookmark, imageAddress(imageAbove(article) ?? '')),
    // Only the article: readers count the positions of highlights from here.
    xml('main', { class: 'content' }, converted.content),
    ...converted.notes,
    ...missingImages(converted.missing),
  ];
  const title = headingOf(bookmark).slice(0, MAX_TITLE_LENGTH);
  const page = bookPage(xhtmlLanguageOf(bookmark), title, content);
  const hasMissing = converted.missing.length > 0;
  return { title, page, hasMath: page.includes('<math'), hasMissing };
}

/** Lists the images that are not in the book, each once, as a link or as its description. */
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
