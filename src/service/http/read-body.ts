import { BodyError } from './response-error';

/** The maximum size in bytes and the maximum time between two chunks in milliseconds. */
interface BodyBounds {
  readonly maxBytes: number;
  readonly stallMs: number;
}

/**
 * Yields the chunks of a body. The rest is cancelled when the caller stops early.
 * @throws BodyError if it is too large, stalls, or breaks off.
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
      if (taken > maxBytes) throw new BodyError({ kind: 'answer-too-large' });
      yield value;
    }
  } finally {
    // It rejects if the body has already failed, which was reported.
    reader.cancel().catch(() => undefined);
  }
}

/** Reads a body as UTF-8 text. */
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
    timer = setTimeout(() => reject(new BodyError({ kind: 'timeout' })), ms);
  });
  try {
    return await Promise.race([read, stalled]);
  } catch (failure) {
    if (failure instanceof BodyError) throw failure;
    throw new BodyError({ kind: 'interrupted' }, failure);
  } finally {
    clearTimeout(timer);
  }
}
