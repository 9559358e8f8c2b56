import { normalLanguage, siteOf } from '../../domain';
import type { Metadata } from '../capture';
import { chooseCanonical } from './address';
import { cleanAuthors } from './authors';
import type { ClaimField } from './claims';
import { cleanText } from './clean-text';
import { findIcon, leadAddress } from './icon';
import { pageType } from './page-type';
import { cleanDate } from './published';
import { chooseSiteName, cleanSiteNames } from './site-name';
import { readSources, type SourceName } from './sources';
import { readTextDirection } from './text-direction';
import { chooseTitle } from './title';

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
