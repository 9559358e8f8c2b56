import { err, type Result } from '../../../domain/result';
import { decodeText } from '../decode-text';
import type { ImportFailure, ImportRow, ImportStep } from '../imported';
import { MAX_ANSWER_BYTES, MAX_ANSWERS, MAX_IMPORTED_ROWS } from '../limits';
import { skipped } from '../make-row';
import { isObject, type Json, type JsonObject, readJson } from '../read-json';

/**
 * Sends a request to a service. It refuses private addresses and enforces limits of size and time.
 */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

const service = (status: number | null, isRetriable: boolean): ImportFailure => ({
  kind: 'service',
  status,
  isRetriable,
});

/**
 * Requests JSON from a service. Network errors, error statuses and responses that are too large are
 * failures.
 */
export async function ask(
  fetch: Fetch,
  url: string,
  init: RequestInit,
): Promise<Result<Json, ImportFailure>> {
  try {
    const response = await fetch(url, init);
    const { status } = response;
    if (!response.ok) {
      await response.body?.cancel();
      if (status === 401 || status === 403) return err({ kind: 'sign-in-refused' });
      return err(service(status, status === 429 || status >= 500));
    }
    const bytes = await readBounded(response);
    if (bytes === null) return err({ kind: 'too-large' });
    const text = decodeText(bytes);
    return text.ok ? readJson(text.value) : text;
  } catch {
    return err(service(null, true)); // There is no connection, or it was interrupted.
  }
}

/** Appends a path to the address of a service, which may have a path itself. */
export const addressBelow = (base: string, path: string): string =>
  `${base.trim().replace(/(?<!\/)\/+$/, '')}/${path}`;

async function readBounded(response: Response): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > MAX_ANSWER_BYTES) return null;
    chunks.push(chunk);
  }
  return new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer());
}

/** A page of entries, and the place of the next one; null after the last. */
export interface ServicePage<Place> {
  readonly items: readonly Json[];
  readonly next: Place | null;
}

/**
 * Reads all entries of a service, page by page. Entries that were read before a failure have been
 * returned.
 */
export async function* importPages<Place>(
  first: Place,
  readPage: (place: Place) => Promise<Result<ServicePage<Place>, ImportFailure>>,
  rowOf: (item: JsonObject, row: number) => ImportRow,
): AsyncGenerator<ImportStep> {
  let place: Place | null = first;
  let row = 0;
  for (let page = 0; page < MAX_ANSWERS && place !== null; page += 1) {
    const read: Result<ServicePage<Place>, ImportFailure> = await readPage(place);
    if (!read.ok) return yield failed(read.error);
    for (const item of read.value.items) {
      row += 1;
      if (row > MAX_IMPORTED_ROWS) return yield failed({ kind: 'too-many-rows' });
      const isEntry = isObject(item);
      yield isEntry ? rowOf(item, row) : skipped(row, 'not-a-bookmark', JSON.stringify(item));
    }
    place = read.value.next;
  }
}

export const failed = (failure: ImportFailure): ImportStep => ({ kind: 'failed', failure });
