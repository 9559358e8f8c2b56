import { formatDisposition, formatPartHeaders, formatResourceHeaders } from '../../contract';
import type { RequestBody } from '../http/request-body';

/** A file of a page, or the page itself. */
export interface SentResource {
  /** Absolute. */
  readonly url: string;
  readonly contentType: string;
  readonly content: string | Blob | Uint8Array<ArrayBuffer>;
}

/** Texts of a form: a list is the same name more than once. */
export type FormTexts = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * A multipart form written by hand, as `FormData` can't say where a file is from. No bytes are
 * copied. `boundary` must not occur in what is sent: make it of chance.
 */
export function pageBody(
  texts: FormTexts,
  resources: readonly SentResource[],
  boundary: string,
): RequestBody {
  const opening = `--${boundary}\r\n`;
  const pieces: BlobPart[] = [];
  for (const [name, value] of Object.entries(texts)) {
    for (const text of value === undefined ? [] : [value].flat()) {
      const head = formatPartHeaders([['Content-Disposition', formatDisposition(name)]]);
      pieces.push(opening, head, text, '\r\n');
    }
  }
  for (const { url, contentType, content } of resources) {
    const headers = new Map([['Content-Type', contentType]]);
    pieces.push(opening, formatResourceHeaders({ url, headers }), content, '\r\n');
  }
  pieces.push(`--${boundary}--\r\n`);
  const blob = new Blob(pieces);
  return {
    content: blob,
    contentType: `multipart/form-data; boundary=${boundary}`,
    sizeBytes: blob.size,
  };
}
