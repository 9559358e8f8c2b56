import { originPatternOf, revokeToken, signedOut, withoutAccount } from '../../service';
import type { AccountKeeper } from './account-keeper';
import type { KeptSignIn } from './kept-sign-in';
import type { Libraries } from './libraries';
import type { Origins } from './origins';
import type { CallsTo } from './service-calls';

interface Dependencies {
  readonly keeper: AccountKeeper;
  readonly callsTo: CallsTo;
  readonly origins: Origins;
  readonly libraries: Libraries;
  readonly now: () => number;
}

export interface SignOutRequest {
  readonly id: string;
  /** Whether the library stays, in use, until somebody signs in again. */
  readonly keep: boolean;
}

/**
 * Signs out, whatever the server says to it; whether it knows. Here first: what is told to a server
 * may take its time, and who signs out may close the browser next. A library goes before its
 * account: a page that starts anew then finds none of it, and an account whose library is gone has
 * it on its server, where a library without its account would be lost to everybody.
 */
export async function signOut(
  { keeper, callsTo, origins, libraries, now }: Dependencies,
  { id, keep }: SignOutRequest,
): Promise<boolean> {
  const { accounts } = await keeper.read();
  const account = accounts.accounts.find((one) => one.id === id);
  if (!account) return true;
  if (!keep) await libraries.remove(account.library);
  const origin = originPatternOf(account.base);
  const after = await keeper.change(({ accounts, signIn }) => ({
    accounts: keep ? signedOut(accounts, id, now()) : withoutAccount(accounts, id),
    signIn: signIn && withOrigin(signIn, origin),
  }));
  const isTold = account.token === '' || (await revokeToken(callsTo(account), account)).ok;
  if (!after.signIn?.allowed.includes(origin)) await origins.giveBack([origin], after.accounts);
  return isTold;
}

/** With `origin` as one that was allowed for it, if that is where its server is. */
const withOrigin = (signIn: KeptSignIn, origin: string): KeptSignIn =>
  originPatternOf(signIn.base) === origin
    ? { ...signIn, allowed: [...new Set([...signIn.allowed, origin])] }
    : signIn;
