import * as z from 'zod/mini';
import { messages } from '../form/error-body';
import { choice, type FormValue, text } from '../form/field';
import { required } from '../form/rules';
import { SCOPES, type Scope } from '../permissions';
import { described, record, Token } from '../schema/record';
import { count, orElse, text as textOrEmpty } from '../schema/tolerant';
import { CODE_GRANT, DEVICE_GRANT, GRANT_TYPES } from './oauth-client';

// protocol.md sections 4.4 and 4.5
export const MAX_CODE_LENGTH = 2048;
export const MAX_VERIFIER_LENGTH = 256;
export const MAX_DEVICE_CODE_LENGTH = 64;
export const MAX_CLIENT_ID_LENGTH = 52;
export const MAX_USER_CODE_LENGTH = 16;
/** Each scope many times over. */
export const MAX_SCOPE_LENGTH = 256;
export const CODE_LIFETIME_MS = 10 * 60 * 1000;
// spec section 8
export const DEVICE_CODE_LIFETIME_SECONDS = 300;
export const POLL_INTERVAL_SECONDS = 5;
/** How much each `slow_down` adds to the interval (RFC 8628 3.5, protocol.md section 18). */
export const SLOW_DOWN_SECONDS = 5;

/** Consonants that can't be taken for one another or make words (protocol.md section 4.5). */
export const USER_CODE_ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ';
export const USER_CODE_LENGTH = 8;

/** A user code as it is compared: capitals, without the dashes and blanks that people type. */
export const normaliseUserCode = (typed: string): string =>
  typed.replace(/[\s-]+/g, '').toUpperCase();

/** What asks for a token (spec 2.5): the fields of both grants. */
export const oauthTokenCreate = {
  grant_type: described(required(choice(GRANT_TYPES)), 'How the client signs in.'),
  code: described(text({ max: MAX_CODE_LENGTH }), 'The code from the redirect.'),
  code_verifier: described(text({ max: MAX_VERIFIER_LENGTH }), 'The PKCE verifier.'),
  device_code: described(text({ max: MAX_DEVICE_CODE_LENGTH }), 'What the device asks with.'),
  client_id: described(text({ max: MAX_CLIENT_ID_LENGTH }), 'Id of the client.'),
};

export type TokenRequest =
  | { readonly grant: typeof CODE_GRANT; readonly code: string; readonly verifier: string }
  | {
      readonly grant: typeof DEVICE_GRANT;
      readonly deviceCode: string;
      readonly clientId: string;
    };

type TokenForm = FormValue<typeof oauthTokenCreate>;

/** Each grant needs its own two fields. */
export function oauthTokenRules(form: TokenForm): Partial<Record<keyof TokenForm, string>> {
  const needed: readonly (keyof TokenForm)[] =
    form.grant_type === CODE_GRANT ? ['code', 'code_verifier'] : ['device_code', 'client_id'];
  const missing = needed.filter((name) => !form[name]);
  return Object.fromEntries(missing.map((name) => [name, messages.required]));
}

/** The request that a form which keeps `oauthTokenRules` makes. */
export const tokenRequest = (form: TokenForm): TokenRequest =>
  form.grant_type === CODE_GRANT
    ? { grant: CODE_GRANT, code: form.code ?? '', verifier: form.code_verifier ?? '' }
    : { grant: DEVICE_GRANT, deviceCode: form.device_code ?? '', clientId: form.client_id ?? '' };

/** A token (spec 2.6). `scope` is space-separated. It does not expire. */
export const OAuthToken = record({
  id: described(textOrEmpty(), 'Id.'),
  access_token: described(Token, 'The token.'),
  token_type: described(orElse(z.string(), 'Bearer'), 'Always `Bearer`.'),
  scope: described(textOrEmpty(), 'Scopes, separated by blanks.'),
});
export type OAuthToken = z.output<typeof OAuthToken>;

/** What asks for a device code (spec 2.7). */
export const oauthDeviceCreate = {
  client_id: described(required(text({ max: MAX_CLIENT_ID_LENGTH })), 'Id of the client.'),
  scope: described(required(text({ max: MAX_SCOPE_LENGTH })), 'Scopes, separated by blanks.'),
};

/** A pending device authorization (spec 2.7); times in seconds. */
export const OAuthDevice = record({
  device_code: described(z.string(), 'What the device asks with.'),
  user_code: described(z.string(), 'What the person enters.'),
  verification_uri: described(z.string(), 'Where the person enters it.'),
  verification_uri_complete: described(textOrEmpty(), 'The same with the code filled in.'),
  expires_in: described(count(), 'Seconds.'),
  interval: described(
    orElse(count(), POLL_INTERVAL_SECONDS),
    'Least number of seconds between two requests for the token.',
  ),
});
export type OAuthDevice = z.output<typeof OAuthDevice>;

/** What a space-separated `scope` asks for: each known scope once, sorted; and the words that are none. */
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
