import {
  authorizeParams,
  badFields,
  CODE_GRANT,
  decodeForm,
  type FormSource,
  MAX_STATE_LENGTH,
  type OAuthErrorCode,
  parseScopes,
  type Scope,
} from '../../src/contract';
import { err, ok, type Result } from '../../src/domain/result';
import type { BaseAddress } from '../http/base-address';
import { type Refusal, refuse, refuseOAuth } from '../http/refusal';
import type { Server } from '../server';
import type { OAuthClientRow } from '../storage';
import { unknownScope } from './oauth-error';
import { isPlainElsewhere } from './redirect-schemes';

/** A valid request for consent. */
export interface Authorization {
  readonly client: OAuthClientRow;
  readonly redirectUri: string;
  readonly scopes: readonly Scope[];
  /** The `state` that the app sent; empty when it sent none. */
  readonly state: string;
  /** In base64url without padding. */
  readonly challenge: string;
}

/**
 * The reason for refusing a request for consent. A page shows it to the person without a redirect:
 * anybody can register an app and could otherwise misuse this server's links to send people anywhere.
 */
export type AuthorizationError =
  /** The app or its redirect address is unknown. */
  | { readonly about: 'client' | 'redirect'; readonly refusal: Refusal }
  /** The request itself is invalid. The person may choose to follow `backToApp`, which tells the app. */
  | { readonly about: 'request'; readonly refusal: Refusal; readonly backToApp: string };

/** An S256 challenge: 32 bytes in base64url. */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/**
 * Parses and checks a request for consent in the order of protocol.md section 4.3: the app, its
 * redirect address, and then the rest.
 */
export async function readAuthorization(
  { storage }: Server,
  base: BaseAddress,
  source: FormSource,
): Promise<Result<Authorization, AuthorizationError>> {
  const parameter = entryReader(source);
  const client = await storage.oauth.findClient(parameter('client_id'));
  if (client === null) return unknown('client', refuseOAuth('invalid_client'));
  if (!client.grantTypes.includes(CODE_GRANT)) {
    return unknown('client', refuseOAuth('unauthorized_client'));
  }
  const redirectUri = parameter('redirect_uri');
  // The app may have been registered under another name of this server.
  if (!client.redirectUris.includes(redirectUri) || isPlainElsewhere(redirectUri, base)) {
    return unknown('redirect', refuse(400, 'invalid redirect URI'));
  }
  const bad = (description: string) => {
    const state = parameter('state').slice(0, MAX_STATE_LENGTH);
    return err<AuthorizationError>({
      about: 'request',
      refusal: refuseOAuth('invalid_request', description),
      backToApp: redirectWithError(redirectUri, 'invalid_request', description, state),
    });
  };
  const form = decodeForm(authorizeParams, source);
  if (!form.ok) {
    const [first] = badFields(form.error);
    return bad(`error on field "${first?.field}": ${first?.message}`);
  }
  const { scopes, unknown: others } = parseScopes(form.value.scope);
  if (others.length > 0) return bad(`error on field "scope": ${unknownScope(others)}`);
  const challenge = form.value.code_challenge.replace(/={1,2}$/, '');
  if (!CHALLENGE.test(challenge)) return bad('error on field "code_challenge": invalid value');
  return ok({ client, redirectUri, scopes, state: form.value.state ?? '', challenge });
}

const unknown = (about: 'client' | 'redirect', refusal: Refusal) =>
  err<AuthorizationError>({ about, refusal });

/** Reads the first value of a field, unparsed. */
function entryReader(source: FormSource): (name: string) => string {
  return (name) => {
    if (source.kind !== 'entries') return '';
    const [first] = source.entries.get(name) ?? [];
    return typeof first === 'string' ? first : '';
  };
}

/**
 * Adds `parameters` to the query of `redirectUri`, sorted by name as the service does (protocol.md
 * section 4.3). Empty values are left out.
 */
export function redirectTo(
  redirectUri: string,
  parameters: Readonly<Record<string, string>>,
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== '') url.searchParams.set(name, value);
  }
  url.searchParams.sort();
  return url.href;
}

/** The redirect after a failed sign-in, with the app's own `state`. */
export const redirectWithError = (
  redirectUri: string,
  error: OAuthErrorCode,
  description: string,
  state: string,
): string => redirectTo(redirectUri, { error, error_description: description, state });

/**
 * The source for `form-action` that allows a form to be answered with a redirect to `redirectUri`:
 * browsers check redirects against `form-action` too.
 */
export function formTargetOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  return protocol === 'https:' || protocol === 'http:' ? `${protocol}//${host}` : protocol;
}
