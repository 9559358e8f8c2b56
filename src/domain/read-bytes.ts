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
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return ok(bytes);
}
