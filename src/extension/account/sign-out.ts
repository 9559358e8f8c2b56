import { originPatternOf, revokeToken, signedOut, withoutAccount } from '../../service';
import type { AccountKeeper } from './account-keeper';
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
  const after = await keeper.change((kept) => ({
    ...kept,
    accounts: keep ? signedOut(kept.accounts, id, now()) : withoutAccount(kept.accounts, id),
  }));
  const isTold = account.token === '' || (await revokeToken(callsTo(account), account)).ok;
  await origins.giveBack([originPatternOf(account.base)], after.accounts);
  return isTold;
}
