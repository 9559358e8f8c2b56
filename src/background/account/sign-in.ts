import { ok } from '../../domain/result';
import { DAY_MS, MINUTE_MS } from '../../domain/time';
import {
  type PendingSignIn,
  type Problem,
  problem,
  type SignInRequest,
  type SignInUse,
} from '../../service';
import { nextTryAt } from './account-storage';
import { type FindAgainRequest, type FindRequest, findAgain, findTypedServer } from './find-server';
import { type AccountTools, createSignInAttempts } from './sign-in-attempt';
import { continueSignIn, startSignIn, useRedirect } from './sign-in-steps';

/** A sign-in for which no method was chosen by then is abandoned. */
const ABANDONED_AFTER_MS = 30 * MINUTE_MS;
/** The longest time for which a sign-in is retried while the server does not respond. */
const PAUSED_FOR_MS = DAY_MS;

/**
 * Signing in; one sign-in at a time per browser profile. Functions return a problem, or null on
 * success.
 */
export function createSignIn(tools: AccountTools) {
  const { accountStorage, transport } = tools;
  const attempts = createSignInAttempts(tools);
  return {
    find: (request: FindRequest) => findTypedServer(tools, attempts, request),
    findAgain: (request: FindAgainRequest) => findAgain(tools, attempts, request),
    cancel: (use: SignInUse) => attempts.forget(use),

    /** Signs in to the server that was found. */
    async begin(request: SignInRequest): Promise<Problem | null> {
      const { signIn } = await accountStorage.read();
      if (signIn?.server == null) return problem('no-account');
      const attempt = await attempts.begin((before) => {
        // The user's input is for this server; another may have been found meanwhile.
        if (before?.server == null || before.base !== signIn.base) return null;
        return { ...before, since: transport.now(), step: { kind: 'starting' }, failure: null };
      });
      return attempt ? startSignIn(tools, attempt, request) : problem('no-account');
    },

    /** Continues a sign-in for which a page was left, and which came back to `address`. */
    async comeBack(pending: PendingSignIn, address: string): Promise<Problem | null> {
      const { signIn } = await accountStorage.read();
      const attempt = signIn?.step.kind === 'window' ? attempts.resume(signIn) : null;
      return attempt ? useRedirect(tools, attempt, pending, ok(address)) : problem('superseded');
    },

    /**
     * Answers the question about a former account. If its library is opened, the next sync sends
     * everything in it to the new server.
     */
    async answer(isOpened: boolean): Promise<Problem | null> {
      const { signIn, accounts } = await accountStorage.read();
      const step = signIn?.step;
      if (step?.kind !== 'opening' || step.asks === null) return problem('no-account');
      const former = isOpened ? accounts.find(({ id }) => id === step.asks?.former) : null;
      if (former === undefined) return problem('no-account');
      if (former !== null) {
        const library = await tools.libraries.open(former.library);
        if (!library.ok) return problem('library-unavailable');
        const decided = await library.value.sync.setMeta({ decision: 'send-back' });
        if (!decided.ok) return problem('library-unavailable');
      }
      const attempt = signIn && attempts.resume(signIn);
      if (!attempt) return problem('superseded');
      const opens = former?.id ?? null;
      const next = { kind: 'opening', credential: step.credential, asks: null, opens } as const;
      return (await attempt.moveTo(next)) ?? continueSignIn(tools, attempt, next);
    },

    /**
     * Continues a sign-in of an earlier worker, or one whose server could not be asked. In the
     * background it uses exponential back-off; a user's request is tried at once. It does nothing
     * if this worker is already at it.
     */
    async resume(who: 'background' | 'person'): Promise<void> {
      const { signIn } = await accountStorage.read();
      if (signIn === null) return;
      const { step, since, failure } = signIn;
      const now = transport.now();
      const longestMs = step.kind === 'choosing' ? ABANDONED_AFTER_MS : PAUSED_FOR_MS;
      const isAsked = step.kind === 'opening' && step.asks !== null;
      const mayEnd = step.kind === 'choosing' || isAsked || failure !== null;
      if (mayEnd && now > since + longestMs) return attempts.forget();
      if (step.kind === 'choosing' || isAsked) return;
      if (failure) {
        const from = who === 'person' ? failure.at : nextTryAt(since, failure.at);
        if (now < from + (failure.problem.waitMs ?? 0)) return;
      }
      const attempt = attempts.resume(signIn);
      if (attempt === null) return;
      // Clear the error, so that the user sees the new try.
      if (failure && who === 'person') await attempt.moveTo(step);
      await continueSignIn(tools, attempt, step);
    },
  };
}
