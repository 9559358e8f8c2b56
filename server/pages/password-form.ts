import { passwordProblem, setPassword } from '../auth/new-user';
import { checkPassword } from '../auth/sign-in';
import type { Server } from '../server';
import { entryOf } from './form-entry';
import type { SignedInVisit } from './page';
import type { Word } from './words';

/** The result of a password change. */
export type PasswordOutcome = Extract<
  Word,
  | 'passwordChanged'
  | 'passwordChangedTokens'
  | 'passwordWrong'
  | 'passwordTooShort'
  | 'fieldTooLong'
  | 'signInTooOften'
>;

export const isChanged = (outcome: PasswordOutcome): boolean =>
  outcome === 'passwordChanged' || outcome === 'passwordChangedTokens';

/**
 * Changes the visitor's password and ends all their sessions but this one. Their tokens are revoked
 * if they ticked that.
 */
export async function changePassword(
  server: Server,
  { visitor, form, clientAddress }: SignedInVisit,
): Promise<PasswordOutcome> {
  const { user, sessionHash } = visitor;
  // Counted as a sign-in is: whoever finds an open browser may not go on guessing.
  const checked = await checkPassword(server, {
    clientAddress,
    account: `user ${user.id}`,
    user,
    password: entryOf(form, 'password'),
  });
  if (!checked.ok) return checked.error.kind === 'wrong' ? 'passwordWrong' : 'signInTooOften';
  const wanted = entryOf(form, 'new_password');
  const problem = passwordProblem(wanted);
  if (problem) return problem.kind === 'password-too-long' ? 'fieldTooLong' : 'passwordTooShort';
  const revokesTokens = entryOf(form, 'revoke_tokens') !== '';
  await setPassword(server.storage, user.id, wanted, { keptSession: sessionHash, revokesTokens });
  return revokesTokens ? 'passwordChangedTokens' : 'passwordChanged';
}
