import { isUtf8 } from 'node:buffer';
import type { PageResource } from '../../src/contract';
import type { SentFile, Storage } from '../storage';

/** A page that was sent with its bookmark, so that it need not be fetched (protocol.md 7.2). */
export interface SentPage {
  /** null: only files of it came. */
  readonly html: Uint8Array | null;
  readonly resources: readonly PageResource[];
  /** false: the HTML is the article, none is looked for in it. */
  readonly findsMain: boolean;
}

/** A sent page whose bytes are kept. */
export interface KeptPage {
  readonly files: readonly SentFile[];
  readonly findsMain: boolean;
}

/** What browsers and JSON send text in, whatever the page says of itself; else it is left to tell. */
const htmlType = (html: Uint8Array): string =>
  isUtf8(html) ? 'text/html; charset=utf-8' : 'text/html';

/**
 * Keeps the bytes of a sent page, for an hour unless a bookmark is made that has them. Done before
 * the transaction that makes it: bytes take their time, and others write meanwhile.
 * @param url the bookmark's, as it was posted
 */
export async function keepPage(
  { contents }: Pick<Storage, 'contents'>,
  url: string,
  { html, resources, findsMain }: SentPage,
): Promise<KeptPage> {
  const files: SentFile[] = [];
  const keep = async (of: string, contentType: string, bytes: Uint8Array) => {
    const hash = await contents.keepBlob(bytes);
    files.push({ url: of, contentType, hash, sizeBytes: bytes.byteLength });
  };
  // First, so that it comes before a resource of the same address.
  if (html !== null) await keep(url, htmlType(html), html);
  for (const { url: of, headers, bytes } of resources) {
    await keep(of, headers.get('content-type') ?? '', bytes);
  }
  return { files, findsMain };
}
