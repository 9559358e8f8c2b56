import type { Result } from '../../domain/result';
import {
  type Account,
  awaitDevice,
  beginCodeSignIn,
  beginDeviceSignIn,
  type Connection,
  type Credential,
  connectClient,
  exchangeCode,
  formerAccounts,
  libraryInUse,
  meaningOf,
  NO_ACCOUNTS,
  openAccount,
  type PendingSignIn,
  type Problem,
  pastedToken,
  problem,
  readRedirect,
  type ServiceError,
  type SignInRequest,
  serviceProblem,
  signedOut,
  signInProblem,
  signInWithPassword,
  sourceOf,
  wantedScopes,
  withAccount,
} from '../../service';
import {
  type AccountData,
  pendingRevocation,
  type Step,
  type StoredSignIn,
  withRevocation,
} from './account-storage';
import type { AccountTools, SignInAttempt } from './sign-in-attempt';

// The steps of a sign-in. They return a problem, or null on success. Each step is stored before it
// begins, so a restarted worker can continue with the stored one.

/**
 * Starts to sign in. With a window or a device code it returns once that is open, and the sign-in
 * continues by itself.
 */
export async function startSignIn(
  tools: AccountTools,
  attempt: SignInAttempt,
  request: SignInRequest,
): Promise<Problem | null> {
  const { transport, authWindow, app } = tools;
  const { signal, signIn } = attempt;
  const connection = connectionOf(signIn);
  const calls = connectClient(connection, transport);
  const scopes = wantedScopes(signIn.use);
  const start = async () => {
    return { base: signIn.base, app: await app(), now: transport.now(), signal, scopes };
  };
  switch (request.way) {
    case 'token': {
      const credential = pastedToken(request.token);
      return credential
        ? useCredential(tools, attempt, credential)
        : attempt.fail(problem('not-a-token'));
    }
    case 'password': {
      const { username, password } = request;
      const application = (await app()).name;
      const credentials = { connection, username, password, application };
      const answer = await signInWithPassword(calls.signIn, { ...credentials, signal, transport });
      return answer.ok ? useCredential(tools, attempt, answer.value) : attempt.fail(answer.error);
    }
    case 'device': {
      const begun = await beginDeviceSignIn(calls.oauth, await start());
      if (!begun.ok) return attempt.fail(signInProblem(begun.error));
      const step = { kind: 'device', pending: begun.value } as const;
      const superseded = await attempt.moveTo(step);
      if (!superseded) void continueSignIn(tools, attempt, step);
      return superseded;
    }
    case 'code': {
      const { redirectUri } = authWindow;
      const begun = await beginCodeSignIn(calls.oauth, { ...(await start()), redirectUri });
      if (!begun.ok) return attempt.fail(signInProblem(begun.error));
      const superseded = await attempt.moveTo({ kind: 'window' });
      if (!superseded) void signInByWindow(tools, attempt, begun.value);
      return superseded;
    }
  }
}

/** Opens the window, waits for the redirect and continues with its code. */
async function signInByWindow(
  tools: AccountTools,
  attempt: SignInAttempt,
  pending: PendingSignIn,
): Promise<Problem | null> {
  return useRedirect(tools, attempt, pending, await tools.authWindow.open(pending));
}

/** Continues with the code in the address to which the consent page has redirected. */
export async function useRedirect(
  tools: AccountTools,
  attempt: SignInAttempt,
  pending: Omit<PendingSignIn, 'url'>,
  back: Result<string, Problem>,
): Promise<Problem | null> {
  const code = back.ok ? readRedirect(pending, back.value, tools.transport.now()) : back;
  if (!code.ok) return attempt.fail(code.error);
  const { verifier, expiresAt } = pending;
  const step = { kind: 'code', code: code.value, verifier, expiresAt } as const;
  return (await attempt.moveTo(step)) ?? continueSignIn(tools, attempt, step);
}

/** Continues a sign-in from the stored `step` to its end. */
export async function continueSignIn(
  tools: AccountTools,
  attempt: SignInAttempt,
  step: Step,
): Promise<Problem | null> {
  const { transport } = tools;
  const { signal } = attempt;
  const { oauth } = connectClient(connectionOf(attempt.signIn), transport);
  switch (step.kind) {
    case 'choosing':
      return step.problem;
    case 'starting':
    case 'window':
      return attempt.fail(problem('broken-off'));
    case 'code': {
      if (transport.now() >= step.expiresAt) return attempt.fail(problem('expired'));
      const exchanged = await exchangeCode(oauth, step, signal);
      return exchanged.ok
        ? useCredential(tools, attempt, exchanged.value)
        : pauseOrFail(attempt, exchanged.error);
    }
    case 'device': {
      const granted = await awaitDevice(oauth, step.pending, {
        signal,
        transport,
        onPending: (pending) => void attempt.moveTo({ kind: 'device', pending }),
      });
      return granted.ok
        ? useCredential(tools, attempt, granted.value)
        : attempt.fail(granted.error);
    }
    case 'opening':
      return step.asks === null ? open(tools, attempt, step) : null;
  }
}

