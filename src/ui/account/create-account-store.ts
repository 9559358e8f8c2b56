import { computed, signal } from '@preact/signals';
import type { BackgroundFailure, Result } from '../../domain';
import type { AccountStatus, Problem, SignInRequest } from '../../service';
import { writeLibraryMirror } from '../library-mirror';
import { forgetSnapshot } from '../snapshot';
import { forgetClicks } from '../stores/click-mirror';
import { forgetDrafts } from '../stores/draft-mirror';
import type { AccountStore, Examination, Ordered } from './account-store';

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
  findServer(address: string, headers: string, allowed: readonly string[]): Promise<Ordered>;
  findAgain(id: string, allowed: readonly string[]): Promise<Ordered>;
  signIn(request: SignInRequest): Promise<Ordered>;
  signInToCompanion(allowed: readonly string[]): Promise<Ordered>;
  pokeSignIn(): Promise<unknown>;
  cancelSignIn(): Promise<unknown>;
  switchAccount(id: string): Promise<Ordered>;
  countUnsent(id: string): Promise<Result<number, BackgroundFailure>>;
  signOut(id: string, keep: boolean): Promise<Result<boolean, BackgroundFailure>>;
  examine(): Promise<Ordered>;
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
    order: (allowed: readonly string[]) => Promise<Ordered>,
  ): Promise<Ordered> => {
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
        forgetClicks(storage, account.library);
      }
      return changing(() => source.signOut(id, keep));
    },
    examine: () => source.examine(),
  };
}
