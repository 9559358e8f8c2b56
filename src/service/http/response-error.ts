import { isNetworkError, isTimeoutError } from 'ky';
import { badFields, type ErrorBody, readErrorBody, SHORT_ID_PATTERN } from '../../contract';
import { retryAfterMs } from '../../domain/back-off';
import type { ForeignContent, ServiceError } from './service-error';

/**
 * Maps a 4xx or 5xx response to an error. `data` is its body: parsed JSON, text, or undefined. The
 * status alone is not enough: a proxy's 404 must not pass for a deleted bookmark, so errors that
 * only the service can report need a body of the service.
 */
export function errorOfRefusal(response: Response, data: unknown, now: number): ServiceError {
  const { status, headers } = response;
  if (status === 429) return { kind: 'rate-limited', retryAfterMs: retryAfterMs(headers, now) };
  const body = readErrorBody(data);
  // A `server_error` comes with status 500 and is handled there.
  if (body.kind === 'oauth' && status < 500) {
    const { error: code, error_description: description = '' } = body.error;
    return { kind: 'oauth', code, description };
  }
  if (status >= 500) return { kind: 'server', status, retryAfterMs: retryAfterMs(headers, now) };
  if (status === 408) return { kind: 'timeout' };
  if (status === 413) return { kind: 'too-large' };
  return errorOfBody(response, body, now) ?? foreignResponse(response, data);
}

function errorOfBody(
  { status, headers }: Response,
  body: ErrorBody,
  now: number,
): ServiceError | null {
  if (body.kind === 'form') {
    const messages = body.form.errors ?? [];
    const fields = badFields(body.form);
    const bookmarkId = headers.get('Bookmark-Id') ?? '';
    const isNamed = SHORT_ID_PATTERN.test(bookmarkId);
    return { kind: 'invalid', status, fields, messages, ...(isNamed && { bookmarkId }) };
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
      return {
        kind: 'refused',
        status,
        message: body.message.message,
        retryAfterMs: retryAfterMs(headers, now) ?? undefined,
      };
  }
}

/** The error for a response that does not come from the service. */
export const foreignResponse = ({ status, headers }: Response, data: unknown): ServiceError => ({
  kind: 'not-this-service',
  status,
  stranger: kindOfContent(headers.get('Content-Type') ?? '', data),
});

function kindOfContent(contentType: string, data: unknown): ForeignContent {
  if (data === undefined || data === null || data === '') return 'nothing';
  if (typeof data !== 'string') return 'json';
  if (/html/i.test(contentType) || /^\s*<(!doctype|html)/i.test(data)) return 'html';
  return /^text\//i.test(contentType) ? 'text' : 'other';
}

/**
 * Thrown through streams when a body cannot be read to its end, and returned as a value by the
 * callers.
 */
export class BodyError extends Error {
  override readonly name = 'BodyFailure';
  readonly error: ServiceError;

  constructor(error: ServiceError, cause?: unknown) {
    super(error.kind, { cause });
    this.error = error;
  }
}

/**
 * Maps an exception of a request to an error.
 * @throws the exception if it is a programming error.
 */
export function errorOfFailure(failure: unknown, signal: AbortSignal | undefined): ServiceError {
  if (signal?.aborted) return { kind: 'aborted' };
  if (failure instanceof BodyError) return failure.error;
  if (isTimeoutError(failure)) return { kind: 'timeout' };
  if (isNetworkError(failure)) return { kind: 'offline' };
  throw failure;
}
