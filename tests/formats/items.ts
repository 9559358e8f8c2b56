import { blankValues } from '../../src/domain/bookmark-values';
import { unixMs } from '../../src/domain/time';
import type { ExportedArticle, ExportedBookmark, ExportedItem } from '../../src/formats';

export const CREATED = unixMs(Date.UTC(2026, 1, 3, 4, 5, 6));

/** An exported bookmark with the given changes. */
export function bookmark(with_: Partial<ExportedBookmark> = {}): ExportedBookmark {
  return {
    ...blankValues(),
    id: 'a1',
    url: 'https://example.org/harbour',
    title: 'The harbour froze',
    siteName: 'Example',
    domain: 'example.org',
    authors: ['Ann Author'],
    published: '2026-01-02',
    lang: 'en',
    textDirection: 'ltr',
    description: 'A winter.',
    labels: ['ice', 'to read'],
    created: CREATED,
    updated: CREATED,
    ...with_,
  };
}

/** A PNG of one pixel. */
export const PNG = Uint8Array.from(
  atob(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  ),
  (character) => character.charCodeAt(0),
);

/** An item with `html` as its article. Every `src` in `pictures` is a stored PNG. */
export function item(
  html: string | null,
  with_: Partial<ExportedBookmark> = {},
  pictures: readonly string[] = [],
  article: Partial<ExportedArticle> = {},
): ExportedItem {
  const images = pictures.map((src) => ({
    src,
    read: async () => ({ bytes: PNG, type: 'image/png' }),
  }));
  return {
    bookmark: bookmark(with_),
    loadArticle: async () =>
      html === null ? null : { html, images, leadImage: null, leadInText: null, ...article },
  };
}

export const textOfStream = (stream: ReadableStream<Uint8Array>) => new Response(stream).text();

export const bytesOfStream = async (stream: ReadableStream<Uint8Array>) =>
  new Uint8Array(await new Response(stream).arrayBuffer());
