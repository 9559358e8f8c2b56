import { hash as hashOf } from 'node:crypto';
import type { Extraction } from '../../src/contract';
import { withImageAddresses } from '../articles/article-images';
import { extract, type PageContents } from '../extraction';
import type { SafeFetch } from '../fetch';
import type { Server } from '../server';
import { type BlobHash, type BookmarkKey, EVERYTHING, type Storage, type UserId } from '../storage';

/**
 * Extracts a page as if it were saved, without storing anything. The images in the result have their
 * original addresses.
 * @param html the page; null to fetch it
 */
export async function tryExtraction(
  { processes }: Pick<Server, 'processes'>,
  userId: UserId,
  fetch: SafeFetch,
  url: string,
  html: Uint8Array | null,
  signal: AbortSignal,
): Promise<Extraction> {
  const user = String(userId);
  const reader = processes.sharedBy(user, 'interactive');
  const tools = { storage: { contents: pageInMemory(url, html) }, fetch, reader, user };
  const found = await extract(
    tools,
    { key: NO_BOOKMARK, url, initialUrl: url },
    { findsMain: true, captured: null },
    signal,
  );
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
    html: withImageAddresses(found.article?.html ?? '', { known: sources, prefix: '' }),
    log: found.log.split('\n').filter((line) => line !== ''),
  };
}

/** The key of no stored bookmark. */
const NO_BOOKMARK = 0 as BookmarkKey;

/**
 * Creates a storage in memory for the files of one extraction.
 * @param html the page that was sent; null to fetch it
 */
function pageInMemory(url: string, html: Uint8Array | null): PageContents {
  const blobs = new Map<BlobHash, Uint8Array>();
  const store = (bytes: Uint8Array): BlobHash => {
    // A blob hash is the SHA-256 of its bytes.
    const hash = hashOf('sha256', bytes, 'hex') as BlobHash;
    blobs.set(hash, bytes);
    return hash;
  };
  const contentType = 'text/html; charset=utf-8';
  const sent =
    html === null ? [] : [{ url, contentType, hash: store(html), sizeBytes: html.byteLength }];
  return {
    sent: async () => sent,
    bytes: async (hash) => blobs.get(hash) ?? null,
    storeBlob: async (bytes) => store(bytes),
  };
}

/** The list is for people, who cannot examine more. */
const MAX_TRIED_ADDRESSES = 1000;

/** Lists the addresses of a user's bookmarks with errors, grouped by site, newest first. */
export async function failedAddresses(
  { bookmarks }: Pick<Storage, 'bookmarks'>,
  userId: UserId,
): Promise<Record<string, string[]>> {
  const bySite = new Map<string, string[]>();
  let count = 0;
  for await (const rows of bookmarks.eachMatch(userId, { ...EVERYTHING, hasErrors: true })) {
    for (const { site, url } of rows) {
      bySite.set(site, [...(bySite.get(site) ?? []), url]);
      count += 1;
    }
    if (count >= MAX_TRIED_ADDRESSES) break;
  }
  return Object.fromEntries(bySite);
}
