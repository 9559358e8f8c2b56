import { type AppIdentity, type Problem, problem, type Transport } from '../../service';
import type { Libraries } from '../library/libraries';
import {
  type AccountData,
  type AccountStorage,
  pendingRevocation,
  type Step,
  type StoredSignIn,
  withRevocation,
} from './account-storage';
import type { AuthWindow } from './auth-window';
import type { OriginPermissions } from './origin-permissions';

/** The dependencies of the account functions in the background. */
export interface AccountTools {
  readonly accountStorage: AccountStorage;
  readonly origins: OriginPermissions;
  readonly authWindow: AuthWindow;
  readonly libraries: Pick<Libraries, 'remove'>;
  readonly transport: Transport;
  readonly app: () => Promise<AppIdentity>;
  readonly newId: () => string;
}

/**
 * One attempt to sign in. When another attempt starts, or the sign-in is cancelled, its signal is
 * aborted and it stores nothing more. Its functions then return the problem `superseded`.
 */
export interface SignInAttempt {
  /** The sign-in as it was stored when the attempt began. */
  readonly signIn: StoredSignIn;
  readonly signal: AbortSignal;
  /** Stores a change; null on success. */
  change(change: (kept: StoredSignIn) => StoredSignIn): Promise<Problem | null>;
  /** Stores the progress; null on success. */
  moveTo(step: Step): Promise<Problem | null>;
  /** Ends the attempt; the user may choose another sign-in method. */
  fail(why: Problem): Promise<Problem>;
  /** Pauses the attempt, so that this worker or another can continue it. */
  pause(why: Problem): Promise<Problem>;
}

export type SignInAttempts = ReturnType<typeof createSignInAttempts>;

/** Manages the attempts, of which one runs at a time. */
export function createSignInAttempts({
  accountStorage,
  origins,
  transport: { now },
  newId,
}: AccountTools) {
  let current: AbortController | null = null;

  const take = (): AbortController => {
    current?.abort();
    current = new AbortController();
    return current;
  };

  /** Stores another sign-in, and removes the permissions that only the one before needed. */
  const replace = async (next: (before: StoredSignIn | null) => StoredSignIn | null) => {
    let allowed: readonly string[] = [];
    const after = await accountStorage.change((kept) => {
      allowed = kept.signIn?.allowed ?? [];
      return withSignIn(kept, next(kept.signIn), now());
    });
    await origins.removeUnneeded(allowed, after);
    return after.signIn;
  };

  const attemptOf = (signIn: StoredSignIn, controller: AbortController): SignInAttempt => {
    const change = async (next: (kept: StoredSignIn) => StoredSignIn) => {
      const kept = await replace((before) => (before?.run === signIn.run ? next(before) : before));
      return kept?.run === signIn.run ? null : problem('superseded');
    };
    const moveTo = (step: Step) => change((kept) => ({ ...kept, step, failure: null }));
    return {
      signIn,
      signal: controller.signal,
      change,
      moveTo,
      fail: async (why) => (await moveTo({ kind: 'choosing', problem: why })) ?? why,
      async pause(why) {
        const superseded = await change((kept) => ({
          ...kept,
          failure: { problem: why, at: now() },
        }));
        if (current === controller) current = null;
        return superseded ?? why;
      },
    };
  };

  return {
    /**
     * Starts an attempt, which ends the attempt before, and stores the result of `next`. If that is
     * null, nothing is stored and there is no attempt.
     */
    async begin(
      next: (before: StoredSignIn | null) => Omit<StoredSignIn, 'run'> | null,
    ): Promise<SignInAttempt | null> {
      const controller = take();
      const run = newId();
      const signIn = await replace((before) => {
        const made = next(before);
        return made ? { ...made, run } : before;
      });
      return signIn?.run === run ? attemptOf(signIn, controller) : null;
    },
    /** Continues the attempt of an earlier worker; null if this worker has an attempt itself. */
    resume: (kept: StoredSignIn) => (current ? null : attemptOf(kept, take())),
    /** Deletes the stored sign-in and removes the permissions that were granted for it. */
    async forget(): Promise<void> {
      current?.abort();
      current = null;
      await replace(() => null);
    },
  };
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
