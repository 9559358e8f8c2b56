import { DAY_MS, MINUTE_MS } from '../../domain';
import {
  type AppIdentity,
  beginCodeSignIn,
  beginDeviceSignIn,
  connectClient,
  type Problem,
  pastedToken,
  type SignInRequest,
  signInWithPassword,
} from '../../service';
import { nextTryAt, type StoredSignIn } from './account-storage';
import { type FindAgainRequest, type FindRequest, findAgain, findTypedServer } from './find-server';
import type { OriginPermissions } from './origin-permissions';
import { problem, signInProblem } from './problem';
import { createSignInAttempts, type SignInAttempt } from './sign-in-attempt';
import {
  connectionOf,
  continueSignIn,
  type StepTools,
  signInByWindow,
  useCredential,
} from './sign-in-steps';

export interface SignInDependencies extends StepTools {
  readonly origins: OriginPermissions;
  readonly app: () => Promise<AppIdentity>;
}

/**
 * Signing in; one sign-in at a time per browser profile. Functions return a problem, or null on
 * success.
 */
export interface SignIn {
  find(request: FindRequest): Promise<Problem | null>;
  /** Searches for the server of an account to sign in to it again. */
  findAgain(request: FindAgainRequest): Promise<Problem | null>;
  /** With a window or a device code it returns once that is open; the status reports the rest. */
  begin(request: SignInRequest): Promise<Problem | null>;
  /**
   * Continues a sign-in of an earlier worker, or one whose server could not be asked. In the
   * background it uses exponential back-off; a user's request is tried at once. It does nothing if
   * this worker is already at it.
   */
  resume(who: 'background' | 'person'): Promise<void>;
  cancel(): Promise<void>;
}

/** A sign-in for which no method was chosen by then is abandoned. */
const ABANDONED_AFTER_MS = 30 * MINUTE_MS;
/** The longest time for which a sign-in is retried while the server does not respond. */
const PAUSED_FOR_MS = DAY_MS;

export function createSignIn(tools: SignInDependencies): SignIn {
  const { accountStorage, app, transport, authWindow } = tools;
  const attempts = createSignInAttempts({ ...tools, now: transport.now });

  /** Starts an attempt for the server that was found; null if none was found. */
  const beginWay = async () => {
    const { signIn } = await accountStorage.read();
    if (signIn?.server == null) return null;
    const { base } = signIn;
    let kept: StoredSignIn | undefined;
    const run = await attempts.begin((before, id) => {
      // The user's input is for this server; another may have been found meanwhile.
      if (before?.server == null || before.base !== base) return before;
      const step = { kind: 'starting' } as const;
      kept = { ...before, run: id, since: transport.now(), step, failure: null };
      return kept;
    });
    return kept ? { run, kept } : null;
  };

  const byCode = async (run: SignInAttempt, kept: StoredSignIn) => {
    const begun = await beginCodeSignIn(connectClient(connectionOf(kept), transport).oauth, {
      connection: kept,
      app: await app(),
      redirectUri: authWindow.redirectUri,
      now: transport.now(),
      signal: run.signal,
    });
    if (!begun.ok) return run.fail(signInProblem(begun.error));
    const step = { kind: 'code', pending: begun.value, cameBackTo: null } as const;
    if (!(await run.moveTo(step))) return problem('superseded');
    void signInByWindow(tools, run, kept, step);
    return null;
  };

  const byDevice = async (run: SignInAttempt, kept: StoredSignIn) => {
    const begun = await beginDeviceSignIn(connectClient(connectionOf(kept), transport).oauth, {
      connection: kept,
      app: await app(),
      now: transport.now(),
      signal: run.signal,
    });
    if (!begun.ok) return run.fail(signInProblem(begun.error));
    const step = { kind: 'device', pending: begun.value } as const;
    if (!(await run.moveTo(step))) return problem('superseded');
    void continueSignIn(tools, run, kept, step);
    return null;
  };

  const byPassword = async (
    run: SignInAttempt,
    kept: StoredSignIn,
    given: { readonly username: string; readonly password: string },
  ) => {
    const { username, password } = given;
    const connection = connectionOf(kept);
    const answer = await signInWithPassword(connectClient(connection, transport).signIn, {
      connection,
      username,
      password,
      application: (await app()).name,
      signal: run.signal,
      transport,
    });
    return answer.ok
      ? useCredential(tools, run, kept, answer.value)
      : run.fail(signInProblem(answer.error));
  };

  const byToken = async (run: SignInAttempt, kept: StoredSignIn, pasted: string) => {
    const credential = pastedToken(pasted);
    return credential
      ? useCredential(tools, run, kept, credential)
      : run.fail(problem('not-a-token'));
  };

  return {
    find: (request) => findTypedServer({ ...tools, attempts }, request),
    findAgain: (request) => findAgain({ ...tools, attempts }, request),

    async begin(request) {
      const begun = await beginWay();
      if (begun === null) return problem('no-account');
      const { run, kept } = begun;
      switch (request.way) {
        case 'code':
          return byCode(run, kept);
        case 'device':
          return byDevice(run, kept);
        case 'password':
          return byPassword(run, kept, request);
        case 'token':
          return byToken(run, kept, request.token);
      }
    },

    async resume(who) {
      const { signIn } = await accountStorage.read();
      if (signIn === null) return;
      const { step, since, failure } = signIn;
      const now = transport.now();
      if (step.kind === 'choosing') {
        if (now > since + ABANDONED_AFTER_MS) await attempts.forget();
        return;
      }
      if (failure) {
        if (now > since + PAUSED_FOR_MS) return attempts.forget();
        const isAsked = who === 'person';
        const waitMs = failure.problem.waitMs ?? 0;
        if (now < (isAsked ? failure.at : nextTryAt(since, failure.at)) + waitMs) return;
      }
      const run = attempts.resume(signIn);
      if (run === null) return;
      // Clear the error, so that the user sees the new try.
      if (failure && who === 'person') await run.moveTo(step);
      await continueSignIn(tools, run, signIn, step);
    },

    cancel: () => attempts.forget(),
  };
}
