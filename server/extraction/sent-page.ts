import { isUtf8 } from 'node:buffer';
import type { PageResource } from '../../src/contract';
import type { UnixMs } from '../../src/domain/time';
import { type PackedBlob, packBlob, type SentFile, type Storage } from '../storage';

/** A page that was sent with its bookmark, so that it need not be fetched (protocol.md 7.2). */
export interface SentPage {
  /** null when only resources of the page were sent. */
  readonly html: Uint8Array | null;
  readonly resources: readonly PageResource[];
  /** False when all of the HTML is the article. */
  readonly findsMain: boolean;
  /** When a person captured it, if that is known. */
  readonly captured?: UnixMs | null;
}

/** A sent page that is ready to be stored. */
export interface PackedPage {
  readonly files: readonly SentFile[];
  readonly blobs: readonly PackedBlob[];
  readonly findsMain: boolean;
  readonly captured: UnixMs | null;
}

/**
 * Returns the content type of sent HTML. Browsers and JSON send text in UTF-8, whatever the page
 * declares. Other bytes are decoded as the page declares.
 */
const htmlType = (html: Uint8Array): string =>
  isUtf8(html) ? 'text/html; charset=utf-8' : 'text/html';

/**
 * Prepares a sent page to be stored. Call it before a transaction, because other writers wait during
 * one.
 * @param url the address of the bookmark as it was posted
 */
export async function packPage(
  url: string,
  { html, resources, findsMain, captured }: SentPage,
): Promise<PackedPage> {
  const files: SentFile[] = [];
  const blobs: PackedBlob[] = [];
  const add = async (of: string, contentType: string, bytes: Uint8Array) => {
    const blob = await packBlob(bytes);
    blobs.push(blob);
    files.push({ url: of, contentType, hash: blob.hash, sizeBytes: blob.size });
  };
  // The HTML takes precedence over a resource with the same address.
  if (html !== null) await add(url, htmlType(html), html);
  for (const { url: of, headers, bytes } of resources) {
    await add(of, headers.get('content-type') ?? '', bytes);
  }
  return { files, blobs, findsMain, captured: captured ?? null };
}

/**
 * Stores the bytes of a sent page, if they are not stored yet. `requestExtraction` calls it in its
 * transaction. For a large page, call it before that transaction, too, which is then short.
 */
export async function storePage(
  { contents }: Pick<Storage, 'contents'>,
  { blobs }: PackedPage,
): Promise<void> {
  // In the same order in each transaction, so that two cannot deadlock.
  const sorted = blobs.toSorted((one, other) => (one.hash < other.hash ? -1 : 1));
  for (const blob of sorted) await contents.storePacked(blob);
}
