import type { OAuthErrorCode } from '../../contract';

/** A field of a request that the server refused, and why in its own words. */
export interface BadField {
  readonly field: string;
  readonly message: string;
}

/** What an answer was that is none of the service's. */
export type Stranger = 'html' | 'text' | 'json' | 'nothing' | 'other';

/** Why a call has no good answer. What follows from it: `meaningOf`. */
export type ServiceError =
  /** No answer: no network, no such name, refused, a bad certificate. Browsers don't tell which. */
  | { readonly kind: 'offline' }
  | { readonly kind: 'timeout' }
  /** The answer began and broke off. */
  | { readonly kind: 'interrupted' }
  /** The caller's own signal. */
  | { readonly kind: 'aborted' }
  /** 401 by the service itself: the token is not good any more. */
  | { readonly kind: 'unauthorised' }
  /** 403 by the service itself: this token or this person may not. */
  | { readonly kind: 'forbidden' }
  /** 404 by the service itself: what was named is not there. */
  | { readonly kind: 'not-found' }
  /** The form was refused. `messages` are about the whole of it. */
  | {
      readonly kind: 'invalid';
      readonly status: number;
      readonly fields: readonly BadField[];
      readonly messages: readonly string[];
    }
  /** Sign-in was refused; `description` is the server's, for whoever looks into it. */
  | { readonly kind: 'oauth'; readonly code: OAuthErrorCode; readonly description: string }
  /** Another refusal of the service, in its own words. */
  | { readonly kind: 'refused'; readonly status: number; readonly message: string }
  /** `retryAfterMs` is null when it was not said. */
  | { readonly kind: 'rate-limited'; readonly retryAfterMs: number | null }
  /** 5xx, from the server or from what stands in front of it. */
  | { readonly kind: 'server'; readonly status: number; readonly retryAfterMs: number | null }
  /** What was sent is more than the server, or a proxy, takes. */
  | { readonly kind: 'too-large' }
  /** What came is more than we take. */
  | { readonly kind: 'answer-too-large' }
  /** The service speaks, but not as it should: `issues` are paths and what is wrong there. */
  | { readonly kind: 'malformed'; readonly issues: readonly string[] }
  /** Somebody else answered: a proxy's page, a sign-in wall, another program. */
  | { readonly kind: 'not-this-service'; readonly status: number; readonly stranger: Stranger }
  /** The answer leads somewhere else, which is never followed with a token. */
  | { readonly kind: 'moved'; readonly to: string | null };

export type ServiceErrorKind = ServiceError['kind'];

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
