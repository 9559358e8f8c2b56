import { createAccountClient } from '../../src/extension/account/account-client';
import { type AccountStore, createAccountStore } from '../../src/ui/account/account-store';

let store: AccountStore | null = null;

/** Accounts, for the screens of this page. To be imported when a screen needs it. */
export function connectAccounts(): AccountStore {
  store ??= createAccountStore(createAccountClient(), localStorage);
  return store;
}
