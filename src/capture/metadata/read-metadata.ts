import {
  type BookmarkType,
  directionOfLanguage,
  normalLanguage,
  siteOf,
  type TextDirection,
} from '../../domain';
import type { Metadata } from '../capture';
import { chooseCanonical, findIcon, leadAddress } from './address';
import { cleanAuthors } from './authors';
import { type ClaimField, cleanText } from './claims';
import { cleanDate } from './published';
import { readSources, type SourceName } from './sources';
import { chooseSiteName, chooseTitle, cleanSiteNames } from './title';

/** Who is asked, in order, about what. docs/capture.md says why. */
const ORDER: Readonly<Record<ClaimField, readonly SourceName[]>> = {
  title: ['jsonLd', 'openGraph', 'items', 'twitter', 'dublinCore', 'meta', 'html', 'visible'],
  siteName: ['openGraph', 'jsonLd', 'items', 'dublinCore', 'meta'],
  authors: ['jsonLd', 'meta', 'items', 'openGraph', 'dublinCore', 'visible'],
  published: ['jsonLd', 'openGraph', 'items', 'meta', 'dublinCore', 'visible'],
  lang: ['html', 'jsonLd', 'dublinCore', 'meta', 'openGraph'],
  description: ['openGraph', 'jsonLd', 'meta', 'twitter', 'dublinCore', 'items'],
  canonicalUrl: ['openGraph', 'jsonLd'],
  imageUrl: ['openGraph', 'twitter', 'jsonLd', 'items', 'html', 'meta'],
  type: ['openGraph', 'jsonLd', 'twitter'],
};

const MAX_DESCRIPTION_LENGTH = 1000;

/**
 * What the page says of itself; empty or null where it says nothing that can be believed. Changes
 * nothing. `document` is the page before Readability has worked on it; `baseUrl` is what its
 * relative addresses are relative to.
 */
export function readMetadata(document: Document, baseUrl: string): Metadata {
  const { sources, links, pageUrl } = readSources(document);
  // Lazily, as the last sources are the dearest.
  const claimed = function* (field: ClaimField) {
    for (const source of ORDER[field]) yield* sources[source][field] ?? [];
  };
  const all = (field: ClaimField) => [...claimed(field)];
  const siteNames = cleanSiteNames(all('siteName'), sources.openGraph.title ?? []);
  const title = chooseTitle(all('title'), {
    siteNames,
    site: siteOf(pageUrl),
    headlines: sources.visible.title ?? [],
  });
  const lang = firstOf(claimed('lang'), (tag) => normalLanguage(tag) || null) ?? '';
  return {
    title,
    siteName: chooseSiteName(siteNames),
    authors: firstOf(ORDER.authors, (source) => authorsIn(sources[source].authors)) ?? [],
    published: firstOf(claimed('published'), cleanDate),
    lang,
    textDirection: readTextDirection(document, title, lang),
    description: firstOf(claimed('description'), cleanDescription) ?? '',
    canonicalUrl: chooseCanonical(
      sources.html.canonicalUrl ?? [],
      all('canonicalUrl'),
      pageUrl,
      baseUrl,
    ),
    iconUrl: findIcon(links, baseUrl),
    imageUrl: firstOf(claimed('imageUrl'), (address) => leadAddress(address, baseUrl)),
    type: pageType(all('type')),
  };
}

function firstOf<C, T>(claims: Iterable<C>, read: (claim: C) => T | null): T | null {
  for (const claim of claims) {
    const value = read(claim);
    if (value !== null) return value;
  }
  return null;
}

function authorsIn(claims: readonly string[] | undefined): string[] | null {
  const authors = cleanAuthors(claims ?? []);
  return authors.length > 0 ? authors : null;
}

function cleanDescription(claim: string): string | null {
  return cleanText(claim, MAX_DESCRIPTION_LENGTH) || null;
}

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

// Ranges instead of `\p{Script=…}`, which takes a fifth of a millisecond to compile in each page.
/** Hebrew to Arabic Extended, and the presentation forms of both. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/g;
const LETTERS = /[^\s\d!-@[-`{-~\u00a0-\u00bf\u2000-\u2bff\u3000-\u303f]/g;
/** Fewer letters tell nothing: they may be a name. */
const MIN_LETTERS = 20;
const PARAGRAPHS = 5;
const PARAGRAPH_LENGTH = 100;

/**
 * Which way the page's text runs: what its `dir` says, else what most letters of its title and
 * first paragraphs say, else the language's usual script. null when none tells.
 */
export function readTextDirection(
  document: Document,
  title: string,
  lang: string,
): TextDirection | null {
  for (const element of [document.body, document.documentElement]) {
    const direction = element?.getAttribute('dir')?.toLowerCase();
    if (direction === 'ltr' || direction === 'rtl') return direction;
  }
  return directionOfText(`${title} ${sample(document)}`) ?? directionOfLanguage(lang);
}

function sample(document: Document): string {
  // Live, so that only the first ones are looked for.
  const paragraphs = document.getElementsByTagName('p');
  let text = '';
  for (let index = 0; index < PARAGRAPHS; index += 1) {
    text += ` ${paragraphs[index]?.textContent?.slice(0, PARAGRAPH_LENGTH) ?? ''}`;
  }
  return text;
}

function directionOfText(text: string): TextDirection | null {
  const letters = text.match(LETTERS)?.length ?? 0;
  if (letters < MIN_LETTERS) return null;
  return (text.match(RIGHT_TO_LEFT)?.length ?? 0) > letters / 2 ? 'rtl' : 'ltr';
}
