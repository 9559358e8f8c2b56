import type { ServiceErrorKind } from '../http/service-error';
import type { AccountCard } from './accounts';
import type { Way } from './find-server';
import type { SignInError } from './register-app';

/**
 * The reasons why an action on an account failed. A failure leaves the existing accounts unchanged.
 */
export type ProblemKind =
  | ServiceErrorKind
  | Exclude<SignInError['kind'], 'service' | 'refused'>
  /** The input was empty, or is not an address. */
  | 'empty'
  | 'not-an-address'
  /** `detail` is the first line that is not a header, or that names a reserved header. */
  | 'bad-header'
  /** The user declined the browser's permission prompt for that server. */
  | 'not-allowed'
  /** The server's page redirected without a code; `detail` is its error. */
  | 'not-granted'
  | 'window-closed'
  /** The browser could not open the window; `detail` is its error message. */
  | 'no-window'
  | 'wrong-password'
  | 'password-not-offered'
  | 'not-a-token'
  /** The browser stopped the background during the sign-in. The user has to start it again. */
  | 'broken-off'
  /** Another sign-in was started meanwhile, or this one was cancelled. */
  | 'superseded'
  /** There is no such account, or no sign-in in progress. */
  | 'no-account'
  /** The library of that account could not be opened or removed. */
  | 'library-unavailable';

/** An error as pages receive it. */
export interface Problem {
  readonly kind: ProblemKind;
  /** The message of the server or of the browser; empty if there is none. */
  readonly detail: string;
  /** The minimum wait before a retry in ms; null if there is none. */
  readonly waitMs: number | null;
}

/** A server that was found. */
export interface ServerCard {
  readonly base: string;
  /** True for http: anyone on the network path can read the traffic, including the token. */
  readonly isPlain: boolean;
  /** The requested base if another host answered; null otherwise. */
  readonly movedFrom: string | null;
  readonly version: string;
  /** The sign-in methods in the order in which they are offered. */
  readonly ways: readonly Way[];
}

/** A sign-in in progress. It continues after the page that started it was closed. */
export type SignInState =
  /** No server was found at `base`. */
  | { readonly kind: 'not-found'; readonly base: string; readonly problem: Problem }
  /** A server was found; `problem` is why the last sign-in attempt failed. */
  | { readonly kind: 'choosing'; readonly server: ServerCard; readonly problem: Problem | null }
  /** The browser's window with the server's page is open. */
  | { readonly kind: 'window'; readonly server: ServerCard }
  | {
      readonly kind: 'device';
      readonly server: ServerCard;
      /** Formatted in groups of four. */
      readonly code: string;
      /** The web address where the code is entered, without and with the code filled in. */
      readonly page: string;
      readonly pageWithCode: string;
      /** Unix ms. */
      readonly expiresAt: number;
    }
  /**
   * The background asks the server for the token and the profile. `problem` is why the last request
   * failed; the background retries by itself.
   */
  | {
      readonly kind: 'checking';
      readonly server: ServerCard;
      readonly problem: Problem | null;
      /**
       * Unix ms until which the server asked not to be contacted, even by a user action; null if it
       * did not ask.
       */
      readonly notBefore: number | null;
    };

/** Everything that pages may know about accounts. */
export interface AccountStatus {
  /** The id of the active account; null means the library without an account. */
  readonly active: string | null;
  readonly accounts: readonly AccountCard[];
  /** The name of the active library. */
  readonly library: string | null;
  /** null if no sign-in is in progress. */
  readonly signIn: SignInState | null;
  /**
   * The bases of servers that could not be reached yet to revoke a token. The background keeps
   * trying.
   */
  readonly pendingRevocations: readonly string[];
}

export const NO_STATUS: AccountStatus = {
  active: null,
  accounts: [],
  library: null,
  signIn: null,
  pendingRevocations: [],
};

/** The input of a sign-in method. */
export type SignInRequest =
  | { readonly way: 'code' | 'device' }
  | { readonly way: 'password'; readonly username: string; readonly password: string }
  | { readonly way: 'token'; readonly token: string };
