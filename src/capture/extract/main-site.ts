import { siteOf } from '../../domain/url-identity';

const MIN_LINKS = 10;
const MIN_SHARE = 0.5;
const MAX_LINKS = 2_000;

/**
 * Returns an address of the site that most links of a page lead to, if it is not its own: the page is
 * then a copy. Returns null for other pages.
 */
export function copiedSite(document: Document, pageUrl: string): string | null {
  const counts = new Map<string, number>();
  let all = 0;
  for (const link of document.querySelectorAll('a[href]')) {
    if (all === MAX_LINKS) break;
    all += 1;
    const host = /^https?:\/\/(?:www\.)?([^/?#:]+)/i.exec(link.getAttribute('href') ?? '')?.[1];
    if (host !== undefined) counts.set(host, (counts.get(host) ?? 0) + 1);
  }
  for (const [host, count] of counts) {
    const isMost = count >= MIN_LINKS && count >= all * MIN_SHARE;
    if (isMost && host.toLowerCase() !== siteOf(pageUrl)) return `https://${host}/`;
  }
  return null;
}
