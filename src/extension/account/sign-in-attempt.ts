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
 * One try at a sign-in. It is over for good once another was begun, or it was cancelled: then its
 * signal is aborted, and nothing that it does is kept.
 */
export interface SignInAttempt {
  readonly id: string;
  readonly signal: AbortSignal;
  /** Keeps how far it has come; false when it is over. */
  moveTo(step: Step): Promise<boolean>;
  /** Ends it; the person may choose another way. */
  fail(why: Problem): Promise<Problem>;
  /** Leaves it where it is: it can be taken up again, by this worker or another. */
  pause(why: Problem): Promise<Problem>;
}

interface Dependencies {
  readonly keeper: AccountStorage;
  readonly origins: OriginPermissions;
  readonly newId: () => string;
  readonly now: () => number;
}

/** The tries at signing in: one at a time. */
export interface SignInAttempts {
  /** Begins a try with what is to be kept of it; whatever went on before is over. */
  begin(
    kept: (before: StoredSignIn | null, id: string) => StoredSignIn | null,
  ): Promise<SignInAttempt>;
  /** Takes up the try that a worker before this one left; null when this one is at a try itself. */
  resume(kept: StoredSignIn): SignInAttempt | null;
  /** The try that this worker is at. */
  readonly current: SignInAttempt | null;
  /** Forgets the sign-in, and gives back what was allowed for it. */
  forget(): Promise<void>;
}

export function createSignInAttempts({
  keeper,
  origins,
  newId,
  now,
}: Dependencies): SignInAttempts {
  let current: (SignInAttempt & { readonly controller: AbortController }) | null = null;

  const start = (id: string): SignInAttempt => {
    current?.controller.abort();
    const controller = new AbortController();
    const keep = async (change: Pick<StoredSignIn, 'failure'> & { readonly step?: Step }) => {
      const { signIn } = await keeper.change((kept) =>
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

  /** What was allowed for `before` and is not needed for `after`, or by an account. */
  const removeUnneeded = async (before: AccountData, after: AccountData) => {
    const needed = new Set(after.signIn?.allowed);
    const left = before.signIn?.allowed.filter((pattern) => !needed.has(pattern)) ?? [];
    await origins.removeUnneeded(left, after);
  };

  const replace = async (make: (before: StoredSignIn | null) => StoredSignIn | null) => {
    let before: AccountData | null = null;
    const after = await keeper.change((kept) => {
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
 * What is allowed for a try that needs `patterns`: besides `allowed`, which is new, what was allowed
 * for the try before and so was not asked for again.
 */
export const allowedWith = (
  before: StoredSignIn | null,
  patterns: readonly string[],
  allowed: readonly string[],
): string[] => [
  ...new Set([...(before?.allowed.filter((one) => patterns.includes(one)) ?? []), ...allowed]),
];

/** Those of `allowed` that a server at `base` needs. */
export const allowedFor = (base: string, allowed: readonly string[]): string[] =>
  allowed.filter((pattern) => pattern === originPatternOf(base));

/** With `origin` as one that was allowed for it, if that is where its server is. */
export const withOrigin = (signIn: StoredSignIn, origin: string): StoredSignIn =>
  originPatternOf(signIn.base) === origin
    ? { ...signIn, allowed: [...new Set([...signIn.allowed, origin])] }
    : signIn;

/** With another state of the sign-in, or none: a token that was made for it and is not in it any more is left. */
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

/** One that somebody pasted is theirs. */
const madeFor = ({ step }: StoredSignIn) =>
  step.kind === 'opening' && step.credential.kind !== 'token' ? step.credential : null;
