import type { ServiceErrorKind } from '../http/service-error';
import type { AccountCard } from './accounts';
import type { Way } from './find-server';
import type { SignInError } from './register-app';

/** Why something about an account did not go. What was there before is untouched. */
export type ProblemKind =
  | ServiceErrorKind
  | Exclude<SignInError['kind'], 'service' | 'refused'>
  /** Nothing was typed, or nothing that is an address. */
  | 'empty'
  | 'not-an-address'
  /** `detail` is the line that is no header, or none that may be set. */
  | 'bad-header'
  /** The person did not allow the browser's question about that server. */
  | 'not-allowed'
  /** The server's own page sent the person back without a code; `detail` is what it said. */
  | 'not-granted'
  | 'window-closed'
  /** The browser could not open the window, or has none for this; `detail` is what it said. */
  | 'no-window'
  | 'wrong-password'
  | 'password-not-offered'
  | 'not-a-token'
  /** The browser stopped us between the window and the end. Beginning again is all it takes. */
  | 'broken-off'
  /** Another sign-in was begun meanwhile, or this one was cancelled. */
  | 'superseded'
  /** There is no such account, or no sign-in under way. */
  | 'no-account'
  /** The library of that account could not be opened, or not be removed. */
  | 'library-unavailable';

/** An error as a page gets it: a kind to be worded, and what stands in the words. */
export interface Problem {
  readonly kind: ProblemKind;
  /** In the server's or the browser's own words; empty when there is nothing to add. */
  readonly detail: string;
  /** How long to wait before trying again, in ms; null: as one likes. */
  readonly waitMs: number | null;
}

/** A server that was found. */
export interface ServerCard {
  readonly base: string;
  /** Plain http: whoever is on the way can read what goes there, the token too. */
  readonly isPlain: boolean;
  /** Where it was asked for when it answers from another host; null otherwise. */
  readonly movedFrom: string | null;
  readonly version: string;
  /** The first one to begin with, the others to offer. */
  readonly ways: readonly Way[];
}

/** A sign-in under way. It goes on when the page that began it is closed. */
export type SignInState =
  /** No server was found at `base`; the doctor can be asked why. */
  | { readonly kind: 'not-found'; readonly base: string; readonly problem: Problem }
  /** A server was found; `problem` is why the last way that was tried did not go. */
  | { readonly kind: 'choosing'; readonly server: ServerCard; readonly problem: Problem | null }
  /** The browser's window with the server's page is open. */
  | { readonly kind: 'window'; readonly server: ServerCard }
  | {
      readonly kind: 'device';
      readonly server: ServerCard;
      /** In groups of four. */
      readonly code: string;
      /** Where it is typed, and the same with the code filled in. Web addresses both. */
      readonly page: string;
      readonly pageWithCode: string;
      /** Unix ms. */
      readonly expiresAt: number;
    }
  /**
   * The server is being asked for the token, and whose it is; `problem` is why it could not be asked
   * the last time, after which it is tried again by itself.
   */
  | {
      readonly kind: 'checking';
      readonly server: ServerCard;
      readonly problem: Problem | null;
      /** Until when the server wants to be left alone, also by a person: Unix ms; null: it said nothing. */
      readonly notBefore: number | null;
    };

/** All that a page of ours may know of accounts. */
export interface AccountStatus {
  /** The id of the account in use; null: the library without an account. */
  readonly active: string | null;
  readonly accounts: readonly AccountCard[];
  /** The name of the library in use. */
  readonly library: string | null;
  /** null: none is under way. */
  readonly signIn: SignInState | null;
  /** Servers that could not be told yet that a token of ours is used no more; it is gone on with. */
  readonly untold: readonly string[];
}

export const NO_STATUS: AccountStatus = {
  active: null,
  accounts: [],
  library: null,
  signIn: null,
  untold: [],
};

/** What somebody gives to sign in with. */
export type SignInRequest =
  | { readonly way: 'code' | 'device' }
  | { readonly way: 'password'; readonly username: string; readonly password: string }
  | { readonly way: 'token'; readonly token: string };
