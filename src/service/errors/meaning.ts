import type { ServiceError } from './service-error';

/**
 * What a failed change did on the server:
 * - `not-made`: nothing, it was refused or never sent;
 * - `perhaps-made`: it can't be told; look before it is sent again, or send what is safe to repeat;
 * - `target-gone`: what it was about is not on the server any more.
 * What is here, on this device, is untouched whatever it is.
 */
export type Change = 'not-made' | 'perhaps-made' | 'target-gone';

/**
 * Whether asking again can help:
 * - `later`: by itself, after `waitMs` at least;
 * - `after-sign-in`: when the person has signed in again;
 * - `after-check`: when the address or what stands in front of the server was looked at;
 * - `never`: the same request gets the same answer.
 */
export type Retry = 'later' | 'after-sign-in' | 'after-check' | 'never';

export interface Meaning {
  readonly change: Change;
  readonly retry: Retry;
  /** What the server asked for; null: as the caller thinks fit. */
  readonly waitMs: number | null;
}

/** What an error means for the data, and whether to try again. */
export function meaningOf(error: ServiceError): Meaning {
  switch (error.kind) {
    case 'offline':
    case 'timeout':
    case 'interrupted':
    case 'aborted':
      return meaning('perhaps-made', 'later');
    case 'server':
      return meaning('perhaps-made', 'later', error.retryAfterMs);
    case 'rate-limited':
      return meaning('not-made', 'later', error.retryAfterMs);
    case 'unauthorised':
      return meaning('not-made', 'after-sign-in');
    case 'not-found':
      return meaning('target-gone', 'never');
    case 'forbidden':
    case 'invalid':
    case 'oauth':
    case 'refused':
    case 'too-large':
      return meaning('not-made', 'never');
    // It was answered well, or seemed so: the change may be there.
    case 'malformed':
    case 'answer-too-large':
      return meaning('perhaps-made', 'never');
    case 'not-this-service':
    case 'moved':
      return meaning('not-made', 'after-check');
  }
}

const meaning = (change: Change, retry: Retry, waitMs: number | null = null): Meaning => ({
  change,
  retry,
  waitMs,
});