/** Pauses if the server could not be asked, and fails if it refused. */
const pauseOrFail = (attempt: SignInAttempt, error: ServiceError): Promise<Problem> =>
  meaningOf(error).retry === 'later'
    ? attempt.pause(serviceProblem(error))
    : attempt.fail(signInProblem(error));

/** Stores the new token and loads its profile. */
async function useCredential(
  tools: AccountTools,
  attempt: SignInAttempt,
  credential: Credential,
): Promise<Problem | null> {
  const step = { kind: 'opening', credential, asks: null } as const;
  const superseded = await attempt.moveTo(step);
  if (!superseded) return open(tools, attempt, step);
  // Another sign-in was started before this token was stored, so it has to be revoked.
  if (credential.kind !== 'token') {
    const left = pendingRevocation({ ...attempt.signIn, ...credential }, tools.transport.now());
    await tools.accountStorage.change((kept) => withRevocation(kept, left));
  }
  return superseded;
}

type OpeningStep = Extract<Step, { readonly kind: 'opening' }>;

async function open(
  { accountStorage, transport, isShared, newId }: AccountTools,
  attempt: SignInAttempt,
  { credential, opens }: OpeningStep,
): Promise<Problem | null> {
  const connection = { ...connectionOf(attempt.signIn), token: credential.token };
  const stored = await accountStorage.read();
  const isImport = attempt.signIn.use === 'import';
  // The server of an import is read into a library of its own, also if it is that of an account.
  const accounts = isImport ? NO_ACCOUNTS : stored;
  const now = transport.now();
  const opening = { connection, credential, accounts, isShared, opens, newId, now };
  const opened = await openAccount(connectClient(connection, transport), opening);
  if (!opened.ok) return pauseOrFail(attempt, opened.error);
  const { source } = stored;
  const isOther = isImport && source !== null && sourceOf(opened.value, source, null) === null;
  if (isOther) return attempt.fail(problem('other-person', source.account.username));
  const { id, userId = '' } = opened.value;
  const [former] = formerAccounts(opened.value, accounts.accounts);
  const isKnown = accounts.accounts.some((one) => one.id === id);
  if (former && !isKnown && opens === undefined) {
    const asks = { former: former.id, userId };
    return attempt.rest({ kind: 'opening', credential, asks });
  }
  let superseded: Problem | null = problem('superseded');
  await accountStorage.change((kept) => {
    if (kept.signIn?.run !== attempt.signIn.run) return kept;
    superseded = null;
    return isImport ? withSource(kept, opened.value, now) : withSignedIn(kept, opened.value, now);
  });
  return superseded;
}

/** Ends the sign-in to the server of an import. Its token is revoked if another server is being read. */
function withSource(kept: AccountData, account: Account, now: number): AccountData {
  const source = sourceOf(account, kept.source, libraryInUse(kept));
  const unused = source === null ? account : kept.source?.account;
  // A pasted token may be one that is pending revocation.
  const left = kept.left.filter(({ token }) => token !== source?.account.token);
  const next = { ...kept, signIn: null, source: source ?? kept.source, left };
  const isLeft = unused && unused.credential !== 'token' && unused.token !== source?.account.token;
  return isLeft ? withRevocation(next, pendingRevocation(unused, now)) : next;
}

/** Ends the sign-in with `account` as the active one. */
function withSignedIn(kept: AccountData, account: Account, now: number): AccountData {
  // The server has just responded, so its pending revocations are due.
  const left = kept.left.map((one) => (one.base === account.base ? { ...one, nextAt: now } : one));
  const ended = formerAccounts(account, kept.accounts)
    .filter(({ signedOutAt }) => signedOutAt === null)
    .reduce((each, { id }) => signedOut(each, id, now), kept);
  const next = { ...withAccount(ended, account), signIn: null, left };
  // The new token replaces the old one of the same user.
  const before = kept.accounts.find(
    ({ id, token }) => id === account.id && token !== account.token,
  );
  const after = before ? withRevocation(next, pendingRevocation(before, now)) : next;
  // A pasted token may be one that is pending revocation.
  return { ...after, left: after.left.filter(({ token }) => token !== account.token) };
}

export const connectionOf = ({ base, extraHeaders }: StoredSignIn): Connection => ({
  base,
  extraHeaders,
  token: null,
});
