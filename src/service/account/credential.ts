import * as z from 'zod/mini';
import { type OAuthToken, parseScopes, SCOPES, TOKEN_PATTERN } from '../../contract';
import { err, ok, type Result } from '../../domain/result';
import type { Client } from '../http/client';
import type { Connection, Transport } from '../http/connection';
import type { ServiceError } from '../http/service-error';
import { findServer } from './find-server';
import { type Problem, problem, serviceProblem } from './problem';

/** The way in which a token was obtained. It decides how the token is revoked. */
export const CREDENTIAL_KINDS = ['oauth', 'password', 'token'] as const;

/** The result of a sign-in. */
export const Credential = z.object({
  kind: z.enum(CREDENTIAL_KINDS),
  token: z.string(),
  /** The token's id on the server; empty if it is not known yet. */
  tokenId: z.string(),
  /** The scopes of the token; null if the server did not report them. */
  scopes: z.nullable(z.readonly(z.array(z.enum(SCOPES)))),
});
export type Credential = z.output<typeof Credential>;

export function credentialOf({ id, access_token, scope }: OAuthToken): Credential {
  const { scopes } = parseScopes(scope);
  return { kind: 'oauth', token: access_token, tokenId: id, scopes: scope === '' ? null : scopes };
}

/** Servers do not issue longer tokens, so a longer text is not a token. */
const MAX_PASTED_LENGTH = 512;

/**
 * Extracts the token from pasted text by removing `Bearer`, quotes and white space. Returns null if
 * the rest cannot be a token.
 */
export function pastedToken(pasted: string): Credential | null {
  const token = pasted
    .trim()
    .replace(/^authorization:\s*/i, '')
    .replace(/^bearer\s+/i, '')
    .replace(/^["'`]|["'`]$/g, '');
  const canBe = TOKEN_PATTERN.test(token) && token.length <= MAX_PASTED_LENGTH;
  return canBe ? { kind: 'token', token, tokenId: '', scopes: null } : null;
}

interface PasswordSignIn {
  /** The connection to the server. */
  readonly connection: Connection;
  readonly username: string;
  readonly password: string;
  readonly application: string;
  readonly signal?: AbortSignal | undefined;
  readonly transport?: Transport | undefined;
}

/** Exchanges a user name and a password for a token (spec 2.20). The password is not stored. */
export async function signInWithPassword(
  calls: Client['signIn'],
  { connection, signal, transport, ...form }: PasswordSignIn,
): Promise<Result<Credential, Problem>> {
  const answer = await calls.withPassword(form, { signal });
  if (answer.ok) {
    const { id, token } = answer.value.body;
    return ok({ kind: 'password', token, tokenId: id, scopes: null });
  }
  const { error } = answer;
  if (error.kind === 'unauthorised' || error.kind === 'forbidden') {
    return err(problem('wrong-password'));
  }
  if (!mayLackTheRoute(error)) return err(serviceProblem(error));
  const { base, extraHeaders } = connection;
  const found = await findServer([base], { extraHeaders, signal, transport });
  const isThere = found.ok && found.value.base === base;
  return err(isThere ? problem('password-not-offered') : serviceProblem(error));
}

/**
 * True for the answers of a server without such a route: 404, 405, or a redirect to its own sign-in
 * page. Browsers hide the target of a redirect, so the caller must check that the server is still
 * at its address.
 */
function mayLackTheRoute(error: ServiceError): boolean {
  switch (error.kind) {
    case 'not-found':
    case 'moved':
      return true;
    case 'refused':
    case 'not-this-service':
      return error.status === 404 || error.status === 405;
    default:
      return false;
  }
}

/**
 * Revokes a token. A token that was already invalid counts as revoked. If the server cannot revoke
 * it, the token is deleted by its id, which is the only way on older servers.
 */
export async function revokeToken(
  calls: Pick<Client, 'oauth' | 'profile'>,
  { token, tokenId }: { readonly token: string; readonly tokenId: string },
): Promise<Result<null, ServiceError>> {
  const revoked = await calls.oauth.revoke({ token });
  if (revoked.ok || revoked.error.kind === 'unauthorised') return ok(null);
  if (!isUnknown(revoked.error) || tokenId === '') return err(revoked.error);
  const deleted = await calls.profile.deleteToken(tokenId);
  return deleted.ok || deleted.error.kind === 'unauthorised' ? ok(null) : deleted;
}

/** True if the server lacks the route or does not accept the token there. */
const isUnknown = ({ kind }: ServiceError): boolean =>
  ['not-found', 'oauth', 'forbidden', 'server', 'refused', 'invalid'].includes(kind);
