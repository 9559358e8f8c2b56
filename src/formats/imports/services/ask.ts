import { err, type Result } from '../../../domain';
import { decodeText } from '../decode-text';
import type { ImportFailure } from '../imported';
import { MAX_ANSWER_BYTES } from '../limits';
import { type Json, readJson } from '../read-json';

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
export const addressIn = (base: string, path: string): string =>
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
