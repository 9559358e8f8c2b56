import type { Claims, MetadataSource } from './claims';
import { type LdPage, readJsonLd } from './json-ld';
import {
  claimsOfTags,
  DUBLIN_CORE,
  OPEN_GRAPH,
  PLAIN_META,
  readMetaTags,
  TWITTER,
} from './meta-tags';
import { dateInAddress } from './published';
import { readStructuredItems } from './structured-items';
import { readVisibleText } from './visible';

export interface PageSources {
  readonly sources: Readonly<Record<MetadataSource, Claims>>;
  /** All `<link rel>` elements. */
  readonly links: readonly Element[];
  /** The address of the page. */
  readonly pageUrl: string;
  /** The text of the article in JSON-LD; empty when there is none. */
  readonly articleText: string;
  readonly given: LdPage['given'];
}

/** Reads every source. The elements of the head are queried once for all of them. */
export function readSources(document: Document): PageSources {
  const elements = [...document.querySelectorAll('meta,link[rel],script[type*="ld+json" i]')];
  const named = (name: string) => elements.filter((element) => element.localName === name);
  const links = named('link');
  const tags = readMetaTags(named('meta'));
  const pageUrl = document.URL;
  const html = readHtmlClaims(document, links);
  const jsonLd = readJsonLd(named('script'), pageUrl, html.title?.[0] ?? '');
  const declared = {
    jsonLd: jsonLd.claims,
    openGraph: claimsOfTags(tags, OPEN_GRAPH),
    twitter: claimsOfTags(tags, TWITTER),
    dublinCore: claimsOfTags(tags, DUBLIN_CORE),
    items: readStructuredItems(document),
    meta: claimsOfTags(tags, PLAIN_META),
    html,
  };
  const visible = readVisibleText(document, {
    lang: html.lang?.find((lang) => lang !== '') ?? '',
    titles: [...new Set(Object.values(declared).flatMap(({ title }: Claims) => title ?? []))],
  });
  return {
    sources: { ...declared, visible },
    links,
    pageUrl,
    articleText: jsonLd.articleText,
    given: jsonLd.given,
  };
}

/** Reads HTML's own elements: `<title>`, `lang`, and the `<link>`s of the head. */
function readHtmlClaims(document: Document, links: readonly Element[]): Claims {
  const root = document.documentElement;
  const linked = (rel: string) =>
    links
      .filter((link) => link.getAttribute('rel')?.toLowerCase().split(/\s+/).includes(rel))
      .map((link) => link.getAttribute('href') ?? '');
  return {
    // `document.title` could be shadowed by an image with that name, and the first `<title>` of any
    // kind could belong to an SVG.
    title: [document.querySelector('head > title')?.textContent ?? ''],
    lang: [root, root.querySelector('body')].flatMap((element) => [
      element?.getAttribute('lang') ?? '',
      element?.getAttribute('xml:lang') ?? '',
    ]),
    canonicalUrl: linked('canonical').slice(0, 1),
    published: [dateInAddress(document.URL)],
    imageUrl: linked('image_src'),
  };
}
