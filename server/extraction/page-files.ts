import { err, ok, type Result, urlKey } from '../../src/domain';
import type { FetchError, Fetched, SafeFetch } from '../fetch';
import type { BookmarkRow, ContentRepository, SentFile } from '../storage';
import { pageKind } from './reading/content-type';

/** A file of a page: itself, or what it shows. */
export interface PageFile {
  /** Where it was at last. */
  readonly url: string;
  /** With its parameters; empty when unknown. */
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** The page itself. */
export interface Page extends PageFile, Pick<Fetched, 'originalUrl' | 'spent'> {}

/** Why a file of a page can't be had. */
export type FileError =
  | FetchError
  /** It was not sent with the page, and nothing is fetched for one that was. */
  | { readonly kind: 'not-sent' }
  /** Not fetched, being nothing that a bookmark can be made of. */
  | { readonly kind: 'unwanted'; readonly contentType: string; readonly url: string };

/** Addresses that differ in how they are written only: resources were named by a page's script. */
export const fileKey = (url: string): string => urlKey(url) ?? url;

/** What `Accept` says for a page, and for an image: what can be made something of. */
const ACCEPT_PAGE = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/*;q=0.8,*/*;q=0.5';
const ACCEPT_IMAGE = 'image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5';

/** Where an extraction finds what was sent, and keeps the bytes of images. */
export type PageContents = Pick<ContentRepository, 'sent' | 'bytes' | 'keepBlob'>;

/** Where the files of one page come from. */
export interface PageFiles {
  /** Whether the page came with its bookmark. */
  readonly isSent: boolean;
  page(signal?: AbortSignal): Promise<Result<Page, FileError>>;
  /** Where a page that was fetched leads by itself, in the bounds of fetching that page. */
  next(address: string, from: Page, signal?: AbortSignal): Promise<Result<Page, FileError>>;
  /** @param page the address of the page that shows it */
  image(url: string, page: string, signal?: AbortSignal): Promise<Result<PageFile, FileError>>;
}

/**
 * The files of a bookmark's page: what was sent, used as it is. When the page itself was sent,
 * nothing is fetched; else what was not sent is.
 */
export async function getFiles(
  { contents }: { readonly contents: Pick<PageContents, 'sent' | 'bytes'> },
  fetch: SafeFetch,
  { key, url, initialUrl }: Pick<BookmarkRow, 'key' | 'url' | 'initialUrl'>,
): Promise<PageFiles> {
  const sent = new Map<string, SentFile>();
  for (const file of await contents.sent(key)) {
    // The first of an address counts: `html` comes before the resources.
    if (!sent.has(fileKey(file.url))) sent.set(fileKey(file.url), file);
  }
  const sentPage = sent.get(fileKey(initialUrl)) ?? sent.get(fileKey(url));
  const isSent = sentPage !== undefined;

  const read = async ({ url: at, contentType, hash }: SentFile) => {
    const bytes = await contents.bytes(hash);
    return bytes === null ? null : { url: at, contentType, bytes };
  };
  return {
    isSent,
    async page(signal) {
      const file = sentPage && (await read(sentPage));
      if (file) return ok({ ...file, url, originalUrl: null, spent: NOTHING_SPENT });
      return fetchFile(fetch, url, { ...FOR_PAGE, ...(signal && { signal }) });
    },
    next: (address, { spent }, signal) =>
      fetchFile(fetch, address, { ...FOR_PAGE, after: spent, ...(signal && { signal }) }),
    async image(address, page, signal) {
      const found = sent.get(fileKey(address));
      const file = found && (await read(found));
      if (file) return ok(file);
      const bytes = bytesOfDataAddress(address);
      if (bytes !== null) return ok({ url: address, contentType: '', bytes });
      if (isSent) return err({ kind: 'not-sent' });
      const options = { accept: ACCEPT_IMAGE, referrer: page, wants: isImage };
      return fetchFile(fetch, address, { ...options, ...(signal && { signal }) });
    },
  };
}

/** Fetches a file that is worth reading. */
async function fetchFile(
  fetch: SafeFetch,
  address: string,
  options: Parameters<SafeFetch>[1],
): Promise<Result<Page, FileError>> {
  const fetched = await fetch(address, options);
  if (!fetched.ok) return fetched;
  const { url, contentType, bytes } = fetched.value;
  return bytes === null
    ? err({ kind: 'unwanted', contentType, url })
    : ok({ ...fetched.value, bytes });
}

const isPage = (contentType: string) => !['video', 'other'].includes(pageKind(contentType));

const FOR_PAGE = { accept: ACCEPT_PAGE, wants: isPage } as const;
const NOTHING_SPENT = { redirects: 0, ms: 0 } as const;

/** Servers call images by many names, and the bytes tell; but what says that it is a page is one. */
const isImage = (contentType: string) => !/^\s*(text\/html|video\/|audio\/)/i.test(contentType);

const DATA = /^data:([^,]*?)(;\s*base64)?,/i;

/** The bytes of a `data:` address; null when it is none, or broken. */
export function bytesOfDataAddress(address: string): Uint8Array | null {
  const head = DATA.exec(address);
  if (head === null) return null;
  const body = address.slice(head[0].length);
  try {
    const text = decodeURIComponent(body);
    return Buffer.from(text, head[2] === undefined ? 'utf8' : 'base64');
  } catch {
    return null; // A per cent sign that encodes nothing.
  }
}
