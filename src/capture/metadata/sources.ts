import type { Claims } from './claims';
import { DUBLIN_CORE } from './dublin-core';
import { readHtmlClaims } from './html-claims';
import { readJsonLd } from './json-ld';
import { claimsOfTags, readMetaTags } from './meta-tags';
import { OPEN_GRAPH } from './open-graph';
import { PLAIN_META } from './plain-meta';
import { readStructuredItems } from './structured-items';
import { TWITTER } from './twitter';
import { readVisibleText } from './visible-text';

export type SourceName =
  | 'jsonLd'
  | 'openGraph'
  | 'twitter'
  | 'dublinCore'
  /** Microdata and RDFa. */
  | 'items'
  | 'meta'
  | 'html'
  | 'visible';

export interface PageSources {
  readonly sources: Readonly<Record<SourceName, Claims>>;
  /** All `<link rel>`, for what is more than a claim. */
  readonly links: readonly Element[];
  /** The page's own address. */
  readonly pageUrl: string;
}

/** Asks every source. The elements of the head are looked for once, for all of them. */
export function readSources(document: Document): PageSources {
  const elements = [...document.querySelectorAll('meta, link[rel], script[type*="ld+json" i]')];
  const named = (name: string) => elements.filter((element) => element.localName === name);
  const links = named('link');
  const tags = readMetaTags(named('meta'));
  const pageUrl = document.URL;
  const html = readHtmlClaims(document, links);
  return {
    sources: {
      jsonLd: readJsonLd(named('script'), pageUrl, html.title?.[0] ?? ''),
      openGraph: claimsOfTags(tags, OPEN_GRAPH),
      twitter: claimsOfTags(tags, TWITTER),
      dublinCore: claimsOfTags(tags, DUBLIN_CORE),
      items: readStructuredItems(document),
      meta: claimsOfTags(tags, PLAIN_META),
      html,
      visible: readVisibleText(document),
    },
    links,
    pageUrl,
  };
}
