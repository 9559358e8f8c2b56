import type { Metadata } from './capture';
import { readMetadata } from './metadata';

/** What the page says of itself; of a page that defeats the reading of it, its title at least. */
export function metadataOf(document: Document, baseUrl: string): Metadata {
  try {
    return readMetadata(document, baseUrl);
  } catch {
    return {
      title: document.querySelector('title')?.textContent?.trim() ?? '',
      siteName: '',
      authors: [],
      published: null,
      lang: '',
      textDirection: null,
      description: '',
      canonicalUrl: null,
      iconUrl: null,
      imageUrl: null,
      type: 'article',
    };
  }
}
