import { isHTTPError, isTimeoutError, type RetryOptions } from 'ky';
import type { Route, RouteRequest } from '../../contract';
import type { Transport } from '../connection';
import { retryAfterMs } from '../errors/retry-after';

const REPEATS = 2;
/** The server, or a proxy, could not just now. Not 500: that is a fault, and stays one. */
const PASSING = [429, 502, 503, 504];
/** With `Retry-After` these say that nothing was done. */
const NOT_DONE = [429, 503];

/** Whether a request can be sent twice and means the same. */
export function isRepeatable({ method, tag }: Route, { options }: RouteRequest): boolean {
  // The sync stream is a POST that reads.
  if (method === 'GET' || tag === 'bookmark sync') return true;
  return new Headers(options.headers).has('Idempotency-Key');
}

/**
 * When ky sends a request again: twice at most, after a while that grows and has chance in it, or
 * after what the server asks for. What is not safe to repeat only when the server says that it has
 * done nothing; a timeout never, as it has been waited for long enough.
 */
export function repeatsOf(
  isSafe: boolean,
  method: string,
  { limits, now }: Pick<Transport, 'limits' | 'now'>,
): RetryOptions {
  return {
    limit: REPEATS,
    methods: [method.toLowerCase()],
    statusCodes: PASSING,
    afterStatusCodes: PASSING,
    delay: (attempt) => limits.backOffMs * 2 ** (attempt - 1),
    jitter: true,
    shouldRetry: ({ error }) => {
      if (isTimeoutError(error)) return false;
      if (!isHTTPError(error)) return isSafe ? undefined : false;
      const { status, headers } = error.response;
      const asked = retryAfterMs(headers, now());
      if (asked !== null && asked > limits.patienceMs) return false;
      return isSafe || (asked !== null && NOT_DONE.includes(status)) ? undefined : false;
    },
  };
}
