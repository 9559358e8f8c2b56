import {
  authorizeParams,
  badFields,
  CODE_GRANT,
  decodeForm,
  type FormSource,
  parseScopes,
  type Scope,
} from '../../src/contract';
import { err, ok, type Result } from '../../src/domain';
import { type Refusal, refuse, refuseOAuth } from '../http/refusal';
import type { Server } from '../server';
import type { OAuthClientRow } from '../storage';
import { redirectWithError } from './redirect';

/** A request for consent that can be put to a person. */
export interface Authorization {
  readonly client: OAuthClientRow;
  readonly redirectUri: string;
  readonly scopes: readonly Scope[];
  /** As the app sent it; empty when it sent none. */
  readonly state: string;
  /** In base64url without padding. */
  readonly challenge: string;
}

export type AuthorizationError =
  /** Told to the person: the app, or where it wants them sent, is not known. */
  | { readonly kind: 'shown'; readonly refusal: Refusal; readonly about: 'client' | 'redirect' }
  /** Told to the app, by sending the person back to it. */
  | { readonly kind: 'redirect'; readonly to: string };

/** 32 bytes in base64url: what S256 gives. */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/**
 * What an app asks a person for, held to the rules in their order (protocol.md section 4.3): the
 * app, its redirect address, and then the rest, which that address is told about.
 */
export async function readAuthorization(
  { storage }: Server,
  source: FormSource,
): Promise<Result<Authorization, AuthorizationError>> {
  const asked = entryReader(source);
  const client = await storage.oauth.findClient(asked('client_id'));
  if (client === null) return shown('client', refuseOAuth('invalid_client'));
  if (!client.grantTypes.includes(CODE_GRANT)) {
    return shown('client', refuseOAuth('unauthorized_client'));
  }
  const redirectUri = asked('redirect_uri');
  if (!client.redirectUris.includes(redirectUri)) {
    return shown('redirect', refuse(400, 'invalid redirect URI'));
  }
  const toApp = (description: string) => {
    const state = asked('state');
    const to = redirectWithError(redirectUri, 'invalid_request', description, state);
    return err<AuthorizationError>({ kind: 'redirect', to });
  };
  const form = decodeForm(authorizeParams, source);
  if (!form.ok) {
    const [bad] = badFields(form.error);
    return toApp(`error on field "${bad?.field}": ${bad?.message}`);
  }
  const { scopes, unknown } = parseScopes(form.value.scope);
  if (unknown.length > 0)
    return toApp(`error on field "scope": unknown scope ${unknown.join(' ')}`);
  const challenge = form.value.code_challenge.replace(/=+$/, '');
  if (!CHALLENGE.test(challenge)) return toApp('error on field "code_challenge": invalid value');
  return ok({ client, redirectUri, scopes, state: form.value.state ?? '', challenge });
}

const shown = (about: 'client' | 'redirect', refusal: Refusal) =>
  err<AuthorizationError>({ kind: 'shown', refusal, about });

/** The first value of a name, as it came. */
function entryReader(source: FormSource): (name: string) => string {
  return (name) => {
    if (source.kind !== 'entries') return '';
    const [first] = source.entries.get(name) ?? [];
    return typeof first === 'string' ? first : '';
  };
}
