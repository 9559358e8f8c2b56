import { err, ok, type Result } from './result';

/**
 * Reads the body of a response. Returns `too-large` as soon as it exceeds `maxBytes`, whatever
 * length the response declares. Rejects when the body is incomplete or reading is aborted.
 */
export async function readBytes(
  response: Response,
  maxBytes: number,
): Promise<Result<Uint8Array<ArrayBuffer>, 'too-large'>> {
  if (Number(response.headers.get('content-length')) > maxBytes) {
    await response.body?.cancel();
    return err('too-large');
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done) break;
    chunks.push(value);
    length += value.byteLength;
    if (length > maxBytes) {
      await reader?.cancel();
      return err('too-large');
    }
  }
  return ok(joinedBytes(chunks));
}

/** Returns the bytes of all chunks. */
export function joinedBytes(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(chunks.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.byteLength;
  }
  return all;
}
