import { isTimeoutError } from 'ky';
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

/** The error that a failed request is, once its status is out of the question. */
export function errorOfFailure(failure: unknown, signal: AbortSignal | undefined): ServiceError {
  if (signal?.aborted) return { kind: 'aborted' };
  if (failure instanceof BodyFailure) return failure.error;
  if (isTimeoutError(failure)) return { kind: 'timeout' };
  // `fetch` tells everything else as a TypeError, on purpose without the reason.
  if (isNetworkFailure(failure)) return { kind: 'offline' };
  throw failure;
}

const isNetworkFailure = (failure: unknown): boolean =>
  failure instanceof TypeError || (failure instanceof Error && failure.name === 'NetworkError');
