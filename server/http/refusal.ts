import {
  decodeForm,
  type Form,
  type FormError,
  type OAuthError,
  type OAuthErrorCode,
  refusedForm,
} from '../../src/contract';
import { SECOND_MS } from '../../src/domain';

/** An answer that says no. `sendRefusal` writes it as the client wants it. */
export type Refusal =
  | {
      readonly kind: 'message';
      readonly status: number;
      /** Without it, the status' own words. */
      readonly message?: string;
      readonly headers?: Readonly<Record<string, string | readonly string[]>>;
    }
  | { readonly kind: 'oauth'; readonly status: 400 | 500; readonly error: OAuthError }
  | { readonly kind: 'form'; readonly status: 400 | 422; readonly form: FormError };

/** Refuses with the `message` body. */
export const refuse = (status: number, message?: string): Refusal => ({
  kind: 'message',
  status,
  ...(message !== undefined && { message }),
});

/** Refuses with the `oauthError` body. */
export const refuseOAuth = (error: OAuthErrorCode, description?: string): Refusal => ({
  kind: 'oauth',
  status: 400,
  error: { error, ...(description !== undefined && { error_description: description }) },
});

/** A time to wait as `Retry-After` has it: whole seconds, at least one. */
export const retryAfter = (waitMs: number): string =>
  String(Math.max(1, Math.ceil(waitMs / SECOND_MS)));

/** Refuses what comes too often; it may come again in `waitMs`. */
export const refuseForNow = (waitMs: number): Refusal => ({
  kind: 'message',
  status: 429,
  headers: { 'Retry-After': retryAfter(waitMs) },
});

/**
 * Refuses a form that is good in itself for what one of its fields means, such as a name that
 * somebody has. `sent` are its values as they would be in JSON; `status` is 422 unless the route
 * refuses bad forms otherwise.
 */
export function refuseField(
  form: Form,
  sent: Readonly<Record<string, unknown>>,
  field: string,
  message: string,
  status: 400 | 422 = 422,
): Refusal {
  const decoded = decodeForm(form, { kind: 'json', data: sent }, () => ({ [field]: message }));
  const error = decoded.ok ? refusedForm(form, message) : decoded.error;
  return { kind: 'form', status, form: error };
}

export const isRefusal = (answer: object): answer is Refusal => 'kind' in answer;
