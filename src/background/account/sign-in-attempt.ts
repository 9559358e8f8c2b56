import {
  type AppIdentity,
  type Problem,
  problem,
  type SignInUse,
  type Transport,
} from '../../service';
import type { Libraries } from '../library/libraries';
import type { AuthWindow, ServerAccess } from '../ports';
import {
  type AccountData,
  type AccountStorage,
  pendingRevocation,
  type Step,
  type StoredSignIn,
  withRevocation,
} from './account-storage';
import { removeUnneeded } from './needed-origins';

/** The dependencies of the account functions in the background. */
export interface AccountTools {
  readonly accountStorage: AccountStorage;
  readonly access: ServerAccess;
  readonly authWindow: AuthWindow;
  readonly libraries: Pick<Libraries, 'open' | 'remove'>;
  readonly transport: Transport;
  readonly app: () => Promise<AppIdentity>;
  readonly newId: () => string;
  /** True if several people use this browser. */
  readonly isShared?: boolean;
}

type NewSignIn = Omit<StoredSignIn, 'run'>;

export type SignInAttempts = ReturnType<typeof createSignInAttempts>;

/** Manages the attempts, of which one runs at a time. */
export function createSignInAttempts(tools: AccountTools) {
  let current: AbortController | null = null;

  const take = (controller: AbortController | null) => {
    current?.abort();
    current = controller;
  };

  const attemptOf = (signIn: StoredSignIn, controller: AbortController) =>
    createAttempt(tools, signIn, controller.signal, () => {
      if (current === controller) current = null;
    });

  /**
   * Ends the attempt before, and starts another one with the sign-in that `next` returns. If that is
   * null, the attempt before continues.
   */
  async function begin(next: (before: StoredSignIn | null) => NewSignIn): Promise<SignInAttempt>;
  async function begin(
    next: (before: StoredSignIn | null) => NewSignIn | null,
  ): Promise<SignInAttempt | null>;
  async function begin(
    next: (before: StoredSignIn | null) => NewSignIn | null,
  ): Promise<SignInAttempt | null> {
    const controller = new AbortController();
    const run = tools.newId();
    const signIn = await replaceSignIn(tools, (before) => {
      const made = next(before);
      if (made === null) return before;
      take(controller);
      return { ...made, run };
    });
    return signIn?.run === run ? attemptOf(signIn, controller) : null;
  }

  return {
    begin,
    /** Continues the attempt of an earlier worker; null if this worker has an attempt itself. */
    resume(kept: StoredSignIn): SignInAttempt | null {
      if (current) return null;
      const controller = new AbortController();
      take(controller);
      return attemptOf(kept, controller);
    },
    /**
     * Deletes the stored sign-in and removes the permissions that were granted for it.
     *
     * @param use absent: whatever it is for
     */
    async forget(use?: SignInUse): Promise<void> {
      await replaceSignIn(tools, (before) => {
        if (use !== undefined && before !== null && before.use !== use) return before;
        take(null);
        return null;
      });
    },
  };
}

export type SignInAttempt = ReturnType<typeof createAttempt>;

/**
 * One attempt to sign in. When another attempt starts, or the sign-in is cancelled, its signal is
 * aborted and it stores nothing more. Its functions then return the problem `superseded`.
 *
 * @param signIn the sign-in as it was stored when the attempt began
 * @param onPause called when this worker does not work on it any more
 */
function createAttempt(
  tools: AccountTools,
  signIn: StoredSignIn,
  signal: AbortSignal,
  onPause: () => void,
) {
  /** Stores a change; null on success. */
  const change = async (next: (kept: StoredSignIn) => StoredSignIn): Promise<Problem | null> => {
    const kept = await replaceSignIn(tools, (before) =>
      before?.run === signIn.run ? next(before) : before,
    );
    return kept?.run === signIn.run ? null : problem('superseded');
  };
  /** Stores the progress; null on success. */
  const moveTo = (step: Step) => change((kept) => ({ ...kept, step, failure: null }));
  return {
    signIn,
    signal,
    change,
    moveTo,
    /** Ends the attempt; the user may choose another sign-in method. */
    fail: async (why: Problem): Promise<Problem> =>
      (await moveTo({ kind: 'choosing', problem: why })) ?? why,
    /** Pauses the attempt, so that this worker or another can continue it. */
    async pause(why: Problem): Promise<Problem> {
      const failure = { problem: why, at: tools.transport.now() };
      const superseded = await change((kept) => ({ ...kept, failure }));
      onPause();
      return superseded ?? why;
    },
    /** Stores a step that waits for an answer of the person, which may reach another worker. */
    async rest(step: Step): Promise<Problem | null> {
      const superseded = await moveTo(step);
      onPause();
      return superseded;
    },
    /** Deletes the stored sign-in, unless another one has replaced it. */
    async forget(): Promise<void> {
      await replaceSignIn(tools, (before) => (before?.run === signIn.run ? null : before));
    },
  };
}

/** Stores another sign-in, and removes the permissions that only the one before needed. */
async function replaceSignIn(
  { accountStorage, access, transport }: AccountTools,
  next: (before: StoredSignIn | null) => StoredSignIn | null,
): Promise<StoredSignIn | null> {
  let allowed: readonly string[] = [];
  const after = await accountStorage.change((kept) => {
    allowed = kept.signIn?.allowed ?? [];
    return withSignIn(kept, next(kept.signIn), transport.now());
  });
  await removeUnneeded(access, allowed, after);
  return after.signIn;
}

/**
 * Replaces the stored sign-in. A token that was issued for the old one and is not part of the new
 * one becomes a pending revocation.
 */
function withSignIn(kept: AccountData, signIn: StoredSignIn | null, now: number): AccountData {
  const before = kept.signIn;
  const made = before && madeFor(before);
  const next = { ...kept, signIn };
  if (!before || !made || made.token === (signIn && madeFor(signIn))?.token) return next;
  return withRevocation(next, pendingRevocation({ ...before, ...made }, now));
}

/** A pasted token belongs to the user and is not revoked. */
const madeFor = ({ step }: StoredSignIn) =>
  step.kind === 'opening' && step.credential.kind !== 'token' ? step.credential : null;
