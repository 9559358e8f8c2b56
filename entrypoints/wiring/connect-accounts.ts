import { createAccountClient } from '../../src/extension/account/account-client';
import { type AccountStore, createAccountStore } from '../../src/ui/account/account-store';

let store: AccountStore | null = null;

/** Returns the account store of this page. Import this module when a component needs it. */
export function connectAccounts(): AccountStore {
  store ??= createAccountStore(createAccountClient(), localStorage);
  return store;
}
