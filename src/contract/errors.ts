import * as z from 'zod/mini';
import { FormError } from './form/error-body';
import { record } from './schema/record';
import { text } from './schema/tolerant';

/** A message (spec 2.1): the body of errors and of some successful responses. */
export const Message = record(() => ({
  status: z.int(),
  message: text(),
}));
export type Message = z.output<typeof Message>;

/** Codes of OAuth errors (spec 2.2). */
const OAUTH_ERRORS = [
  'access_denied',
  'authorization_pending',
  'expired_token',
  'invalid_client',
  'invalid_client_metadata',
  'invalid_grant',
  'invalid_redirect_uri',
  'invalid_request',
  'invalid_scope',
  'server_error',
  'slow_down',
  'unauthorized_client',
] as const;
export type OAuthErrorCode = (typeof OAUTH_ERRORS)[number];

export const OAuthError = record(() => ({
  error: z.enum(OAUTH_ERRORS),
  error_description: z.optional(z.string()),
}));
export type OAuthError = z.output<typeof OAuthError>;

/**
 * The body of an error, distinguished by its shape, because servers differ in the statuses they
 * use.
 */
export type ErrorBody =
  | { readonly kind: 'form'; readonly form: FormError }
  | { readonly kind: 'oauth'; readonly error: OAuthError }
  | { readonly kind: 'message'; readonly message: Message }
  /** HTML, plain text or something else. */
  | { readonly kind: 'unknown' };

/** Reads the JSON body of an error. Returns `unknown` if it is not one of the service's. */
export function readErrorBody(body: unknown): ErrorBody {
  const oauth = OAuthError.safeParse(body);
  if (oauth.success) return { kind: 'oauth', error: oauth.data };
  const form = FormError.safeParse(body);
  if (form.success) return { kind: 'form', form: form.data };
  const message = Message.safeParse(body);
  if (message.success) return { kind: 'message', message: message.data };
  return { kind: 'unknown' };
}

/** Returns a `message` body. The default message is the reason phrase of the status. */
export const messageBody = (status: number, message?: string): Message => ({
  status,
  message: message ?? STATUS_REASONS[status] ?? 'Error',
});

/** Reason phrases (RFC 9110) of the statuses that the service sends. */
const STATUS_REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  410: 'Gone',
  413: 'Content Too Large',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
  507: 'Insufficient Storage',
};
