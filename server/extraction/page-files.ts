import { setImmediate as nextTurn } from 'node:timers/promises';
import { err, ok, type Result } from '../../src/domain/result';
import type { UnixMs } from '../../src/domain/time';
import { urlKey } from '../../src/domain/url-identity';
import type { FetchError, Fetched, SafeFetch } from '../fetch';
import type { BookmarkRow, SentFile, Storage } from '../storage';
import { pageKind } from './reading/content-type';

/** A page or an image that it shows. */
export interface PageFile {
  /** The address after redirects. */
  readonly url: string;
  /** The media type with its parameters; empty when unknown. */
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** The page itself. */
export interface Page extends PageFile, Pick<Fetched, 'originalUrl' | 'usage' | 'isCut'> {}

/** The reason why a file of a page is not available. */
export type FileError =
  | FetchError
  /** The body was not loaded, because no bookmark can be made from this type. */
  | { readonly kind: 'unsupported-type'; readonly contentType: string; readonly url: string };

/** Other requests run between them, because a page has thousands of files and long addresses. */
const FILES_AT_ONCE = 100;

/** Normalises an address, because a page's script may write addresses of resources differently. */
const fileKey = (url: string): string => urlKey(url) ?? url;

const ACCEPT_PAGE = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/*;q=0.8,*/*;q=0.5';
const ACCEPT_IMAGE = 'image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5';

/** The storage of the files that were sent and of the images that are stored. */
export type PageContents = Pick<Storage['contents'], 'sent' | 'bytes' | 'storeBlob'>;

/**
 * Returns access to the files of a bookmark's page. Files that were sent are used as they are. Other
 * files are fetched.
 * @param captured when the page that was sent was captured
 */
export async function getFiles(
  { contents }: { readonly contents: Pick<PageContents, 'sent' | 'bytes'> },
  fetch: SafeFetch,
  { key, url, initialUrl }: Pick<BookmarkRow, 'key' | 'url' | 'initialUrl'>,
  captured: UnixMs | null = null,
) {
  const sent = new Map<string, SentFile>();
  for (const [at, file] of (await contents.sent(key, captured ?? 0)).entries()) {
    if (at % FILES_AT_ONCE === 0) await nextTurn();
    const of = fileKey(file.url);
    // For the same address, `html` comes before the resources and takes precedence.
    if (!sent.has(of)) sent.set(of, file);
  }
  const sentPage = sent.get(fileKey(initialUrl)) ?? sent.get(fileKey(url));
  const isSent = sentPage !== undefined;

  const read = async ({ url: at, contentType, hash }: SentFile) => {
    const bytes = await contents.bytes(hash);
    return bytes === null ? null : { url: at, contentType, bytes };
  };
  return {
    /** True when the page was sent with its bookmark. */
    isSent,
    /** The size of the page if it was sent; otherwise 0. */
    sentBytes: sentPage?.sizeBytes ?? 0,
    async page(signal?: AbortSignal): Promise<Result<Page, FileError>> {
      const file = sentPage && (await read(sentPage));
      if (file) return ok({ ...file, ...SENT_FILE, url });
      return fetchFile(fetch, url, { ...FOR_PAGE, ...(signal && { signal }) });
    },
    /**
     * Fetches the page that `from` redirects to by itself. The limits of one fetch apply to both
     * together.
     */
    next: (address: string, { usage }: Page, signal?: AbortSignal) =>
      fetchFile(fetch, address, { ...FOR_PAGE, previousUsage: usage, ...(signal && { signal }) }),
    /** @param page the address of the page that shows the image */
    async image(
      address: string,
      page: string,
      signal?: AbortSignal,
    ): Promise<Result<PageFile, FileError>> {
      const found = sent.get(fileKey(address));
      const file = found && (await read(found));
      if (file) return ok(file);
      const bytes = bytesOfDataAddress(address);
      if (bytes !== null) return ok({ url: address, contentType: '', bytes });
      const options = { accept: ACCEPT_IMAGE, referrer: page, acceptsType: mayBeImage };
      return fetchFile(fetch, address, { ...options, ...(signal && { signal }) });
    },
  };
}

/** The files of one page. */
export type PageFiles = Awaited<ReturnType<typeof getFiles>>;

/** Fetches a file. Returns an error for a type that `options` do not accept. */
async function fetchFile(
  fetch: SafeFetch,
  address: string,
  options: Parameters<SafeFetch>[1],
): Promise<Result<Page, FileError>> {
  const fetched = await fetch(address, options);
  if (!fetched.ok) return fetched;
  const { url, contentType, bytes } = fetched.value;
  return bytes === null
    ? err({ kind: 'unsupported-type', contentType, url })
    : ok({ ...fetched.value, bytes });
}

const isPage = (contentType: string) => !['video', 'other'].includes(pageKind(contentType));

/** Eight pages are read at once. */
const MAX_PDF_BYTES = 32 * 1024 * 1024;
const maxBytesOf = (contentType: string) =>
  pageKind(contentType) === 'pdf' ? MAX_PDF_BYTES : undefined;

const FOR_PAGE = { accept: ACCEPT_PAGE, acceptsType: isPage, maxBytesOf } as const;
const SENT_FILE = { originalUrl: null, usage: { redirects: 0, ms: 0 }, isCut: false } as const;

/**
 * Rejects pages, videos and audio. Servers send images with many types, so the bytes decide in the
 * end.
 */
const mayBeImage = (contentType: string) => !/^\s*(text\/html|video\/|audio\/)/i.test(contentType);

const DATA = /^data:([^,]*?)(;\s*base64)?,/i;

/** Decodes a `data:` address. Returns null for any other address and for a broken one. */
export function bytesOfDataAddress(address: string): Uint8Array | null {
  const head = DATA.exec(address);
  if (head === null) return null;
  const body = address.slice(head[0].length);
  try {
    const text = decodeURIComponent(body);
    return Buffer.from(text, head[2] === undefined ? 'utf8' : 'base64');
  } catch {
    return null; // The percent-encoding is malformed.
  }
}
