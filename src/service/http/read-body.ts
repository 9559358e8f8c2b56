import { err, ok, type Result } from '../../domain';
import { LIMITS, type Limits } from './connection';
import { BodyError } from './response-error';
import type { ServiceError } from './service-error';

/** The maximum size in bytes and the maximum time between two chunks in milliseconds. */
export interface BodyBounds {
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

interface MediaBounds {
  readonly maxBytes: number;
  readonly limits?: Pick<Limits, 'stallMs'>;
}

/** Reads the body of a successful answer that is not JSON, such as an article, as text. */
export const mediaText = (
  body: ReadableStream<Uint8Array>,
  bounds: MediaBounds,
): Promise<Result<string, ServiceError>> =>
  readWithin(bounds, (bodyBounds) => readText(body, bodyBounds));

/** Reads such a body as bytes. */
export const mediaBytes = (
  body: ReadableStream<Uint8Array>,
  bounds: MediaBounds,
): Promise<Result<Uint8Array<ArrayBuffer>, ServiceError>> =>
  readWithin(bounds, async (bodyBounds) => {
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    for await (const chunk of boundedChunks(body, bodyBounds)) chunks.push(new Uint8Array(chunk));
    return new Uint8Array(await new Blob(chunks).arrayBuffer());
  });

async function readWithin<T>(
  { maxBytes, limits = LIMITS }: MediaBounds,
  how: (bounds: BodyBounds) => Promise<T>,
): Promise<Result<T, ServiceError>> {
  try {
    return ok(await how({ maxBytes, stallMs: limits.stallMs }));
  } catch (failure) {
    if (failure instanceof BodyError) return err(failure.error);
    throw failure;
  }
}
