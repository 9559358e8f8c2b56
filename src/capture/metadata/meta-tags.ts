import { type ClaimField, type Claims, MAX_VALUES } from './claims';

/** In UTF-16 code units. Longer values are truncated before they are processed. */
const MAX_META_CONTENT_LENGTH = 4000;
const MAX_TAGS = 1000;

/** Values of `<meta>` by lower-case name, with `.` for `:` (`og:title` is `og.title`). */
export type MetaTags = ReadonlyMap<string, readonly string[]>;

/** The `<meta>` names that describe a field, best first. */
export type MetaNames = Readonly<Partial<Record<ClaimField, readonly string[]>>>;

/** Reads the `<meta>` elements once, by `property`, `name`, `itemprop` or `http-equiv`. */
export function readMetaTags(elements: Iterable<Element>): MetaTags {
  const tags = new Map<string, string[]>();
  let seen = 0;
  for (const element of elements) {
    seen += 1;
    if (seen > MAX_TAGS) break;
    const value = element.getAttribute('content')?.slice(0, MAX_META_CONTENT_LENGTH).trim();
    if (!value) continue;
    for (const name of namesOf(element)) {
      const values = tags.get(name);
      if (values === undefined) tags.set(name, [value]);
      else if (values.length < MAX_VALUES) values.push(value);
    }
  }
  return tags;
}

/** Returns the claims that a table of names finds in the tags. */
export function claimsOfTags(tags: MetaTags, names: MetaNames): Claims {
  const claims: Partial<Record<ClaimField, readonly string[]>> = {};
  for (const field of Object.keys(names) as ClaimField[]) {
    claims[field] = (names[field] ?? []).flatMap((name) => tags.get(name) ?? []);
  }
  return claims;
}

function namesOf(element: Element): string[] {
  const property = element.getAttribute('property');
  const name = property ?? element.getAttribute('name') ?? element.getAttribute('http-equiv') ?? '';
  return name
    .slice(0, 200)
    .toLowerCase()
    .split(/\s+/)
    .filter((part) => part !== '')
    .map((part) => part.replaceAll(':', '.'));
}

/** The Open Graph protocol. @see https://ogp.me */
export const OPEN_GRAPH: MetaNames = {
  title: ['og.title'],
  siteName: ['og.site_name'],
  authors: ['article.author', 'book.author', 'og.article.author'],
  published: [
    'article.published_time',
    'og.article.published_time',
    'og.published_time',
    'video.release_date',
  ],
  lang: ['og.locale'],
  description: ['og.description'],
  canonicalUrl: ['og.url'],
  imageUrl: ['og.image.secure_url', 'og.image.url', 'og.image'],
  keywords: ['article.tag', 'og.article.tag', 'video.tag'],
  type: ['og.type'],
};

/**
 * X cards. Their `site` and `creator` are account names, so they are not used for site and author.
 */
export const TWITTER: MetaNames = {
  title: ['twitter.title'],
  description: ['twitter.description'],
  imageUrl: ['twitter.image', 'twitter.image.src'],
  type: ['twitter.card'],
};

/** Dublin Core, in both namespaces. @see https://www.dublincore.org/specifications/dublin-core/ */
export const DUBLIN_CORE: MetaNames = {
  title: ['dc.title', 'dcterms.title'],
  siteName: ['dc.publisher', 'dcterms.publisher'],
  authors: ['dc.creator', 'dcterms.creator'],
  published: [
    'dcterms.issued',
    'dc.date.issued',
    'dcterms.date',
    'dc.date',
    'dcterms.created',
    'dc.date.created',
  ],
  lang: ['dc.language', 'dcterms.language'],
  description: ['dc.description', 'dcterms.description', 'dcterms.abstract'],
  keywords: ['dc.subject', 'dcterms.subject'],
};

/** Standard HTML names, and those of indexes that many sites support: Google Scholar, Parse.ly. */
export const PLAIN_META: MetaNames = {
  title: ['citation_title', 'parsely-title', 'title'],
  siteName: ['citation_journal_title', 'application-name', 'apple-mobile-web-app-title'],
  authors: [
    'citation_author',
    'author',
    'parsely-author',
    'sailthru.author',
    'articleauthor',
    'byl',
  ],
  published: [
    'citation_publication_date',
    'citation_online_date',
    'citation_date',
    'parsely-pub-date',
    'sailthru.date',
    'datepublished',
    'publish-date',
    'publish_date',
    'publishdate',
    'pubdate',
    'date',
  ],
  lang: ['content-language', 'language'],
  description: ['description'],
  imageUrl: ['parsely-image-url', 'thumbnail'],
  keywords: ['news_keywords', 'keywords', 'citation_keywords', 'parsely-tags', 'sailthru.tags'],
};
