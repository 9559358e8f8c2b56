/** @jsxImportSource hono/jsx */
import { MAX_PASSWORD_LENGTH } from '../../src/contract';
import { passwordProblem, setPassword } from '../account/new-user';
import { MIN_PASSWORD_LENGTH } from '../account/password';
import { checkPassword } from '../account/sign-in';
import type { Server } from '../server';
import { Field, Notice, Submit } from './fields';
import { FormToken } from './layout';
import { formEntryOf, type SignedInVisit } from './page';
import { pageText, type TextKey } from './text';

interface PasswordFormProps {
  readonly visit: SignedInVisit;
  readonly outcome: PasswordOutcome | null;
}

/** The form that changes the password of the visitor. */
export function PasswordForm({ visit: { base, visitor }, outcome }: PasswordFormProps) {
  return (
    <>
      {outcome && (
        <Notice isProblem={!isChanged(outcome)}>
          {pageText(
            outcome,
            outcome === 'passwordTooLong' ? MAX_PASSWORD_LENGTH : MIN_PASSWORD_LENGTH,
          )}
        </Notice>
      )}
      <form class="fields stack gap-4" method="post" action={`${base.prefix}/profile/password`}>
        <FormToken visitor={visitor} />
        <Field
          name="password"
          type="password"
          label={pageText('passwordNow')}
          autocomplete="current-password"
        />
        <Field
          name="new_password"
          type="password"
          label={pageText('passwordNew')}
          hint={pageText('setUpPasswordHint', MIN_PASSWORD_LENGTH)}
          autocomplete="new-password"
        />
        <label class="check line">
          <input type="checkbox" name="revoke_tokens" value="1" />
          {pageText('passwordRevoke')}
        </label>
        <div class="buttons">
          <Submit>{pageText('passwordButton')}</Submit>
        </div>
      </form>
    </>
  );
}

/** The result of a password change. */
export type PasswordOutcome = Extract<
  TextKey,
  | 'passwordChanged'
  | 'passwordChangedTokens'
  | 'passwordWrong'
  | 'passwordTooShort'
  | 'passwordTooLong'
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
  const password = formEntryOf(form, 'password');
  const newPassword = formEntryOf(form, 'new_password');
  if (Math.max(password.length, newPassword.length) > MAX_PASSWORD_LENGTH) return 'passwordTooLong';
  // Counted like a sign-in, so that nobody can guess the password in an open browser.
  const checked = await checkPassword(server, {
    clientAddress,
    password,
    find: async () => ({ key: `user ${user.id}`, user }),
  });
  if (!checked.ok) return checked.error.kind === 'wrong' ? 'passwordWrong' : 'signInTooOften';
  if (passwordProblem(newPassword)) return 'passwordTooShort';
  const revokesTokens = formEntryOf(form, 'revoke_tokens') !== '';
  await setPassword(server.storage, user.id, newPassword, {
    exceptSession: sessionHash,
    revokesTokens,
  });
  return revokesTokens ? 'passwordChangedTokens' : 'passwordChanged';
}
