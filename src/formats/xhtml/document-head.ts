import { normalLanguage } from '../../domain';
import { linkAddress } from '../article/link-address';
import { type ExportedBookmark, headingOf, videoLinkText } from '../exported';
import { type XmlNode, xml } from './xml';

/** What stands above an article: its title, where it is from, when and by whom, its labels. */
export function articleHeader(bookmark: ExportedBookmark): XmlNode {
  const address = linkAddress(bookmark.url);
  const source = bookmark.siteName === '' ? bookmark.url : bookmark.siteName;
  const link = address === null ? source : xml('a', { href: address }, [source]);
  const day = bookmark.published?.slice(0, 'YYYY-MM-DD'.length) ?? '';
  const byline = [link, ...bookmark.authors, day].filter((part) => part !== '');
  const labels = bookmark.labels.flatMap((label) => [' ', xml('span', {}, [label])]).slice(1);
  return xml('header', {}, [
    xml('h1', {}, [headingOf(bookmark)]),
    xml('p', { class: 'source' }, between(byline, ' · ')),
    ...(labels.length === 0 ? [] : [xml('p', { class: 'labels' }, labels)]),
  ]);
}

/** What stands between the header and the article: the picture, and the way to a video. */
export function articleLead(bookmark: ExportedBookmark, picture: string | null): XmlNode[] {
  const video = videoLinkText(bookmark);
  const href = linkAddress(bookmark.url);
  return [
    ...(picture === null ? [] : [xml('p', {}, [xml('img', { src: picture, alt: '' })])]),
    ...(video === null || href === null ? [] : [xml('p', {}, [xml('a', { href }, [video])])]),
  ];
}

/** Language and direction of a document; nothing where they are unknown. */
export function languageOf(bookmark: ExportedBookmark): Record<string, string> {
  const { textDirection } = bookmark;
  const lang = normalLanguage(bookmark.lang);
  return {
    ...(lang !== '' && { lang, 'xml:lang': lang }),
    ...(textDirection !== null && { dir: textDirection }),
  };
}

const between = (parts: readonly XmlNode[], separator: string): XmlNode[] =>
  parts.flatMap((part, at) => (at === 0 ? [part] : [separator, part]));
