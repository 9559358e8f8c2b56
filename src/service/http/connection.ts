import { SECOND_MS } from '../../domain/time';

/** The address of a server and the credentials for it. */
export interface Connection {
  /** Includes the path prefix, without a trailing slash and without `/api`. */
  readonly base: string;
  /** null if no user is signed in. */
  readonly token: string | null;
  /** Headers for a proxy in front of the server, for example access tokens. */
  readonly extraHeaders?: Readonly<Record<string, string>> | undefined;
}

/** Limits in milliseconds and bytes. */
export interface Limits {
  /** For the response headers. Browsers stop a worker after 30 seconds of waiting. */
  readonly answerMs: number;
  /** Between two chunks of a body. */
  readonly stallMs: number;
  /**
   * The longest `Retry-After` that the client waits for itself. The caller handles a longer one.
   */
  readonly maxRetryAfterMs: number;
  /** The first delay of the exponential back-off with jitter. */
  readonly backOffMs: number;
  /** The size of a JSON answer. A larger one is refused while it is received. */
  readonly maxJsonBytes: number;
  /** The size of all parts of one bookmark in a sync stream. Larger parts are dropped. */
  readonly maxBookmarkBytes: number;
}

export const LIMITS: Limits = {
  answerMs: 25 * SECOND_MS,
  stallMs: 30 * SECOND_MS,
  maxRetryAfterMs: 10 * SECOND_MS,
  backOffMs: 500,
  // A sync list of 200,000 bookmarks has 18 MB.
  maxJsonBytes: 32 * 1024 * 1024,
  maxBookmarkBytes: 160 * 1024 * 1024,
};

/** The dependencies of the client. */
export interface Transport {
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  readonly limits: Limits;
  /** Resolves after `ms`, or at once when `signal` is aborted. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly now: () => number;
}

export const platformTransport: Transport = {
  fetch: (input, init) => fetch(input, init),
  limits: LIMITS,
  sleep,
  now: () => Date.now(),
};

/** A timer with a longer delay fires at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const timer = setTimeout(done, Math.min(ms, MAX_TIMER_MS));
    signal?.addEventListener('abort', done, { once: true });
    function done() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    }
  });
}
