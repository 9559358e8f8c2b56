import { createHash } from 'node:crypto';
import type { Extraction } from '../../src/contract';
import { withImageAddresses } from '../articles/article-images';
import { extract, type PageContents } from '../extraction';
import type { SafeFetch } from '../fetch';
import type { Server } from '../server';
import { type BlobHash, type BookmarkKey, EVERYTHING, type Storage, type UserId } from '../storage';

/**
 * What would be made of a page if it were saved; nothing of it is kept. Its images stay where they
 * are.
 * @param html the page; null: it is fetched
 */
export async function tryExtraction(
  { pageReader: reader }: Pick<Server, 'pageReader'>,
  fetch: SafeFetch,
  url: string,
  html: Uint8Array | null,
  signal: AbortSignal,
): Promise<Extraction> {
  const tools = { storage: { contents: pageInMemory(url, html) }, fetch, reader };
  const found = await extract(tools, { key: NO_BOOKMARK, url, initialUrl: url }, true, signal);
  const sources = new Map(found.resources.map((file) => [file.name, file.url]));
  const { described } = found;
  return {
    url: found.url ?? url,
    title: described?.title ?? '',
    site_name: described?.siteName ?? '',
    document_type: found.type ?? '',
    authors: [...(described?.authors ?? [])],
    description: described?.description ?? '',
    lang: described?.lang ?? '',
    html: withImageAddresses(found.article?.html ?? '', {
      known: sources,
      prefix: '',
    }),
    log: found.log.split('\n').filter((line) => line !== ''),
  };
}

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

/** Nobody looks through more. */
const MAX_ADDRESSES = 1000;

/** Addresses of a user whose pages could not be read as they should, by site, newest first. */
export async function failedAddresses(
  { bookmarks }: Pick<Storage, 'bookmarks'>,
  userId: UserId,
): Promise<Record<string, string[]>> {
  const bySite = new Map<string, string[]>();
  let count = 0;
  for await (const rows of bookmarks.eachWanted(userId, { ...EVERYTHING, hasErrors: true })) {
    for (const { site, url } of rows) {
      bySite.set(site, [...(bySite.get(site) ?? []), url]);
      count += 1;
    }
    if (count >= MAX_ADDRESSES) break;
  }
  return Object.fromEntries(bySite);
}
