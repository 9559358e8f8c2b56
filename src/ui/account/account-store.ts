import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { BackgroundFailure, Result } from '../../domain';
import type { AccountCard, AccountStatus, Finding, Problem, SignInRequest } from '../../service';
import { forgetDrafts } from '../bookmarks/draft-store';
import { forgetPendingActions } from '../bookmarks/pending-actions';
import { forgetSnapshot } from '../bookmarks/snapshot';
import { writeLibraryMirror } from '../library-mirror';

/** What the doctor has found so far. */
export interface Examination {
  /** Of which server. */
  readonly base: string;
  readonly findings: readonly Finding[];
  readonly isDone: boolean;
}

/** How an order came out: null when it went well. A failure is of the way to the background. */
export type RequestResult = Result<Problem | null, BackgroundFailure>;

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
  find(address: string, headers: string): Promise<RequestResult>;
  /**
   * Looks for the server of an account, with the headers that are kept for it, to sign in to it
   * again; to be called first thing in a click.
   */
  findAgain(account: Pick<AccountCard, 'id' | 'base'>): Promise<RequestResult>;
  /**
   * Begins a way of signing in to the server that was found. For a window and a device the answer
   * comes as soon as it is open; what becomes of it is told by `status`: `signIn` is null and
   * `active` is the account, or `choosing` has the problem.
   */
  signIn(request: SignInRequest): Promise<RequestResult>;
  /** Finds the companion server and signs in to it; to be called first thing in a click. */
  signInToCompanion(): Promise<RequestResult>;
  /** Sees that a device is asked about in time, though the browser has stopped the background. */
  poke(): void;
  /** Ends the sign-in under way and forgets it. */
  cancel(): Promise<void>;

  switchTo(id: string): Promise<RequestResult>;
  /** How many changes of that account's library its server has not been told. */
  countUnsent(id: string): Promise<Result<number, BackgroundFailure>>;
  /**
   * Takes the token back and keeps the library in use, or removes account and library for good. The
   * value is false where the server does not take the token back, which then is good until somebody
   * ends it there; a server that does not answer is told later (`AccountStatus.untold`).
   */
  signOut(id: string, how: { readonly keep: boolean }): Promise<Result<boolean, BackgroundFailure>>;
  /** Has the doctor look at the server of the sign-in under way, or of the account in use. */
  examine(): Promise<RequestResult>;
}

/** Accounts as the background has them, by way of the entrypoint. */
export interface AccountSource {
  /** Calls back with what is, and after each change. */
  watchStatus(listener: (status: AccountStatus) => void): void;
  watchExamination(listener: (examination: Examination | null) => void): void;
  companion(): Promise<string | null>;
  /**
   * Asks the person for the origins of a server that was typed. Begins before it returns: browsers
   * take the question in a click alone. The value is those that were not allowed before.
   */
  askForOrigins(address: string): Promise<Result<readonly string[], Problem>>;
  findServer(address: string, headers: string, allowed: readonly string[]): Promise<RequestResult>;
  findAgain(id: string, allowed: readonly string[]): Promise<RequestResult>;
  signIn(request: SignInRequest): Promise<RequestResult>;
  signInToCompanion(allowed: readonly string[]): Promise<RequestResult>;
  pokeSignIn(): Promise<unknown>;
  cancelSignIn(): Promise<unknown>;
  switchAccount(id: string): Promise<RequestResult>;
  countUnsent(id: string): Promise<Result<number, BackgroundFailure>>;
  signOut(id: string, keep: boolean): Promise<Result<boolean, BackgroundFailure>>;
  examine(): Promise<RequestResult>;
}

/** Accounts as a page of ours sees them, live; `storage` is `localStorage`. */
export function createAccountStore(source: AccountSource, storage: Storage): AccountStore {
  const status = signal<AccountStatus | null>(null);
  const examination = signal<Examination | null>(null);
  const companion = signal<string | null>(null);
  source.watchStatus((next) => {
    status.value = next;
    // It may end with another library, when no page of ours is there any more.
    writeLibraryMirror(storage, next.signIn ? undefined : next.library);
  });
  source.watchExamination((next) => {
    examination.value = next;
  });
  void source.companion().then((base) => {
    companion.value = base;
  });

  /** For what may put another library in use, when no page of ours may be there any more. */
  const changing = <T>(order: () => Promise<T>): Promise<T> => {
    writeLibraryMirror(storage, undefined);
    return order();
  };

  /** The question first, in the click; then what it is for. */
  const withOrigins = async (
    address: string,
    order: (allowed: readonly string[]) => Promise<RequestResult>,
  ): Promise<RequestResult> => {
    const asked = await source.askForOrigins(address);
    return asked.ok ? order(asked.value) : { ok: true, value: asked.error };
  };

  return {
    status: computed(() => status.value),
    examination: computed(() => examination.value),
    companion: computed(() => companion.value),
    find: (address, headers) =>
      withOrigins(address, (allowed) => source.findServer(address, headers, allowed)),
    findAgain({ id, base }) {
      return withOrigins(base, (allowed) => source.findAgain(id, allowed));
    },
    signIn: (request) => changing(() => source.signIn(request)),
    signInToCompanion: () =>
      withOrigins(companion.value ?? '', (allowed) =>
        changing(() => source.signInToCompanion(allowed)),
      ),
    poke: () => void source.pokeSignIn(),
    async cancel() {
      await source.cancelSignIn();
    },
    switchTo: (id) => changing(() => source.switchAccount(id)),
    countUnsent: (id) => source.countUnsent(id),
    signOut(id, { keep }) {
      const account = status.value?.accounts.find((one) => one.id === id);
      if (account && !keep) {
        forgetSnapshot(storage, account.library);
        forgetDrafts(storage, account.library);
        forgetPendingActions(storage, account.library);
      }
      return changing(() => source.signOut(id, keep));
    },
    examine: () => source.examine(),
  };
}
