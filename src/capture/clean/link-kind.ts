import { siteOf } from '../../domain/url-identity';

/** The purpose of a link, as far as its address and `rel` show it. */
export type LinkKind = 'share' | 'tag' | 'author' | 'note' | 'own' | 'other';

export const LINK_KINDS: readonly LinkKind[] = ['share', 'tag', 'author', 'note', 'own', 'other'];

/** Folders for lists of articles about a subject. */
const TAG_PATH =
  /\/(?:tags?|topics?|category|categories|labels?|keywords?|subjects?|themen?|etiquetas?|temas?)\//i;
const AUTHOR_PATH = /\/(?:authors?|autor(?:es|en|i)?|auteurs?|profiles?|contributors?)\//i;
/** Links that open an empty message, or a dialogue in which the page can be shared. */
const SHARE_LINK =
  /^(?:mailto:\?|whatsapp:|fb-messenger:|tg:|sms:|viber:|line:)|[/.](?:sharer?|share-?offsite|intent\/(?:tweet|post)|pin\/create)\b|[?&](?:share|replytocom)=/i;

/** In UTF-16 code units. A shorter address would be a part of many others. */
const MIN_ADDRESS = 12;

/**
 * Returns a function that recognises the purpose of a link in the page with that address. `own` links
 * lead to other pages of the same site, or of that of the original if the page is a copy.
 */
export function linkKinds(
  pageUrl: string,
  canonicalUrl: string | null,
): (link: Element, href: string) => LinkKind {
  const page = pageUrl.replace(/^https?:\/\/(?:www\.)?/i, '').split(/[?#]/, 1)[0] ?? '';
  const encoded = encodeURIComponent(page);
  const site = siteOf(pageUrl);
  const original = canonicalUrl === null ? '' : siteOf(canonicalUrl);
  // The address of another site contains that of the page in links to share it.
  const holdsAddress = (href: string) =>
    page.length >= MIN_ADDRESS &&
    (href.indexOf(page) > MIN_ADDRESS || href.indexOf(encoded) > MIN_ADDRESS);
  return (link, href) => {
    if (href.startsWith('#')) return 'note';
    const rel = ` ${link.getAttribute('rel') ?? ''} `.toLowerCase();
    if (rel.includes(' tag ')) return 'tag';
    if (rel.includes(' author ')) return 'author';
    if (SHARE_LINK.test(href) || holdsAddress(href)) return 'share';
    const isOwn =
      !/^[a-z][a-z+.-]*:/i.test(href) || isOfSite(href, site) || isOfSite(href, original);
    if (!isOwn) return 'other';
    if (TAG_PATH.test(href)) return 'tag';
    return AUTHOR_PATH.test(href) ? 'author' : 'own';
  };
}

function isOfSite(href: string, site: string): boolean {
  const host = /^https?:\/\/(?:www\.)?([^/?#:]+)/i.exec(href)?.[1]?.toLowerCase();
  if (host === undefined || site === '') return false;
  return host === site || host.endsWith(`.${site}`) || site.endsWith(`.${host}`);
}
