import { type ReadonlySignal, signal } from '@preact/signals';
import type { BackgroundFailure, Result } from '../../domain';
import type { AccountKey } from '../../library/repository';
import type {
  AccountCard,
  AccountStatus,
  Examination,
  Problem,
  SignInRequest,
} from '../../service';
import { activeLibraryMirror, libraryMirrorKey } from '../mirror';

/**
 * The result of a request: null on success, or the problem. An error means that the background
 * could not be reached.
 */
export type RequestResult = Result<Problem | null, BackgroundFailure>;

/** The requests that only the background answers. */
interface AccountRequests {
  /**
   * Starts to sign in. For a browser window and for a device code it resolves as soon as these are
   * open. The outcome is in the status: either `signIn` is null and `active` is the account, or
   * `choosing` has the problem.
   */
  signIn(request: SignInRequest): Promise<RequestResult>;
  /**
   * Continues the sign-in under way, and wakes the background, which the browser may have stopped.
   */
  pokeSignIn(): Promise<unknown>;
  /** Cancels the sign-in that is under way. */
  cancelSignIn(): Promise<unknown>;
  switchAccount(id: string): Promise<RequestResult>;
  /** Counts the local changes of that account that its server does not have yet. */
  countUnsent(id: string): Promise<Result<number, BackgroundFailure>>;
  /**
   * Revokes the token and keeps the library in use, or removes account and library for good. The
   * value is false when the server refuses to revoke the token, which then stays valid. A server
   * that does not respond is asked again later (`AccountStatus.pendingRevocations`).
   */
  signOut(id: string, keep: boolean): Promise<Result<boolean, BackgroundFailure>>;
  /** Checks the connection to the server of the sign-in under way, or of the active account. */
  examine(): Promise<RequestResult>;
}

/** The accounts as the background keeps them. The entrypoint provides the connection. */
export interface AccountSource extends AccountRequests {
  /** Calls back with the current status, and after each change. */
  watchStatus(listener: (status: AccountStatus) => void): void;
  watchExamination(listener: (examination: Examination | null) => void): void;
  companion(): Promise<string | null>;
  /**
   * Requests access to the origins of a typed address. The request must start before the function
   * returns, because browsers allow it in a click handler only. The value lists the origins that
   * were granted just now.
   */
  askForOrigins(address: string): Promise<Result<readonly string[], Problem>>;
  findServer(address: string, headers: string, allowed: readonly string[]): Promise<RequestResult>;
  findAgain(id: string, allowed: readonly string[]): Promise<RequestResult>;
  signInToCompanion(allowed: readonly string[]): Promise<RequestResult>;
}

/**
 * The accounts and the sign-in as an extension page sees them. The entrypoint creates the store. A
 * sign-in continues in the background when the page is closed. Call the functions that find a server
 * in the click handler before any `await`: the browser refuses the permission request otherwise.
 */
export interface AccountStore extends AccountRequests {
  /** null until it has been read. */
  readonly status: ReadonlySignal<AccountStatus | null>;
  /** null until a connection check was started. */
  readonly examination: ReadonlySignal<Examination | null>;
  /**
   * The address of the companion server that `npm start` set up. null where there is none, and
   * until it is known.
   */
  readonly companion: ReadonlySignal<string | null>;
  /**
   * Looks for a server at the typed address. `headers` has one `Name: value` per line. On success,
   * `status.signIn` is `choosing`.
   */
  findServer(address: string, headers: string): Promise<RequestResult>;
  /** Looks for the server of an account with its stored headers, to sign in again. */
  findAgain(account: Pick<AccountCard, 'id' | 'base'>): Promise<RequestResult>;
  /** Finds the companion server and signs in to it. */
  signInToCompanion(): Promise<RequestResult>;
}

/** Creates the account store of an extension page. `storage` is `localStorage`. */
export function createAccountStore(source: AccountSource, storage: Storage): AccountStore {
  const activeLibrary = activeLibraryMirror(storage);
  const status = signal<AccountStatus | null>(null);
  const examination = signal<Examination | null>(null);
  const companion = signal<string | null>(null);
  source.watchStatus((next) => {
    status.value = next;
    // A sign-in may end with another library while no extension page is open.
    activeLibrary.write(next.signIn ? undefined : next.library);
  });
  source.watchExamination((next) => {
    examination.value = next;
  });
  void source.companion().then((base) => {
    companion.value = base;
  });

  /**
   * Marks the library mirror as unknown before a request that may change the active library,
   * because this page may be closed when the change happens.
   */
  const changing = <T>(action: () => Promise<T>): Promise<T> => {
    activeLibrary.write(undefined);
    return action();
  };

  /** Requests the origins in the click handler and then runs the action. */
  const withOrigins = async (
    address: string,
    action: (allowed: readonly string[]) => Promise<RequestResult>,
  ): Promise<RequestResult> => {
    const granted = await source.askForOrigins(address);
    return granted.ok ? action(granted.value) : { ok: true, value: granted.error };
  };

  return {
    ...source,
    ...{ status, examination, companion },
    findServer: (address, headers) =>
      withOrigins(address, (allowed) => source.findServer(address, headers, allowed)),
    findAgain: ({ id, base }) => withOrigins(base, (allowed) => source.findAgain(id, allowed)),
    signIn: (request) => changing(() => source.signIn(request)),
    signInToCompanion: () =>
      withOrigins(companion.value ?? '', (allowed) =>
        changing(() => source.signInToCompanion(allowed)),
      ),
    switchAccount: (id) => changing(() => source.switchAccount(id)),
    signOut(id, keep) {
      const account = status.value?.accounts.find((one) => one.id === id);
      if (account && !keep) removeLibraryMirrors(storage, account.library);
      return changing(() => source.signOut(id, keep));
    },
  };
}

/** Removes all mirrors of a library that is deleted. */
function removeLibraryMirrors(storage: Storage, account: AccountKey): void {
  const own = (['snapshot', 'pending', 'draft'] as const).map((name) =>
    libraryMirrorKey(name, account),
  );
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  for (const key of keys) {
    if (own.some((each) => key === each || key.startsWith(`${each}/`))) storage.removeItem(key);
  }
}
