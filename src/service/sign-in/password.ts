import type { CallOptions, signIn } from '../../contract';
import { err, ok, type Result } from '../../domain';
import type { Client } from '../client';
import type { ServiceError } from '../errors/service-error';
import type { Credential } from './credential';

export type PasswordError =
  | { readonly kind: 'wrong-password' }
  /** Today's servers have no such route any more, ours only on a private network. */
  | { readonly kind: 'not-offered' }
  | { readonly kind: 'service'; readonly error: ServiceError };

/** Exchanges a user name and a password for a token (spec 2.20). The password is kept nowhere. */
export async function signInWithPassword(
  calls: Client<{ signIn: typeof signIn }>['signIn'],
  form: { readonly username: string; readonly password: string; readonly application: string },
  options?: CallOptions,
): Promise<Result<Credential, PasswordError>> {
  const answer = await calls.withPassword(form, options);
  if (answer.ok) {
    const { id, token } = answer.value.body;
    return ok({ kind: 'password', token, tokenId: id, scopes: null });
  }
  switch (answer.error.kind) {
    case 'unauthorised':
    case 'forbidden':
      return err({ kind: 'wrong-password' });
    case 'not-found':
      return err({ kind: 'not-offered' });
    default:
      return err({ kind: 'service', error: answer.error });
  }
}
