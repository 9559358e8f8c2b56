import { createAccountClient } from '../../src/extension/account/account-client';
import type { AccountStore } from '../../src/ui/account/account-store';
import { createAccountStore } from '../../src/ui/account/create-account-store';

let store: AccountStore | null = null;

/** Accounts, for the screens of this page. To be imported when a screen needs it. */
export function accountsHere(): AccountStore {
  store ??= createAccountStore(createAccountClient(), localStorage);
  return store;
}
