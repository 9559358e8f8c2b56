import type { ReadonlySignal } from '@preact/signals';
import type { BackgroundFailure, Result } from '../../domain';
import type { AccountCard, AccountStatus, Finding, Problem, SignInRequest } from '../../service';

/** What the doctor has found so far. */
export interface Examination {
  /** Of which server. */
  readonly base: string;
  readonly findings: readonly Finding[];
  readonly isDone: boolean;
}

/** How an order came out: null when it went well. A failure is of the way to the background. */
export type Ordered = Result<Problem | null, BackgroundFailure>;

/**
 * Accounts and signing in, as a page of ours sees them: what is, live, and what can be asked for.
 * Given by the entrypoint. A sign-in goes on when the page is closed, and is there when it is
 * opened again.
 */
export interface AccountStore {
  /** null until it has been read. */
  readonly status: ReadonlySignal<AccountStatus | null>;
  /** null until the doctor was called. */
  readonly examination: ReadonlySignal<Examination | null>;
  /** The address of the server that `npm start` made; null where it did not, or not yet known. */
  readonly companion: ReadonlySignal<string | null>;

  /**
   * Looks for the server at what was typed, with `headers` as typed (one `Name: value` a line). To
   * be called first thing in a click: the browser asks the person for the origin, and refuses the
   * question once anything was awaited. When it went well `status.signIn` is `choosing`.
   */
  find(address: string, headers: string): Promise<Ordered>;
  /**
   * Looks for the server of an account, with the headers that are kept for it, to sign in to it
   * again; to be called first thing in a click.
   */
  findAgain(account: Pick<AccountCard, 'id' | 'base'>): Promise<Ordered>;
  /**
   * Begins a way of signing in to the server that was found. For a window and a device the answer
   * comes as soon as it is open; what becomes of it is told by `status`: `signIn` is null and
   * `active` is the account, or `choosing` has the problem.
   */
  signIn(request: SignInRequest): Promise<Ordered>;
  /** Finds the companion server and signs in to it; to be called first thing in a click. */
  signInToCompanion(): Promise<Ordered>;
  /** Sees that a device is asked about in time, though the browser has stopped the background. */
  poke(): void;
  /** Ends the sign-in under way and forgets it. */
  cancel(): Promise<void>;

  switchTo(id: string): Promise<Ordered>;
  /** How many changes of that account's library its server has not been told. */
  countUnsent(id: string): Promise<Result<number, BackgroundFailure>>;
  /**
   * Takes the token back and keeps the library in use, or removes account and library for good. The
   * value is false where the server does not take the token back, which then is good until somebody
   * ends it there; a server that does not answer is told later (`AccountStatus.untold`).
   */
  signOut(id: string, how: { readonly keep: boolean }): Promise<Result<boolean, BackgroundFailure>>;
  /** Has the doctor look at the server of the sign-in under way, or of the account in use. */
  examine(): Promise<Ordered>;
}
