import { originPatternOf, signedOut, withoutAccount } from '../../service';
import type { Libraries } from '../libraries';
import type { AccountKeeper } from './account-keeper';
import { leftToken, withLeft } from './left-tokens';
import type { Origins } from './origins';
import { withOrigin } from './sign-in-run';
import type { TakingBack } from './taking-back';

interface Dependencies {
  readonly keeper: AccountKeeper;
  readonly origins: Origins;
  readonly libraries: Pick<Libraries, 'remove'>;
  readonly takingBack: TakingBack;
  readonly now: () => number;
}

export interface SignOutRequest {
  readonly id: string;
  /** Whether the library stays, in use, until somebody signs in again. */
  readonly keep: boolean;
}

/**
 * Signs out, whatever the server says to it; false when it does not take the token back. One that
 * does not answer is told later. Here first: what is told to a server may take its time, and who
 * signs out may close the browser next. A library goes before its account: a page that starts anew then finds none of it, and an account whose library is gone has
 * it on its server, where a library without its account would be lost to everybody.
 */
export async function signOut(
  { keeper, origins, libraries, takingBack, now }: Dependencies,
  { id, keep }: SignOutRequest,
): Promise<boolean> {
  const { accounts } = await keeper.read();
  const account = accounts.accounts.find((one) => one.id === id);
  if (!account) return true;
  if (!keep) await libraries.remove(account.library);
  const origin = originPatternOf(account.base);
  const token = leftToken(account, now());
  const after = await keeper.change(({ accounts, signIn, left }) => ({
    accounts: keep ? signedOut(accounts, id, now()) : withoutAccount(accounts, id),
    signIn: signIn && withOrigin(signIn, origin),
    left: withLeft(left, token),
  }));
  if (token.token !== '') return (await takingBack.tell(token)) !== 'refused';
  if (!after.signIn?.allowed.includes(origin)) await origins.giveBack([origin], after);
  return true;
}
