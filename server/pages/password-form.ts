import { createLimiter, SIGN_IN_BY_ACCOUNT } from '../auth/limits';
import { passwordProblem } from '../auth/new-user';
import { hashPassword, isPassword } from '../auth/password';
import type { Server } from '../server';
import { entryOf } from './form-entry';
import type { SignedInVisit } from './page';
import type { Word } from './words';

/** What became of a change of the password. */
export type PasswordOutcome = Extract<
  Word,
  'passwordChanged' | 'passwordWrong' | 'passwordTooShort' | 'fieldTooLong' | 'signInTooOften'
>;

/** Changes the visitor's password, and ends all their sessions but this one. */
export async function changePassword(
  server: Server,
  { visitor, form }: SignedInVisit,
): Promise<PasswordOutcome> {
  const { user, sessionHash } = visitor;
  const { storage } = server;
  const limiter = createLimiter(server);
  // Whoever finds an open browser may not go on guessing.
  if ((await limiter.take(SIGN_IN_BY_ACCOUNT, `user ${user.id}`)) !== null) return 'signInTooOften';
  if (!(await isPassword(entryOf(form, 'password'), user.passwordHash))) return 'passwordWrong';
  const wanted = entryOf(form, 'new_password');
  const problem = passwordProblem(wanted);
  if (problem) return problem.kind === 'password-too-long' ? 'fieldTooLong' : 'passwordTooShort';
  await storage.users.update(user.id, { passwordHash: await hashPassword(wanted) });
  await storage.sessions.deleteOfUser(user.id, sessionHash);
  await limiter.forget(SIGN_IN_BY_ACCOUNT, `user ${user.id}`);
  return 'passwordChanged';
}
