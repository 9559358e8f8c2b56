import type { Claims } from './claims';
import { readJsonLd } from './json-ld';
import {
  claimsOfTags,
  DUBLIN_CORE,
  OPEN_GRAPH,
  PLAIN_META,
  readMetaTags,
  TWITTER,
} from './meta-tags';
import { readStructuredItems } from './structured-items';

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
  /** All `<link rel>` elements. */
  readonly links: readonly Element[];
  /** The address of the page. */
  readonly pageUrl: string;
}

/** Reads every source. The elements of the head are queried once for all of them. */
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
    imageUrl: linked('image_src'),
  };
}

/** The number of ancestors of the headline that are searched. */
const HEADLINE_LEVELS = 4;
const MAX_HEADLINES = 5;
const MAX_TEXT_LENGTH = 1000;
const MAX_BYLINE_LENGTH = 80;
const BYLINE = '[rel~="author"], .p-author, .author, .post-author, [class*="byline"]';
const NOT_THE_ARTICLE = 'aside, nav, footer, [class*="comment"], [class*="related"]';
const LOGO = 'nav, [role="banner"], a[href="/"]';

/**
 * Reads the visible headline and the date and byline next to it, for pages without other metadata.
 * Date and byline are computed on demand.
 */
function readVisibleText(document: Document): Claims {
  const headline = [...document.querySelectorAll('h1')].slice(0, MAX_HEADLINES).find(isHeadline);
  if (headline === undefined) return {};
  return {
    title: [textOf(headline)],
    get published() {
      return [besideHeadline(headline, 'time[datetime]')?.getAttribute('datetime') ?? ''];
    },
    get authors() {
      // Only the first line: job titles, dates and share links follow.
      const byline = textOf(besideHeadline(headline, BYLINE)).split('\n', 1)[0] ?? '';
      // A longer line, or one with a digit, contains more than a name.
      return byline.length <= MAX_BYLINE_LENGTH && !/\d/.test(byline) ? [byline] : [];
    },
  };
}

/** Many sites put their name into a first `<h1>` that links to the home page. */
function isHeadline(heading: Element): boolean {
  const isLogo = heading.closest(LOGO) !== null || heading.querySelector('a[href="/"]') !== null;
  return !isLogo && textOf(heading) !== '';
}

function besideHeadline(headline: Element, selector: string): Element | null {
  let surroundings = headline.parentElement;
  for (let level = 0; level < HEADLINE_LEVELS && surroundings !== null; level += 1) {
    if (surroundings.localName === 'body') return null;
    const found = surroundings.querySelector(selector);
    if (found !== null) return found.closest(NOT_THE_ARTICLE) === null ? found : null;
    surroundings = surroundings.parentElement;
  }
  return null;
}

function textOf(element: Element | null): string {
  return element?.textContent?.slice(0, MAX_TEXT_LENGTH).trim() ?? '';
}
