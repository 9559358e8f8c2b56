import { setImmediate } from 'node:timers/promises';

/** A body is longer, or comes in more chunks, than what is taken of it. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

/** A body ended before it was whole, or its client went away. */
export class BodyBroken extends Error {
  override readonly name = 'BodyBroken';
}

/** A client may send single bytes; each chunk costs more than what is in it. */
const BLOCK_BYTES = 64 * 1024;
/** Chunks this small are an attack when there are many of them. A slow connection may cause some. */
const MIN_MEAN_CHUNK_BYTES = 16;
const MAX_SMALL_CHUNKS = 2000;
/** How many chunks are read before others have their turn: about a millisecond. */
const CHUNKS_PER_TURN = 256;

/**
 * A body in blocks of 64 KiB, however it was cut on its way; the last one is shorter. A block is
 * overwritten by the next one: copy what is to be kept.
 * @throws BodyTooLarge as soon as more than `maxBytes` came, or more chunks than a body of its size
 * can need: each is six bytes on its way, and far more work.
 * @throws BodyBroken when the connection ends within it.
 */
export async function* blocksOf(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  if (body === null) return;
  let size = 0;
  let filled = 0;
  let chunks = 0;
  const block = new Uint8Array(BLOCK_BYTES);
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
      if (chunks > MAX_SMALL_CHUNKS && size < chunks * MIN_MEAN_CHUNK_BYTES) {
        throw new BodyTooLarge('The body comes in too many chunks');
      }
      // The chunks that have come already are read without a pause: others would wait for all.
      if (chunks % CHUNKS_PER_TURN === 0) await setImmediate();
      for (let from = 0; from < value.length; ) {
        const part = value.subarray(from, from + BLOCK_BYTES - filled);
        block.set(part, filled);
        filled += part.length;
        from += part.length;
        if (filled < BLOCK_BYTES) continue;
        yield block;
        filled = 0;
        // One connection may have much to read at once. Others have their turn in between.
        await setImmediate();
      }
    }
    if (filled > 0) yield block.subarray(0, filled);
  } finally {
    // What is not read any more need not come; that it can't be told any more is no harm.
    void reader.cancel().catch(() => undefined);
  }
}

/**
 * All of a body.
 * @throws BodyTooLarge or BodyBroken as `blocksOf` does.
 */
export async function readBytes(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const block of blocksOf(body, maxBytes)) chunks.push(block.slice());
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

/** Text in UTF-8, with U+FFFD for what is not (protocol.md section 18). */
export const decodeUtf8 = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
