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
import { LeftToken } from './left-tokens';
import { ACCOUNT_STATUS, ACCOUNTS, LEFT_TOKENS, SIGN_IN } from './storage-keys';

/** All that is kept of accounts. */
export interface Kept {
  readonly accounts: Accounts;
  readonly signIn: KeptSignIn | null;
  /** Tokens that are used no more, until their servers know. */
  readonly left: readonly LeftToken[];
}

/** Accounts and the sign-in under way, in `storage.local`; and what pages may know of them. */
export interface AccountKeeper {
  read(): Promise<Kept>;
  /** Keeps what `step` makes of what is kept; one change after the other. */
  change(step: (kept: Kept) => Kept): Promise<Kept>;
}

/** Each by itself: one that can't be read, as after an update, must not cost the others. */
const leftIn = (stored: unknown): readonly LeftToken[] =>
  (Array.isArray(stored) ? stored : []).flatMap((one) => LeftToken.safeParse(one).data ?? []);

type Storage = Pick<WxtBrowser['storage']['local'], 'get' | 'set'>;

/** `onChange` is told what is kept after each change. */
export function createAccountKeeper(
  storage: Storage,
  onChange: (kept: Kept) => void,
): AccountKeeper {
  let last: Promise<unknown> = Promise.resolve();

  const read = async (): Promise<Kept> => {
    const stored = await storage.get([ACCOUNTS, SIGN_IN, LEFT_TOKENS]);
    const signIn = KeptSignIn.safeParse(stored[SIGN_IN]);
    return {
      accounts: readAccounts(stored[ACCOUNTS]),
      // What can't be read, as after an update, has been broken off.
      signIn: signIn.success ? signIn.data : null,
      left: leftIn(stored[LEFT_TOKENS]),
    };
  };

  const apply = async (step: (kept: Kept) => Kept): Promise<Kept> => {
    const next = step(await read());
    await storage.set({
      [ACCOUNTS]: storedAccounts(next.accounts),
      [SIGN_IN]: next.signIn,
      // null where there are none: the background then has nothing to wake for.
      [LEFT_TOKENS]: next.left.length > 0 ? next.left : null,
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

const statusOf = ({ accounts, signIn, left }: Kept): AccountStatus => ({
  active: accounts.active,
  accounts: accounts.accounts.map(cardOf),
  library: libraryInUse(accounts),
  signIn: signIn && stateOf(signIn),
  untold: [...new Set(left.filter(({ since, nextAt }) => nextAt > since).map(({ base }) => base))],
});
