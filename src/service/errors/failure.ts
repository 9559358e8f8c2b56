import { isNetworkError, isTimeoutError } from 'ky';
import type { ServiceError } from './service-error';

/** Why a body could not be read to its end; thrown through streams, told as a value. */
export class BodyFailure extends Error {
  override readonly name = 'BodyFailure';
  readonly error: ServiceError;

  constructor(error: ServiceError, cause?: unknown) {
    super(error.kind, { cause });
    this.error = error;
  }
}

/**
 * The error that a failed request is, once its status is out of the question.
 * @throws what is none: a fault of ours.
 */
export function errorOfFailure(failure: unknown, signal: AbortSignal | undefined): ServiceError {
  if (signal?.aborted) return { kind: 'aborted' };
  if (failure instanceof BodyFailure) return failure.error;
  if (isTimeoutError(failure)) return { kind: 'timeout' };
  if (isNetworkError(failure)) return { kind: 'offline' };
  throw failure;
}
