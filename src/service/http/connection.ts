import { SECOND_MS } from '../../domain';

/** Where a server is, and as whom it is asked. */
export interface Connection {
  /** Its address with the path prefix, without a slash at the end and without `/api`. */
  readonly base: string;
  /** null: nobody is signed in. */
  readonly token: string | null;
  /** What stands in front of the server may ask for more, such as an access proxy's own pair. */
  readonly extraHeaders?: Readonly<Record<string, string>>;
}

/** How long is waited, in milliseconds, and how much is taken, in bytes. */
export interface Limits {
  /** For the head of an answer. Browsers end a worker that waits for 30 seconds. */
  readonly answerMs: number;
  /** Between two pieces of a body. */
  readonly stallMs: number;
  /** The longest `Retry-After` that is waited out here; a longer one is told to the caller. */
  readonly patienceMs: number;
  /** Before the first repeat; doubled for each more, a random part of it is waited. */
  readonly backOffMs: number;
  /** A JSON answer; more is refused while it flows. */
  readonly maxJsonBytes: number;
  /** All that a sync stream has of one bookmark; what is beyond is left out. */
  readonly maxBookmarkBytes: number;
}

export const LIMITS: Limits = {
  answerMs: 25 * SECOND_MS,
  stallMs: 30 * SECOND_MS,
  patienceMs: 10 * SECOND_MS,
  backOffMs: 500,
  // A sync list of 200,000 bookmarks has 18 MB.
  maxJsonBytes: 32 * 1024 * 1024,
  maxBookmarkBytes: 160 * 1024 * 1024,
};

/** What the client is given to work with; everything has the platform's own as its default. */
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

/** A timer that is set for longer goes off at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const timer = setTimeout(done, Math.min(ms, LONGEST_TIMER_MS));
    signal?.addEventListener('abort', done, { once: true });
    function done() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    }
  });
}
