import { originPatternOf, type Problem } from '../../service';
import {
  type AccountData,
  type AccountStorage,
  pendingRevocation,
  type Step,
  type StoredSignIn,
  withRevocation,
} from './account-storage';
import type { OriginPermissions } from './origin-permissions';
import { problem } from './problem';

/**
 * One attempt to sign in. When another attempt starts, or the sign-in is cancelled, its signal is
 * aborted and it stores nothing more.
 */
export interface SignInAttempt {
  readonly id: string;
  readonly signal: AbortSignal;
  /** Stores the progress; false if the attempt is over. */
  moveTo(step: Step): Promise<boolean>;
  /** Ends the attempt; the user may choose another sign-in method. */
  fail(why: Problem): Promise<Problem>;
  /** Pauses the attempt, so that this worker or another can continue it. */
  pause(why: Problem): Promise<Problem>;
}

interface Dependencies {
  readonly accountStorage: AccountStorage;
  readonly origins: OriginPermissions;
  readonly newId: () => string;
  readonly now: () => number;
}

/** Manages the attempts, of which one runs at a time. */
export interface SignInAttempts {
  /** Starts an attempt and stores the result of `kept`. It ends the attempt before. */
  begin(
    kept: (before: StoredSignIn | null, id: string) => StoredSignIn | null,
  ): Promise<SignInAttempt>;
  /** Continues the attempt of an earlier worker; null if this worker has an attempt itself. */
  resume(kept: StoredSignIn): SignInAttempt | null;
  /** The attempt of this worker. */
  readonly current: SignInAttempt | null;
  /** Deletes the stored sign-in and removes the permissions that were granted for it. */
  forget(): Promise<void>;
}

export function createSignInAttempts({
  accountStorage,
  origins,
  newId,
  now,
}: Dependencies): SignInAttempts {
  let current: (SignInAttempt & { readonly controller: AbortController }) | null = null;

  const start = (id: string): SignInAttempt => {
    current?.controller.abort();
    const controller = new AbortController();
    const keep = async (change: Pick<StoredSignIn, 'failure'> & { readonly step?: Step }) => {
      const { signIn } = await accountStorage.change((kept) =>
        kept.signIn?.run === id ? withSignIn(kept, { ...kept.signIn, ...change }, now()) : kept,
      );
      return signIn?.run === id;
    };
    const moveTo = (step: Step) => keep({ step, failure: null });
    const run = {
      id,
      controller,
      signal: controller.signal,
      moveTo,
      async fail(why: Problem) {
        const isCurrent = await moveTo({ kind: 'choosing', problem: why });
        return isCurrent ? why : problem('superseded');
      },
      async pause(why: Problem) {
        const isCurrent = await keep({ failure: { problem: why, at: now() } });
        if (current === run) current = null;
        return isCurrent ? why : problem('superseded');
      },
    };
    current = run;
    return run;
  };

  /** Removes permissions of `before` that neither `after` nor an account needs. */
  const removeUnneeded = async (before: AccountData, after: AccountData) => {
    const needed = new Set(after.signIn?.allowed);
    const left = before.signIn?.allowed.filter((pattern) => !needed.has(pattern)) ?? [];
    await origins.removeUnneeded(left, after);
  };

  const replace = async (make: (before: StoredSignIn | null) => StoredSignIn | null) => {
    let before: AccountData | null = null;
    const after = await accountStorage.change((kept) => {
      before = kept;
      return withSignIn(kept, make(kept.signIn), now());
    });
    if (before) await removeUnneeded(before, after);
  };

  return {
    get current() {
      return current;
    },
    async begin(make) {
      const run = start(newId());
      await replace((before) => make(before, run.id));
      return run;
    },
    resume: ({ run }) => (current ? null : start(run)),
    async forget() {
      current?.controller.abort();
      current = null;
      await replace(() => null);
    },
  };
}

/**
 * The origins that an attempt with `patterns` may use: `allowed`, which are new, and those of the
 * attempt before, for which the user was not asked again.
 */
export const allowedWith = (
  before: StoredSignIn | null,
  patterns: readonly string[],
  allowed: readonly string[],
): string[] => [
  ...new Set([...(before?.allowed.filter((one) => patterns.includes(one)) ?? []), ...allowed]),
];

/** The origins of `allowed` that a server at `base` needs. */
export const allowedFor = (base: string, allowed: readonly string[]): string[] =>
  allowed.filter((pattern) => pattern === originPatternOf(base));

/** Adds `origin` to the sign-in's permissions if it is the origin of its server. */
export const withOrigin = (signIn: StoredSignIn, origin: string): StoredSignIn =>
  originPatternOf(signIn.base) === origin
    ? { ...signIn, allowed: [...new Set([...signIn.allowed, origin])] }
    : signIn;

/**
 * Replaces the stored sign-in. A token that was issued for the old one and is not part of the new
 * one becomes a pending revocation.
 */
function withSignIn(kept: AccountData, signIn: StoredSignIn | null, now: number): AccountData {
  const before = kept.signIn;
  const made = before && madeFor(before);
  if (before === null || made === null || made.token === (signIn && madeFor(signIn))?.token) {
    return { ...kept, signIn };
  }
  return {
    ...kept,
    signIn,
    left: withRevocation(kept.left, pendingRevocation({ ...before, ...made }, now)),
  };
}

/** A pasted token belongs to the user and is not revoked. */
const madeFor = ({ step }: StoredSignIn) =>
  step.kind === 'opening' && step.credential.kind !== 'token' ? step.credential : null;
