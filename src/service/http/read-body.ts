import { err, ok, type Result } from '../../domain';
import { LIMITS, type Limits } from './connection';
import { BodyFailure } from './response-error';
import type { ServiceError } from './service-error';

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

interface MediaBounds {
  readonly maxBytes: number;
  readonly limits?: Pick<Limits, 'stallMs'>;
}

/** The body of a good answer that is no JSON, such as an article, as text. */
export const mediaText = (
  body: ReadableStream<Uint8Array>,
  bounds: MediaBounds,
): Promise<Result<string, ServiceError>> =>
  readWithin(bounds, (bodyBounds) => readText(body, bodyBounds));

/** The same as bytes: an image, a file. */
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
    if (failure instanceof BodyFailure) return err(failure.error);
    throw failure;
  }
}
