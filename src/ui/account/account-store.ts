import { signal } from '@preact/signals';
import type { BackgroundFailure } from '../../domain/page-state';
import type { Result } from '../../domain/result';
import type { AccountKey, LibraryError, OnlyHere } from '../../library';
import type { Background, ExtensionBackground } from '../../messages/background-client';
import type {
  AccountCard,
  AccountStatus,
  Examination,
  Problem,
  SignInRequest,
  SignInUse,
} from '../../service';
import { into, readonly, type Watch } from '../components/signals';
import { activeLibraryMirror, LIBRARY_MIRRORS, libraryMirrorKey } from '../mirror';

/**
 * The result of a request: null on success, or the problem. An error means that the background
 * could not be reached.
 */
export type RequestResult = Result<Problem | null, BackgroundFailure>;

/** The background, the stored status and the permissions, which the entrypoint provides. */
interface AccountDeps {
  readonly background: Background;
  /** Signs in to the server that `npm start` created. Absent in the web app. */
  readonly companion?: Pick<ExtensionBackground, 'companion' | 'signInToCompanion'>;
  readonly watchStatus: Watch<AccountStatus>;
  readonly watchExamination: Watch<Examination | null>;
  /**
   * Requests access to the origins of a typed address. The request must start before the function
   * returns, because browsers allow it in a click handler only. The value lists the origins that
   * were granted just now.
   */
  readonly askForOrigins: (address: string) => Promise<Result<readonly string[], Problem>>;
  /** Lists what a library has and its server does not. If `isServerAnew`, the server has nothing. */
  readonly onlyHere: (
    library: AccountKey,
    isServerAnew: boolean,
  ) => Promise<Result<readonly OnlyHere[], LibraryError>>;
}

export type AccountStore = ReturnType<typeof createAccountStore>;

/**
 * The accounts and the sign-in as an extension page sees them. The entrypoint creates the store. A
 * sign-in continues in the background when the page is closed. Call the functions that find a server
 * in the click handler before any `await`: the browser refuses the permission request otherwise.
 * `storage` is `localStorage`.
 */
export function createAccountStore(deps: AccountDeps, storage: Storage) {
  const { background, companion: offer } = deps;
  const activeLibrary = activeLibraryMirror(storage);
  const status = signal<AccountStatus | null>(null);
  const examination = signal<Examination | null>(null);
  const companion = signal<string | null>(null);
  deps.watchStatus((next) => {
    status.value = next;
    // A sign-in may end with another library while no extension page is open.
    activeLibrary.write(next.signIn ? undefined : next.library);
  });
  deps.watchExamination(into(examination));
  void offer?.companion().then((found) => {
    companion.value = found.ok ? found.value : null;
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
    const granted = await deps.askForOrigins(address);
    return granted.ok ? action(granted.value) : { ok: true, value: granted.error };
  };

  return {
    background,
    onlyHere: deps.onlyHere,
    /** null until it has been read. */
    status: readonly(status),
    /** null until a connection check was started. */
    examination: readonly(examination),
    /** The address of the companion server; null where there is none, and until it is known. */
    companion: readonly(companion),
    /** Looks for a server at the typed address. `headers` has one `Name: value` per line. */
    findServer: (address: string, headers: string, use: SignInUse = 'account') =>
      withOrigins(address, (allowed) => background.findServer({ address, headers, allowed, use })),
    /** Looks for the server of an account with its stored headers, to sign in again. */
    findAgain: ({ id, base }: Pick<AccountCard, 'id' | 'base'>) =>
      withOrigins(base, (allowed) => background.findAgain({ id, allowed })),
    /** The sign-ins that this store begins and cancels are for this. */
    use: 'account' as SignInUse,
    /** Asks the browser for the host of an account again. */
    allow: ({ base }: Pick<AccountCard, 'base'>) =>
      withOrigins(base, async () => ({ ok: true, value: null })),
    signIn: (request: SignInRequest) => changing(() => background.signIn(request)),
    answerFormer: (isOpened: boolean) => changing(() => background.answerFormer({ isOpened })),
    signInToCompanion:
      offer &&
      (() =>
        withOrigins(companion.value ?? '', (allowed) =>
          changing(() => offer.signInToCompanion({ allowed })),
        )),
    switchAccount: (id: string) => changing(() => background.switchAccount({ id })),
    signOut(id: string, keep: boolean) {
      const account = status.value?.accounts.find((one) => one.id === id);
      if (account && !keep) removeLibraryMirrors(storage, account.library);
      return changing(() => background.signOut({ id, keep }));
    },
  };
}

/** Removes all mirrors of a library that is deleted. */
function removeLibraryMirrors(storage: Storage, account: AccountKey): void {
  const own = LIBRARY_MIRRORS.map((name) => libraryMirrorKey(name, account));
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  for (const key of keys) {
    if (own.some((each) => key === each || key.startsWith(`${each}/`))) storage.removeItem(key);
  }
}
