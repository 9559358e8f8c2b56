/** A body is longer than what is taken of it. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

/** A body ended before it was whole, or its client went away. */
export class BodyBroken extends Error {
  override readonly name = 'BodyBroken';
}

/**
 * The chunks of a body, as they come.
 * @throws BodyTooLarge as soon as more than `maxBytes` came.
 * @throws BodyBroken when the connection ends within it.
 */
export async function* chunksOf(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  if (body === null) return;
  let size = 0;
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause) => {
        throw new BodyBroken('The body ended early', { cause });
      });
      if (done) return;
      size += value.length;
      if (size > maxBytes) throw new BodyTooLarge('The body is too large');
      yield value;
    }
  } finally {
    // What is not read any more need not come; that it can't be told any more is no harm.
    void reader.cancel().catch(() => undefined);
  }
}

/**
 * All of a body.
 * @throws BodyTooLarge or BodyBroken as `chunksOf` does.
 */
export async function readBytes(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of chunksOf(body, maxBytes)) chunks.push(chunk);
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

/**
 * All of a body whose length is known to be no more than what is taken.
 * @throws BodyBroken when the connection ends within it.
 */
export async function wholeBody(request: Request): Promise<Uint8Array> {
  try {
    return new Uint8Array(await request.arrayBuffer());
  } catch (cause) {
    throw new BodyBroken('The body ended early', { cause });
  }
}

/** Text in UTF-8; null for bytes that are not. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null; // TypeError, the only way a decoder says it.
  }
}
