import { BodyFailure } from '../errors/failure';

/** What is taken of a body: in bytes, and in milliseconds between two of its pieces. */
export interface BodyBounds {
  readonly maxBytes: number;
  readonly stallMs: number;
}

/**
 * The pieces of a body as they come. What is left of it is let go when the caller stops early.
 * @throws BodyFailure when it is too large, stalls, or breaks off.
 */
export async function* boundedChunks(
  body: ReadableStream<Uint8Array> | null,
  { maxBytes, stallMs }: BodyBounds,
): AsyncGenerator<Uint8Array, void> {
  if (body === null) return;
  const reader = body.getReader();
  let taken = 0;
  try {
    for (;;) {
      const { done, value } = await within(stallMs, reader.read());
      if (done) return;
      taken += value.byteLength;
      if (taken > maxBytes) throw new BodyFailure({ kind: 'answer-too-large' });
      yield value;
    }
  } finally {
    // Rejects when the body has failed already, which was told.
    reader.cancel().catch(() => undefined);
  }
}

/** A body as text, decoded as UTF-8. */
export async function readText(
  body: ReadableStream<Uint8Array> | null,
  bounds: BodyBounds,
): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of boundedChunks(body, bounds)) {
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

async function within<T>(ms: number, read: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stalled = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new BodyFailure({ kind: 'timeout' })), ms);
  });
  try {
    return await Promise.race([read, stalled]);
  } catch (failure) {
    if (failure instanceof BodyFailure) throw failure;
    throw new BodyFailure({ kind: 'interrupted' }, failure);
  } finally {
    clearTimeout(timer);
  }
}
