import { normalLanguage, siteOf } from '../../domain';
import type { Metadata } from '../capture';
import { chooseCanonical, cleanAddress } from './address';
import { cleanAuthors } from './authors';
import type { ClaimField } from './claims';
import { cleanText } from './clean-text';
import { findIcon } from './icon';
import { pageType } from './page-type';
import { cleanDate } from './published';
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

const MAX_SITE_NAME_LENGTH = 100;
const MAX_DESCRIPTION_LENGTH = 1000;

/**
 * What the page says of itself; empty or null where it says nothing that can be believed. Changes
 * nothing. `document` is the page before Readability has worked on it; `baseUrl` is what its
 * relative addresses are relative to.
 */
export function readMetadata(document: Document, baseUrl: string): Metadata {
  const { sources, links, pageUrl } = readSources(document);
  const claimed = (field: ClaimField) =>
    ORDER[field].flatMap((source) => sources[source][field] ?? []);
  const siteNames = claimed('siteName')
    .map(cleanSiteName)
    .filter((name) => name !== '');
  const title = chooseTitle(claimed('title'), {
    siteNames,
    site: siteOf(pageUrl),
    headlines: sources.visible.title ?? [],
  });
  const lang = firstOf(claimed('lang'), (tag) => normalLanguage(tag) || null) ?? '';
  return {
    title,
    siteName: siteNames[0] ?? '',
    authors:
      ORDER.authors
        .map((source) => cleanAuthors(sources[source].authors ?? []))
        .find((authors) => authors.length > 0) ?? [],
    published: firstOf(claimed('published'), cleanDate),
    lang,
    textDirection: readTextDirection(document, title, lang),
    description: firstOf(claimed('description'), cleanDescription) ?? '',
    canonicalUrl: chooseCanonical(
      sources.html.canonicalUrl ?? [],
      claimed('canonicalUrl'),
      pageUrl,
      baseUrl,
    ),
    iconUrl: findIcon(links, baseUrl),
    imageUrl: firstOf(claimed('imageUrl'), (address) => cleanAddress(address, baseUrl)),
    type: pageType(claimed('type')),
  };
}

function firstOf<T>(claims: readonly string[], read: (claim: string) => T | null): T | null {
  for (const claim of claims) {
    const value = read(claim);
    if (value !== null) return value;
  }
  return null;
}

/** Empty for an account name or an address, which some put where the name belongs. */
function cleanSiteName(claim: string): string {
  const name = cleanText(claim, MAX_SITE_NAME_LENGTH);
  return /^@|:\/\//.test(name) ? '' : name;
}

function cleanDescription(claim: string): string | null {
  return cleanText(claim, MAX_DESCRIPTION_LENGTH) || null;
}
