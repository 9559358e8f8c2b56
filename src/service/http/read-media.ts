import { err, ok, type Result } from '../../domain';
import { LIMITS, type Limits } from '../connection';
import { BodyFailure } from '../errors/failure';
import type { ServiceError } from '../errors/service-error';
import { type BodyBounds, boundedChunks, readText } from './bounded-body';

interface MediaBounds {
  readonly maxBytes: number;
  readonly limits?: Pick<Limits, 'stallMs'>;
}

/** The body of a good answer that is no JSON, such as an article, as text. */
export const mediaText = (
  body: ReadableStream<Uint8Array>,
  bounds: MediaBounds,
): Promise<Result<string, ServiceError>> =>
  read(bounds, (bodyBounds) => readText(body, bodyBounds));

/** The same as bytes: an image, a file. */
export const mediaBytes = (
  body: ReadableStream<Uint8Array>,
  bounds: MediaBounds,
): Promise<Result<Uint8Array<ArrayBuffer>, ServiceError>> =>
  read(bounds, async (bodyBounds) => {
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    for await (const chunk of boundedChunks(body, bodyBounds)) chunks.push(new Uint8Array(chunk));
    return new Uint8Array(await new Blob(chunks).arrayBuffer());
  });

async function read<T>(
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
