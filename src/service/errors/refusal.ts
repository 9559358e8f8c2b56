import { badFields, type ErrorBody, readErrorBody } from '../../contract';
import { retryAfterMs } from './retry-after';
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
