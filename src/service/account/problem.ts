import * as z from 'zod/mini';
import { detailOf, meaningOf, type ServiceError } from '../http/service-error';

/**
 * The reasons why an action on an account failed. A failure leaves the existing accounts unchanged.
 * The first rows are the kinds of a `ServiceError`.
 */
const PROBLEM_KINDS = [
  ...['offline', 'timeout', 'interrupted', 'aborted', 'unauthorised', 'forbidden', 'not-found'],
  ...['invalid', 'oauth', 'refused', 'rate-limited', 'server', 'too-large', 'answer-too-large'],
  ...['malformed', 'not-this-service', 'moved'],
  /** The input was empty, or is not an address. */
  ...['empty', 'not-an-address'],
  /** `detail` is the first line that is not a header, or that names a reserved header. */
  'bad-header',
  /** The user declined the browser's permission prompt for that server. */
  'not-allowed',
  /** The user declined on the server's page. */
  'denied',
  /** The code or the registration has expired. */
  'expired',
  /** The redirect belongs to another request, or is forged. */
  'state-differs',
  /** The window ended at another address than the redirect address. */
  'other-redirect',
  /** The server's page redirected without a code; `detail` is its error. */
  'not-granted',
  /** The server cannot look up `client_uri` or considers it private, so no app can register there. */
  'client-not-accepted',
  'window-closed',
  /** The browser could not open the window; `detail` is its error message. */
  'no-window',
  'wrong-password',
  /**
   * Current original servers have no such route; the companion server offers it on private networks
   * only.
   */
  'password-not-offered',
  'not-a-token',
  /** The browser stopped the background during the sign-in. The user has to start it again. */
  'broken-off',
  /** Another sign-in was started meanwhile, or this one was cancelled. */
  'superseded',
  /** A source of an import belongs to the person with the name `detail`. */
  'other-person',
  /** There is no such account, or no sign-in in progress. */
  'no-account',
  /** The library of that account could not be opened or removed. */
  'library-unavailable',
] as const;
export type ProblemKind = (typeof PROBLEM_KINDS)[number];

const MAX_DETAIL = 500;

/** An error as pages receive it. */
export const Problem = z.object({
  kind: z.enum(PROBLEM_KINDS),
  /** The message of the server or of the browser; empty if there is none. */
  detail: z.string().check(z.maxLength(MAX_DETAIL)),
  /** The minimum wait before a retry in ms; null if there is none. */
  waitMs: z.nullable(z.number()),
});
export type Problem = z.output<typeof Problem>;

export const problem = (kind: ProblemKind, detail = '', waitMs: number | null = null): Problem => ({
  kind,
  detail: detail.slice(0, MAX_DETAIL),
  waitMs,
});

/** Converts the error of a call to a problem. */
export const serviceProblem = (error: ServiceError): Problem =>
  problem(error.kind, detailOf(error), meaningOf(error).waitMs);

/** Converts the error of an OAuth call to a problem. */
export function signInProblem(error: ServiceError): Problem {
  if (error.kind !== 'oauth') return serviceProblem(error);
  switch (error.code) {
    case 'access_denied':
      return problem('denied');
    // The code and the client are valid for ten minutes only.
    case 'expired_token':
    case 'invalid_grant':
    case 'invalid_client':
      return problem('expired');
    case 'invalid_client_metadata':
      if (/client[_ ]uri/i.test(error.description)) {
        return problem('client-not-accepted', error.description);
      }
  }
  return serviceProblem(error);
}
