import { sourceNameOf } from '../../domain/added-file';
import { normalLanguage } from '../../domain/language';
import { linkAddress } from '../article/link-address';
import { type ExportedBookmark, headingOf, videoLinkText } from '../exported';
import { type XmlNode, xml } from './xml';

/** Makes the header of an article: title, source, authors, day, labels and note. */
export function articleHeader(bookmark: ExportedBookmark): XmlNode {
  const address = linkAddress(bookmark.url);
  const source = bookmark.siteName === '' ? sourceNameOf(bookmark.url) : bookmark.siteName;
  const link = address === null ? source : xml('a', { href: address }, [source]);
  const day = bookmark.published?.slice(0, 'YYYY-MM-DD'.length) ?? '';
  const byline = [link, ...bookmark.authors, day].filter((part) => part !== '');
  const labels = bookmark.labels.flatMap((label) => [' ', xml('span', {}, [label])]).slice(1);
  return xml('header', {}, [
    xml('h1', {}, [headingOf(bookmark)]),
    xml('p', { class: 'source' }, between(byline, ' · ')),
    ...(labels.length === 0 ? [] : [xml('p', { class: 'labels' }, labels)]),
    ...filledLines(bookmark.note).map((line) => xml('p', { class: 'note' }, [line])),
  ]);
}

const filledLines = (text: string) => text.split(/\n+/).filter((line) => line.trim() !== '');

/** Makes the part between header and article: the image, and the link to a video. */
export function articleLead(bookmark: ExportedBookmark, picture: string | null): XmlNode[] {
  const video = videoLinkText(bookmark);
  const href = linkAddress(bookmark.url);
  return [
    ...(picture === null ? [] : [xml('p', {}, [xml('img', { src: picture, alt: '' })])]),
    ...(video === null || href === null ? [] : [xml('p', {}, [xml('a', { href }, [video])])]),
  ];
}

/** Returns the attributes for language and direction; none if they are unknown. */
export function xhtmlLanguageOf(bookmark: ExportedBookmark): Record<string, string> {
  const { textDirection } = bookmark;
  const lang = normalLanguage(bookmark.lang);
  return {
    ...(lang !== '' && { lang, 'xml:lang': lang }),
    ...(textDirection !== null && { dir: textDirection }),
  };
}

const between = (parts: readonly XmlNode[], separator: string): XmlNode[] =>
  parts.flatMap((part, at) => (at === 0 ? [part] : [separator, part]));

/**
 * The style of an exported article, in a book and on a page. It must not contain `<`, `>` or `&`,
 * because in a page nothing unescapes them.
 */
export const ARTICLE_CSS = `html { line-height: 1.5; }
h1, h2, h3, h4, h5, h6 { line-height: 1.25; text-wrap: balance; }
img { max-width: 100%; height: auto; }
pre { overflow-x: auto; white-space: pre-wrap; font-size: 0.9em; }
blockquote { margin-inline: 1em 0; padding-inline-start: 1em; border-inline-start: 2px solid; }
table { border-collapse: collapse; }
th, td { padding: 0.25em 0.5em; border: 1px solid; vertical-align: top; text-align: start; }
figure { margin: 1em 0; }
figcaption, .source, .labels, .note, .notes { font-size: 0.85em; }
.labels span { padding: 0 0.5em; border: 1px solid; border-radius: 1em; }
.notes { margin-top: 2em; border-top: 1px solid; }
[role="doc-noteref"] { font-size: 0.75em; line-height: 1; vertical-align: super; }
mark { color: inherit; background: #fdf0a6; }
`;

/** The style of a single page, which also sets margins and the colours of highlights. */
export const PAGE_CSS = `${ARTICLE_CSS}mark.red { background: #fbd0cb; }
mark.blue { background: #cfe3fb; }
mark.green { background: #d3efcd; }
mark.none { background: none; text-decoration: underline; }
:root { color-scheme: light dark; }
body { max-width: 40rem; margin: 2rem auto; padding: 0 1rem; font: 1.125rem/1.6 Georgia, serif; }
@media (prefers-color-scheme: dark) {
  mark { background: #5c5210; }
  mark.red { background: #6b2b26; }
  mark.blue { background: #26476b; }
  mark.green { background: #2b5726; }
}
`;
