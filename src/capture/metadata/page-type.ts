import type { BookmarkType } from '../../domain';

/**
 * What the page is, from the types it claims (Open Graph's, schema.org's, a card's), best first;
 * an article when none says otherwise.
 */
export function pageType(claims: readonly string[]): BookmarkType {
  for (const claim of claims) {
    if (/^(?:article|blog|news)/i.test(claim)) return 'article';
    if (/^(?:video|movie)/i.test(claim)) return 'video';
    // `photo`, `image`, and with a name space: `flickr_photos:photo`.
    if (/^(?:photo|image$)|:photo$/i.test(claim)) return 'photo';
  }
  return 'article';
}
