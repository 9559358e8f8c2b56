import * as z from 'zod/mini';
import { messages } from '../form/error-body';
import { choice, type FormValue, form, text } from '../form/field';
import { required } from '../form/rules';
import { SCOPES, type Scope } from '../permissions';
import { record, Token } from '../schema/record';
import { count, orElse, text as textOrEmpty } from '../schema/tolerant';
import { CODE_GRANT, DEVICE_GRANT, GRANT_TYPES } from './oauth-client';

// protocol.md sections 4.4 and 4.5
const MAX_CODE_LENGTH = 2048;
const MAX_VERIFIER_LENGTH = 256;
const MAX_DEVICE_CODE_LENGTH = 64;
export const MAX_CLIENT_ID_LENGTH = 52;
export const MAX_USER_CODE_LENGTH = 16;
/** Enough for every scope several times. */
export const MAX_SCOPE_LENGTH = 256;
export const CODE_LIFETIME_MS = 10 * 60 * 1000;
// spec section 8
export const DEVICE_CODE_LIFETIME_SECONDS = 300;
export const POLL_INTERVAL_SECONDS = 5;
/** By how much each `slow_down` increases the interval (RFC 8628 3.5, protocol.md section 18). */
export const SLOW_DOWN_SECONDS = 5;

/**
 * Consonants that look different from each other and don't form words (protocol.md section 4.5).
 */
export const USER_CODE_ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ';
export const USER_CODE_LENGTH = 8;

/** Normalises a user code for comparison: upper case, without dashes and white space. */
export const normaliseUserCode = (typed: string): string =>
  typed.replace(/[\s-]+/g, '').toUpperCase();

/** The form that requests a token (spec 2.5), with the fields of both grants. */
export const oauthTokenCreate = form(() => ({
  grant_type: required(choice(GRANT_TYPES)),
  code: text({ max: MAX_CODE_LENGTH }),
  code_verifier: text({ max: MAX_VERIFIER_LENGTH }),
  device_code: text({ max: MAX_DEVICE_CODE_LENGTH }),
  client_id: text({ max: MAX_CLIENT_ID_LENGTH }),
}));

export type TokenRequest =
  | { readonly grant: typeof CODE_GRANT; readonly code: string; readonly verifier: string }
  | {
      readonly grant: typeof DEVICE_GRANT;
      readonly deviceCode: string;
      readonly clientId: string;
    };

type TokenForm = FormValue<typeof oauthTokenCreate>;

/** Each grant requires two fields of its own. */
export function oauthTokenRules(form: TokenForm): Partial<Record<keyof TokenForm, string>> {
  const needed: readonly (keyof TokenForm)[] =
    form.grant_type === CODE_GRANT ? ['code', 'code_verifier'] : ['device_code', 'client_id'];
  const missing = needed.filter((name) => !form[name]);
  return Object.fromEntries(missing.map((name) => [name, messages.required]));
}

/** Converts a form that satisfies `oauthTokenRules`. */
export const tokenRequest = (form: TokenForm): TokenRequest =>
  form.grant_type === CODE_GRANT
    ? { grant: CODE_GRANT, code: form.code ?? '', verifier: form.code_verifier ?? '' }
    : { grant: DEVICE_GRANT, deviceCode: form.device_code ?? '', clientId: form.client_id ?? '' };

/** A token (spec 2.6). `scope` is space-separated. It does not expire. */
export const OAuthToken = record(() => ({
  id: textOrEmpty(),
  access_token: Token,
  token_type: orElse(z.string(), 'Bearer'),
  scope: textOrEmpty(),
}));
export type OAuthToken = z.output<typeof OAuthToken>;

/** The form that requests a device code (spec 2.7). */
export const oauthDeviceCreate = form(() => ({
  client_id: required(text({ max: MAX_CLIENT_ID_LENGTH })),
  scope: required(text({ max: MAX_SCOPE_LENGTH })),
}));

/** A pending device authorization (spec 2.7); times in seconds. */
export const OAuthDevice = record(() => ({
  device_code: z.string(),
  user_code: z.string(),
  verification_uri: z.string(),
  verification_uri_complete: textOrEmpty(),
  expires_in: count(),
  interval: orElse(count(), POLL_INTERVAL_SECONDS),
}));
export type OAuthDevice = z.output<typeof OAuthDevice>;

/**
 * Splits a space-separated `scope` into known scopes, sorted and without duplicates, and unknown
 * words.
 */
export function parseScopes(scope: string): {
  readonly scopes: readonly Scope[];
  readonly unknown: readonly string[];
} {
  const words = new Set(scope.split(/\s+/).filter(Boolean));
  const scopes = SCOPES.filter((known) => words.delete(known));
  return { scopes: scopes.toSorted(), unknown: [...words] };
}

export const formatScopes = (scopes: readonly Scope[]): string =>
  [...new Set(scopes)].toSorted().join(' ');
