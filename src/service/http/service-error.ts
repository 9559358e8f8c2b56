import type { OAuthErrorCode } from '../../contract';

/** A field that the server rejected, with its message. */
export interface BadField {
  readonly field: string;
  readonly message: string;
}

/** The kind of content of a response that does not come from the service. */
export type ForeignContent = 'html' | 'text' | 'json' | 'nothing' | 'other';

/** The reasons why a call failed. `meaningOf` tells the consequences. */
export type ServiceError =
  /**
   * No response: no network, unknown host, refused connection or bad certificate. Browsers do not
   * tell which.
   */
  | { readonly kind: 'offline' }
  | { readonly kind: 'timeout' }
  /** The response broke off. */
  | { readonly kind: 'interrupted' }
  /** The caller aborted its signal. */
  | { readonly kind: 'aborted' }
  /** 401 from the service: the token is not valid any more. */
  | { readonly kind: 'unauthorised' }
  /** 403 from the service: the token or the user lacks the permission. */
  | { readonly kind: 'forbidden' }
  /** 404 from the service: the object does not exist. */
  | { readonly kind: 'not-found' }
  /**
   * The form was rejected. `messages` concern the whole form. `bookmarkId` is the bookmark of another
   * request with the same idempotency key.
   */
  | {
      readonly kind: 'invalid';
      readonly status: number;
      readonly fields: readonly BadField[];
      readonly messages: readonly string[];
      readonly bookmarkId?: string;
    }
  /** The sign-in was rejected; `description` is the server's text for diagnosis. */
  | { readonly kind: 'oauth'; readonly code: OAuthErrorCode; readonly description: string }
  /** Another rejection by the service, with its message. `retryAfterMs`: it ends after this time. */
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly message: string;
      readonly retryAfterMs?: number | undefined;
    }
  /** `retryAfterMs` is null if the server did not set it. */
  | { readonly kind: 'rate-limited'; readonly retryAfterMs: number | null }
  /** 5xx, from the server or from a proxy. */
  | { readonly kind: 'server'; readonly status: number; readonly retryAfterMs: number | null }
  /** The request is larger than the server or a proxy accepts. */
  | { readonly kind: 'too-large' }
  /** The response is larger than the client accepts. */
  | { readonly kind: 'answer-too-large' }
  /** The response has the wrong shape: `issues` are paths and messages. */
  | { readonly kind: 'malformed'; readonly issues: readonly string[] }
  /** Something else answered: a proxy's page, a sign-in page or another program. */
  | {
      readonly kind: 'not-this-service';
      readonly status: number;
      readonly stranger: ForeignContent;
    }
  /** The response is a redirect, which is never followed with a token. */
  | { readonly kind: 'moved'; readonly to: string | null };

export type ServiceErrorKind = ServiceError['kind'];

/**
 * The effect of a failed change on the server:
 * - `not-made`: none, the change was refused or never sent;
 * - `perhaps-made`: unknown; check before sending it again, or send something that is safe to
 *   repeat;
 * - `target-gone`: the changed object does not exist on the server any more.
 * The data on this device is unchanged in each case.
 */
export type Change = 'not-made' | 'perhaps-made' | 'target-gone';

/**
 * When a retry can help:
 * - `later`: automatically, after `waitMs` at least;
 * - `after-sign-in`: when the user has signed in again;
 * - `after-check`: when the user has checked the address or the proxy;
 * - `never`: the same request gets the same answer.
 */
export type Retry = 'later' | 'after-sign-in' | 'after-check' | 'never';

export interface Meaning {
  readonly change: Change;
  readonly retry: Retry;
  /** The wait that the server requested in ms; null if it requested none. */
  readonly waitMs: number | null;
}

/** Tells what an error means for the data and whether to retry. */
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
    // The server reported success, so the change may have been made.
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

const MAX_REPORTED_ISSUES = 3;

/** Returns what the server said, for diagnosis; empty if it said nothing. */
export function detailOf(error: ServiceError): string {
  switch (error.kind) {
    case 'moved':
      return error.to ?? '';
    case 'server':
      return String(error.status);
    case 'refused':
      return `${error.status} ${error.message}`.trim();
    case 'oauth':
      return error.description || error.code;
    case 'not-this-service':
      return error.stranger;
    case 'malformed':
      return error.issues.slice(0, MAX_REPORTED_ISSUES).join('; ');
    case 'invalid': {
      const fields = error.fields.map(({ field, message }) => `${field}: ${message}`);
      return [...error.messages, ...fields].join('; ');
    }
    default:
      return '';
  }
}
