import type { BookmarkType, TextDirection } from '../../domain/bookmark-fields';
import { normalLanguage } from '../../domain/language';
import { siteOf } from '../../domain/url-identity';
import type { Metadata } from '../capture';
import { chooseCanonical, findIcon, leadImageAddress } from './address';
import { type AuthorClaims, chooseAuthors, cleanAuthors } from './authors';
import { type ClaimField, cleanText, type MetadataSource } from './claims';
import type { GivenBlock } from './given-text';
import { cleanKeywords } from './keywords';
import { choosePublished, dateOf } from './published';
import { type PageSources, readSources } from './sources';
import {
  chooseSiteName,
  chooseTitle,
  cleanSiteNames,
  comparable,
  comparableNames,
  siteNameInTitle,
} from './title';

const DECLARED_DATES: readonly MetadataSource[] = [
  'jsonLd',
  'openGraph',
  'items',
  'meta',
  'dublinCore',
];
const UNDECLARED_DATES: readonly MetadataSource[] = ['visible', 'html'];

/** The sources of each field, in order of preference. docs/capture.md gives the reasons. */
const SOURCE_ORDER: Readonly<Record<ClaimField, readonly MetadataSource[]>> = {
  title: ['jsonLd', 'openGraph', 'items', 'twitter', 'dublinCore', 'meta', 'html', 'visible'],
  siteName: ['openGraph', 'jsonLd', 'items', 'dublinCore', 'meta'],
  authors: ['jsonLd', 'meta', 'items', 'openGraph', 'dublinCore', 'visible'],
  published: [...DECLARED_DATES, ...UNDECLARED_DATES],
  lang: ['visible', 'html', 'jsonLd', 'dublinCore', 'meta', 'openGraph'],
  description: ['openGraph', 'jsonLd', 'meta', 'twitter', 'dublinCore', 'items'],
  canonicalUrl: ['openGraph', 'jsonLd'],
  imageUrl: ['openGraph', 'twitter', 'jsonLd', 'items', 'html', 'meta'],
  keywords: ['openGraph', 'jsonLd', 'meta', 'dublinCore'],
  type: ['openGraph', 'jsonLd', 'twitter'],
  schemaTypes: ['jsonLd'],
};

const MAX_PAGE_DESCRIPTION_LENGTH = 1000;
const NO_NAMES: ReadonlySet<string> = new Set();

export interface PageMetadata {
  readonly metadata: Metadata;
  /** True for the fields that the page does not declare, or only where readers see them. */
  readonly isOpen: { readonly authors: boolean; readonly published: boolean };
  /** The types that the page declares in JSON-LD and Open Graph. */
  readonly types: readonly string[];
  /** The text of the article in the page's data, which may be another; empty when there is none. */
  readonly articleText: string;
  readonly given: readonly GivenBlock[];
}

/**
 * Reads the metadata of a page. Fields are empty or null when no source is credible. Changes
 * nothing. `document` is the page before Readability has processed it; `baseUrl` is the base of its
 * relative addresses.
 */
export function readMetadata(document: Document, baseUrl: string): PageMetadata {
  const { sources, links, pageUrl, articleText, given } = readSources(document);
  // Evaluated lazily because the last sources are the slowest.
  const claimed = function* (field: ClaimField, order = SOURCE_ORDER[field]) {
    for (const source of order) yield* sources[source][field] ?? [];
  };
  const all = (field: ClaimField) => [...claimed(field)];
  const headlines = sources.visible.title ?? [];
  const declared = all('siteName');
  const siteNames = cleanSiteNames(
    declared.length > 0 ? declared : siteNameInTitle(sources.html.title?.[0] ?? '', headlines),
    sources.openGraph.title ?? [],
  );
  const site = siteOf(pageUrl);
  const ownNames = comparableNames({ siteNames, site });
  const title = chooseTitle(all('title'), {
    siteNames,
    site,
    headlines,
  });
  const lang = firstReadable(claimed('lang'), (tag) => normalLanguage(tag) || null) ?? '';
  const ofOthers = new Set([...(sources.jsonLd.otherImages ?? []), ...icons(links)]);
  const metadata: Metadata = {
    title,
    siteName: chooseSiteName(siteNames),
    authors: chooseAuthors(
      authorClaims(sources, ownNames),
      lang,
      (name) => document.body?.textContent?.includes(name) ?? false,
    ),
    published: choosePublished(claimed('published', DECLARED_DATES), {
      undeclared: claimed('published', UNDECLARED_DATES),
      modified: sources.jsonLd.modified ?? [],
      get stamp() {
        return sources.visible.stamp?.[0] ?? '';
      },
      get shown() {
        return sources.visible.shown ?? [];
      },
    }),
    lang,
    textDirection: declaredDirection(document),
    description: firstReadable(claimed('description'), cleanDescription) ?? '',
    canonicalUrl: chooseCanonical(
      sources.html.canonicalUrl ?? [],
      all('canonicalUrl'),
      pageUrl,
      baseUrl,
    ),
    iconUrl: findIcon(links, baseUrl),
    imageUrl: firstReadable(claimed('imageUrl'), (claim) => {
      const address = leadImageAddress(claim, baseUrl);
      return address !== null && ofOthers.has(claim) ? null : address;
    }),
    keywords: cleanKeywords(claimed('keywords')),
    type: pageType(all('type')),
  };
  const types = [...all('schemaTypes'), ...(sources.openGraph.type ?? [])];
  return { metadata, isOpen: openFields(metadata, sources), types, articleText, given };
}

