import { err, type Result } from '../../../domain';
import type { ImportFailure } from '../imported';
import { MAX_ANSWER_BYTES } from '../limits';
import { decodeText, type Json, readJson } from '../read-json';
/** How a service is reached. It refuses what must not be asked (private addresses, sizes, time). */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

const service = (status: number | null, isRetriable: boolean): ImportFailure => ({
  kind: 'service',
  status,
  isRetriable,
});

/** Asks a service for JSON. No answer, a refusal and an answer that is too large are failures. */
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
    return err(service(null, true)); // No connection, or it broke off.
  }
}

/** The address of a path of a service, whose own may have a path. */
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
