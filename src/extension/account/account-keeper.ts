import type { WxtBrowser } from 'wxt/browser';
import {
  type AccountStatus,
  type Accounts,
  cardOf,
  libraryInUse,
  readAccounts,
  storedAccounts,
} from '../../service';
import { KeptSignIn, stateOf } from './kept-sign-in';
import { ACCOUNT_STATUS, ACCOUNTS, SIGN_IN } from './storage-keys';

/** All that is kept of accounts. */
export interface Kept {
  readonly accounts: Accounts;
  readonly signIn: KeptSignIn | null;
}

/** Accounts and the sign-in under way, in `storage.local`; and what pages may know of them. */
export interface AccountKeeper {
  read(): Promise<Kept>;
  /** Keeps what `step` makes of what is kept; one change after the other. */
  change(step: (kept: Kept) => Kept): Promise<Kept>;
}

type Storage = Pick<WxtBrowser['storage']['local'], 'get' | 'set'>;

/** `onChange` is told what is kept after each change. */
export function createAccountKeeper(
  storage: Storage,
  onChange: (kept: Kept) => void,
): AccountKeeper {
  let last: Promise<unknown> = Promise.resolve();

  const read = async (): Promise<Kept> => {
    const stored = await storage.get([ACCOUNTS, SIGN_IN]);
    const signIn = KeptSignIn.safeParse(stored[SIGN_IN]);
    return {
      accounts: readAccounts(stored[ACCOUNTS]),
      // What can't be read, as after an update, has been broken off.
      signIn: signIn.success ? signIn.data : null,
    };
  };

  const apply = async (step: (kept: Kept) => Kept): Promise<Kept> => {
    const next = step(await read());
    await storage.set({
      [ACCOUNTS]: storedAccounts(next.accounts),
      [SIGN_IN]: next.signIn,
      [ACCOUNT_STATUS]: statusOf(next),
    });
    onChange(next);
    return next;
  };

  return {
    read,
    change(step) {
      const changed = last.then(() => apply(step));
      // A change that could not be kept is its caller's to tell; the next one is tried all the same.
      last = changed.catch(() => null);
      return changed;
    },
  };
}

const statusOf = ({ accounts, signIn }: Kept): AccountStatus => ({
  active: accounts.active,
  accounts: accounts.accounts.map(cardOf),
  library: libraryInUse(accounts),
  signIn: signIn && stateOf(signIn),
});