function openFields(
  { authors, published, lang }: Metadata,
  sources: PageSources['sources'],
): PageMetadata['isOpen'] {
  const isSeenOnly = (field: 'authors' | 'published', isValue: (claim: string) => boolean) =>
    SOURCE_ORDER[field].find((source) => sources[source][field]?.some(isValue)) === 'visible';
  const isAuthor = (claim: string) =>
    cleanAuthors([claim], undefined, lang).some((name) => authors.includes(name));
  return {
    authors: authors.length === 0 || isSeenOnly('authors', isAuthor),
    published:
      published === null || isSeenOnly('published', (claim) => dateOf(claim) === published),
  };
}

function firstReadable<C, T>(claims: Iterable<C>, read: (claim: C) => T | null): T | null {
  for (const claim of claims) {
    const value = read(claim);
    if (value !== null) return value;
  }
  return null;
}

const icons = (links: readonly Element[]): string[] =>
  links
    .filter((link) => /icon/i.test(link.getAttribute('rel') ?? ''))
    .map((link) => link.getAttribute('href') ?? '');

function* authorClaims(
  sources: PageSources['sources'],
  ownNames: ReadonlySet<string>,
): Generator<AuthorClaims> {
  const { reviewed = [], organisations = [] } = sources.jsonLd;
  const people = [...(sources.jsonLd.people ?? []), ...(sources.items.people ?? [])];
  const ofOthers = new Set(reviewed.map(comparable));
  // The site of a person often has the name of this person.
  const ofPeople = new Set(people.filter((name) => name.trim().includes(' ')).map(comparable));
  const siteNames = new Set([...ownNames].filter((name) => !ofPeople.has(name)));
  for (const source of SOURCE_ORDER.authors) {
    yield {
      claims: sources[source].authors?.filter((claim) => !ofOthers.has(comparable(claim))) ?? [],
      // A site that is named as the author counts only where readers see it.
      siteNames: source === 'visible' ? NO_NAMES : siteNames,
    };
  }
  yield { claims: organisations, siteNames: ownNames };
}

function cleanDescription(claim: string): string | null {
  return cleanText(claim, MAX_PAGE_DESCRIPTION_LENGTH) || null;
}

/**
 * Returns the type of the page from the types it claims (Open Graph, schema.org, X card), best
 * first. The default is an article.
 */
function pageType(claims: readonly string[]): BookmarkType {
  for (const claim of claims) {
    if (/^(?:article|blog|news)/i.test(claim)) return 'article';
    if (/^(?:video|movie)/i.test(claim)) return 'video';
    // `photo`, `image`, and namespaced forms such as `flickr_photos:photo`.
    if (/^(?:photo|image$)|:photo$/i.test(claim)) return 'photo';
  }
  return 'article';
}

/** Returns the text direction that the page declares with `dir`; null if it does not. */
function declaredDirection(document: Document): TextDirection | null {
  const headline = document.querySelector('h1')?.closest('[dir]') ?? null;
  for (const element of [headline, document.body, document.documentElement]) {
    const direction = element?.getAttribute('dir')?.toLowerCase();
    if (direction === 'ltr' || direction === 'rtl') return direction;
  }
  return null;
}
