import { nextTurnOf, turnOf } from '../processes/main-thread';

/** A body is longer than allowed. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

/** A body ended early, or its client disconnected. */
export class BodyBroken extends Error {
  override readonly name = 'BodyBroken';
}

/** Small chunks are joined to blocks, because each chunk has a cost beyond its bytes. */
const READ_BLOCK_BYTES = 64 * 1024;
/** Chunks that are read before other requests get a turn, after about a millisecond. */
const CHUNKS_PER_TURN = 256;

/**
 * Reads a body in blocks of 64 KiB; the last one is shorter. The next block overwrites the memory of
 * the previous one, so callers copy what they keep. Each block is read in a turn of `client`.
 * @throws BodyTooLarge after more than `maxBytes`.
 * @throws BodyBroken when the connection ends early.
 */
export async function* blocksOf(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  client: string,
): AsyncGenerator<Uint8Array> {
  if (body === null) return;
  let size = 0;
  let filled = 0;
  let chunks = 0;
  const block = new Uint8Array(READ_BLOCK_BYTES);
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause) => {
        throw new BodyBroken('The body ended early', { cause });
      });
      if (done) break;
      size += value.length;
      chunks += 1;
      if (size > maxBytes) throw new BodyTooLarge('The body is too large');
      // Reading chunks that have arrived does not yield to other requests by itself.
      if (chunks % CHUNKS_PER_TURN === 0) await nextTurnOf(client);
      for (let from = 0; from < value.length; ) {
        const part = value.subarray(from, from + READ_BLOCK_BYTES - filled);
        block.set(part, filled);
        filled += part.length;
        from += part.length;
        if (filled < READ_BLOCK_BYTES) continue;
        yield block;
        filled = 0;
        await nextTurnOf(client);
      }
    }
    if (filled === 0) return;
    await turnOf(client);
    yield block.subarray(0, filled);
  } finally {
    // Cancelling can fail when the connection has ended, which is harmless.
    void reader.cancel().catch(() => undefined);
  }
}

/**
 * Reads a whole body. Calls `keep` with the size of each block.
 * @throws BodyTooLarge or BodyBroken as `blocksOf` does.
 */
export async function readBytes(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  client: string,
  keep: (bytes: number) => void,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const block of blocksOf(body, maxBytes, client)) {
    keep(block.length);
    chunks.push(block.slice());
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

/**
 * Reads a whole body whose length is known to be within the limit.
 * @throws BodyBroken when the connection ends early.
 */
export async function wholeBody(request: Request): Promise<Uint8Array> {
  try {
    return new Uint8Array(await request.arrayBuffer());
  } catch (cause) {
    throw new BodyBroken('The body ended early', { cause });
  }
}

/** Decodes UTF-8, with U+FFFD for invalid bytes (protocol.md section 18). */
export const decodeUtf8 = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
