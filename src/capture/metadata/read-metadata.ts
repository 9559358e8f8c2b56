import type { Metadata } from '../capture';

const content = (document: Document, selector: string): string =>
  document.querySelector(selector)?.getAttribute('content')?.trim() ?? '';

/**
 * What the page says of itself. `document` is the clone, before Readability has changed it;
 * `baseUrl` is what relative addresses are relative to.
 */
export function readMetadata(document: Document, baseUrl: string): Metadata {
  const dir = document.documentElement.getAttribute('dir');
  return {
    title: content(document, 'meta[property="og:title"]') || document.title.trim(),
    siteName: content(document, 'meta[property="og:site_name"]') || new URL(baseUrl).hostname,
    authors: [content(document, 'meta[name="author"]')].filter((name) => name !== ''),
    published: content(document, 'meta[property="article:published_time"]') || null,
    lang: document.documentElement.getAttribute('lang') ?? '',
    textDirection: dir === 'rtl' || dir === 'ltr' ? dir : null,
    description: content(document, 'meta[name="description"]'),
    canonicalUrl: null,
    iconUrl: null,
    imageUrl: null,
    type: 'article',
  };
}
