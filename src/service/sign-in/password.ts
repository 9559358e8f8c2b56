import { err, ok, type Result } from '../../domain';
import type { Client } from '../client';
import type { Connection, Transport } from '../connection';
import type { ServiceError } from '../errors/service-error';
import { findServer } from '../find/find-server';
import type { Credential } from './credential';

export type PasswordError =
  | { readonly kind: 'wrong-password' }
  /** Today's servers have no such route any more, ours only on a private network. */
  | { readonly kind: 'not-offered' }
  | { readonly kind: 'service'; readonly error: ServiceError };

interface PasswordSignIn {
  /** The connection to the server. */
  readonly connection: Connection;
  readonly username: string;
  readonly password: string;
  readonly application: string;
  readonly signal?: AbortSignal;
  readonly transport?: Transport;
}

/** Exchanges a user name and a password for a token (spec 2.20). The password is kept nowhere. */
export async function signInWithPassword(
  calls: Client['signIn'],
  { connection, signal, transport, ...form }: PasswordSignIn,
): Promise<Result<Credential, PasswordError>> {
  const answer = await calls.withPassword(form, { ...(signal && { signal }) });
  if (answer.ok) {
    const { id, token } = answer.value.body;
    return ok({ kind: 'password', token, tokenId: id, scopes: null });
  }
  const { error } = answer;
  if (error.kind === 'unauthorised' || error.kind === 'forbidden') {
    return err({ kind: 'wrong-password' });
  }
  if (!mayLackTheRoute(error)) return err({ kind: 'service', error });
  const { base, extraHeaders } = connection;
  const found = await findServer([{ base, isPlain: base.startsWith('http:') }], {
    ...(extraHeaders && { extraHeaders }),
    ...(signal && { signal }),
    ...(transport && { transport }),
  });
  return found.ok && found.value.base === base
    ? err({ kind: 'not-offered' })
    : err({ kind: 'service', error });
}

/**
 * True for the answers of a server without such a route: 404, 405, or a redirect to its own sign-in
 * page. Browsers hide the target of a redirect, so the caller must check that the server is still at its
 * address.
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
