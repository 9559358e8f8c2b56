import { isUtf8 } from 'node:buffer';
import type { PageResource } from '../../src/contract';
import type { SentFile, Storage } from '../storage';

/** A page that was sent with its bookmark, so that it need not be fetched (protocol.md 7.2). */
export interface SentPage {
  /** null when only resources of the page were sent. */
  readonly html: Uint8Array | null;
  readonly resources: readonly PageResource[];
  /** False when all of the HTML is the article. */
  readonly findsMain: boolean;
}

/** A sent page whose bytes are stored. */
export interface StoredPage {
  readonly files: readonly SentFile[];
  readonly findsMain: boolean;
}

/**
 * Returns the content type of sent HTML. Browsers and JSON send text in UTF-8, whatever the page
 * declares. Other bytes are decoded as the page declares.
 */
const htmlType = (html: Uint8Array): string =>
  isUtf8(html) ? 'text/html; charset=utf-8' : 'text/html';

/**
 * Stores the bytes of a sent page. They are deleted after an hour unless a bookmark refers to them.
 * Call it before the transaction that creates the bookmark, because other writers wait during a
 * transaction.
 * @param url the address of the bookmark as it was posted
 */
export async function storePage(
  { contents }: Pick<Storage, 'contents'>,
  url: string,
  { html, resources, findsMain }: SentPage,
): Promise<StoredPage> {
  const files: SentFile[] = [];
  const store = async (of: string, contentType: string, bytes: Uint8Array) => {
    const hash = await contents.storeBlob(bytes);
    files.push({ url: of, contentType, hash, sizeBytes: bytes.byteLength });
  };
  // The HTML takes precedence over a resource with the same address.
  if (html !== null) await store(url, htmlType(html), html);
  for (const { url: of, headers, bytes } of resources) {
    await store(of, headers.get('content-type') ?? '', bytes);
  }
  return { files, findsMain };
}
