import { isNetworkError, isTimeoutError } from 'ky';
import { badFields, type ErrorBody, readErrorBody } from '../../contract';
import { DAY_MS, SECOND_MS } from '../../domain';
import type { ServiceError, Stranger } from './service-error';

/**
 * The error that a 4xx or 5xx is. `data` is its body: JSON as it was parsed, other text, or
 * undefined. A status alone says little: a proxy's 404 must not pass for a bookmark that is gone,
 * so what only the service can say has to come with a body of the service.
 */
export function errorOfRefusal(response: Response, data: unknown, now: number): ServiceError {
  const { status, headers } = response;
  if (status === 429) return { kind: 'rate-limited', retryAfterMs: retryAfterMs(headers, now) };
  const body = readErrorBody(data);
  // `server_error` is told with the 500 that comes with it.
  if (body.kind === 'oauth' && status < 500) {
    const { error: code, error_description: description = '' } = body.error;
    return { kind: 'oauth', code, description };
  }
  if (status >= 500) return { kind: 'server', status, retryAfterMs: retryAfterMs(headers, now) };
  if (status === 408) return { kind: 'timeout' };
  if (status === 413) return { kind: 'too-large' };
  return errorOfBody(status, body) ?? strangersAnswer(response, data);
}

function errorOfBody(status: number, body: ErrorBody): ServiceError | null {
  if (body.kind === 'form') {
    const messages = body.form.errors ?? [];
    return { kind: 'invalid', status, fields: badFields(body.form), messages };
  }
  if (body.kind !== 'message') return null;
  switch (status) {
    case 401:
      return { kind: 'unauthorised' };
    case 403:
      return { kind: 'forbidden' };
    case 404:
      return { kind: 'not-found' };
    default:
      return { kind: 'refused', status, message: body.message.message };
  }
}

/** The answer of somebody who is not the service. */
export const strangersAnswer = ({ status, headers }: Response, data: unknown): ServiceError => ({
  kind: 'not-this-service',
  status,
  stranger: strangerOf(headers.get('Content-Type') ?? '', data),
});

function strangerOf(contentType: string, data: unknown): Stranger {
  if (data === undefined || data === null || data === '') return 'nothing';
  if (typeof data !== 'string') return 'json';
  if (/html/i.test(contentType) || /^\s*<(!doctype|html)/i.test(data)) return 'html';
  return /^text\//i.test(contentType) ? 'text' : 'other';
}

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

/** What asks for a longer wait is a mistake, or a number too large to count with. */
const LONGEST_RETRY_AFTER_MS = DAY_MS;

/**
 * The wait that `Retry-After` asks for, in milliseconds from `now`; null when there is none or it
 * can't be read, a day at most. It is seconds or a date (RFC 9110 10.2.3).
 */
export function retryAfterMs(headers: Pick<Headers, 'get'>, now: number): number | null {
  const value = headers.get('Retry-After')?.trim() ?? '';
  if (/^\d+$/.test(value)) return Math.min(Number(value) * SECOND_MS, LONGEST_RETRY_AFTER_MS);
  // Engines take almost anything for a date, a negative number too.
  const at = value.endsWith('GMT') ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : Math.min(Math.max(0, at - now), LONGEST_RETRY_AFTER_MS);
}
