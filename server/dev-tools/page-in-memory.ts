import { createHash } from 'node:crypto';
import type { PageContents } from '../extraction';
import type { BlobHash, BookmarkKey } from '../storage';

/** A bookmark that there is not. */
export const NO_BOOKMARK = 0 as BookmarkKey;

/**
 * The files of one extraction, forgotten with it.
 * @param html the page, when it was sent; null: it is fetched
 */
export function pageInMemory(url: string, html: Uint8Array | null): PageContents {
  const kept = new Map<BlobHash, Uint8Array>();
  const keep = (bytes: Uint8Array): BlobHash => {
    const hash = createHash('sha256').update(bytes).digest('hex') as BlobHash; // What one is.
    kept.set(hash, bytes);
    return hash;
  };
  const contentType = 'text/html; charset=utf-8';
  const sent =
    html === null ? [] : [{ url, contentType, hash: keep(html), sizeBytes: html.byteLength }];
  return {
    sent: async () => sent,
    bytes: async (hash) => kept.get(hash) ?? null,
    keepBlob: async (bytes) => keep(bytes),
  };
}
