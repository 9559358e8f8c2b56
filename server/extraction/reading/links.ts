import type { BookmarkLink } from '../../../src/contract';
import { isWebAddress, withoutFragment } from '../../../src/domain';

const MAX_LINKS = 500;
const MAX_TITLE_LENGTH = 200;

/** Endings of addresses that lead to files, not pages. */
const FILE_TYPES: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  csv: 'text/csv',
  epub: 'application/epub+zip',
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  webm: 'video/webm',
  webp: 'image/webp',
  xml: 'application/xml',
  zip: 'application/zip',
};

/**
 * Where the links of an article lead (spec 2.10), each address once. Their words are the titles, and
 * the ending tells the type: none is asked for what it is. Not those within the page.
 */
export function articleLinks(root: Element, pageUrl: string): readonly BookmarkLink[] {
  const links = new Map<string, BookmarkLink>();
  const page = withoutFragment(pageUrl);
  for (const anchor of root.querySelectorAll('a[href]')) {
    const href = anchor.getAttribute('href') ?? '';
    if (links.size >= MAX_LINKS || links.has(href) || !isWebAddress(href)) continue;
    if (withoutFragment(href) === page) continue;
    const { hostname, pathname } = new URL(href);
    const type = FILE_TYPES[/\.(\w{2,5})$/.exec(pathname)?.[1]?.toLowerCase() ?? ''];
    links.set(href, {
      url: href,
      domain: hostname,
      title: (anchor.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE_LENGTH),
      is_page: type === undefined,
      content_type: type ?? 'text/html',
    });
  }
  return [...links.values()];
}
