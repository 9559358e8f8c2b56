import fc from 'fast-check';
import type { LoadedImage } from '../../../src/capture/capture';
import type { BookmarkPatch } from '../../../src/domain/bookmark';
import { SECOND_MS, UNDO_MS } from '../../../src/domain/time';
import { LONG_MS } from './model';

const URLS = ['https://example.org/a', 'https://example.org/b', 'https://example.com/'];
const IMAGES = ['https://example.org/1.png', 'https://example.org/2.png'];

const urls = fc.constantFrom(...URLS);
const someUrls = fc.uniqueArray(urls, { minLength: 1 });
const pageParts = fc.record({
  title: fc.constantFrom('One', 'Two', 'Three'),
  html: fc.constantFrom('<p>x</p>', '<p>y</p><p>z</p>', `<p>${'long '.repeat(1500)}</p>`, null),
  images: fc.subarray(IMAGES),
  imageUrl: fc.constantFrom(null, ...IMAGES),
  excerpt: fc.constantFrom('', 'x', 'y'),
});
const labels = fc.subarray(['a', 'b', 'c']);
const patches: fc.Arbitrary<BookmarkPatch> = fc.record(
  {
    title: fc.constantFrom('One', 'Mine', ''),
    isFavourite: fc.boolean(),
    isArchived: fc.boolean(),
    readProgress: fc.constantFrom(0, 50, 100),
    addLabels: labels,
    removeLabels: labels,
  },
  { requiredKeys: [] },
);
const images: fc.Arbitrary<readonly LoadedImage[]> = fc.uniqueArray(
  fc.record({ url: fc.constantFrom(...IMAGES), text: fc.constantFrom('same', 'other', null) }).map(
    ({ url, text }): LoadedImage =>
      text === null
        ? { kind: 'dropped', url, reason: 'failed' }
        : {
            kind: 'loaded',
            url,
            mimeType: 'image/png',
            width: 1,
            height: 1,
            bytes: new TextEncoder().encode(text),
          },
  ),
  { minLength: 1, selector: ({ url }) => url },
);

const variant = <K extends string, V extends object>(
  kind: K,
  fields: { [F in keyof V]: fc.Arbitrary<V[F]> },
) =>
  fc.record({ kind: fc.constant(kind), context: fc.constantFrom(0, 1), ...fields }) as fc.Arbitrary<
    { kind: K; context: 0 | 1 } & V
  >;

/** Actions on a library, from one of two contexts. */
export const actions = fc.oneof(
  { weight: 4, arbitrary: variant('save', { url: urls, parts: pageParts }) },
  { weight: 2, arbitrary: variant('saveAddress', { url: urls }) },
  { weight: 4, arbitrary: variant('edit', { url: urls, patch: patches, isUndone: fc.boolean() }) },
  { weight: 3, arbitrary: variant('trash', { urls: someUrls }) },
  { weight: 2, arbitrary: variant('restore', { urls: someUrls }) },
  { weight: 2, arbitrary: variant('purge', { urls: someUrls }) },
  { weight: 2, arbitrary: variant('recapture', { url: urls, parts: pageParts }) },
  { weight: 3, arbitrary: variant('addImages', { url: urls, images }) },
  { weight: 2, arbitrary: variant('wait', { ms: fc.constantFrom(SECOND_MS, UNDO_MS, LONG_MS) }) },
  { weight: 1, arbitrary: variant('expire', {}) },
  { weight: 2, arbitrary: variant('sync', {}) },
);

export type Action = typeof actions extends fc.Arbitrary<infer A> ? A : never;
