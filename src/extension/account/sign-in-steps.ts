import {
  type Account,
  awaitDevice,
  type Connection,
  type Credential,
  connectClient,
  finishCodeSignIn,
  meaningOf,
  openAccount,
  type Problem,
  type ServiceError,
  type Transport,
  withAccount,
} from '../../service';
import {
  type AccountStorage,
  pendingRevocation,
  type Step,
  type StoredSignIn,
  withoutRevocation,
  withRevocation,
  withServerDue,
} from './account-storage';
import type { AuthWindow } from './auth-window';
import { problem, serviceProblem, signInProblem } from './problem';
import type { SignInAttempt } from './sign-in-attempt';

export interface StepTools {
  readonly accountStorage: AccountStorage;
  readonly authWindow: AuthWindow;
  readonly transport: Transport;
  readonly newId: () => string;
}

type StepOf<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>;

/**
 * Continues a sign-in from `step` to its end. Returns null when the user is signed in. Each step is
 * stored before the next begins, so a restarted worker can call this with the stored step.
 */
export async function continueSignIn(
  tools: StepTools,
  run: SignInAttempt,
  kept: StoredSignIn,
  step: Step,
): Promise<Problem | null> {
  switch (step.kind) {
    case 'choosing':
      return step.problem;
    case 'starting':
      return run.fail(problem('broken-off'));
    case 'code':
      return exchange(tools, run, kept, step);
    case 'device':
      return poll(tools, run, kept, step);
    case 'opening':
      return open(tools, run, kept, step.credential);
  }
}

/** Opens the window, waits for the redirect and continues with it. */
export async function signInByWindow(
  tools: StepTools,
  run: SignInAttempt,
  kept: StoredSignIn,
  step: StepOf<'code'>,
): Promise<Problem | null> {
  const back = await tools.authWindow.open(step.pending.url);
  if (!back.ok) return run.fail(back.error);
  const next = { ...step, cameBackTo: back.value };
  return (await run.moveTo(next)) ? continueSignIn(tools, run, kept, next) : problem('superseded');
}

async function exchange(
  tools: StepTools,
  run: SignInAttempt,
  kept: StoredSignIn,
  { pending, cameBackTo }: StepOf<'code'>,
): Promise<Problem | null> {
  // The window belonged to an earlier worker, so its redirect is lost.
  if (cameBackTo === null) return run.fail(problem('broken-off'));
  const { oauth } = connectClient(connectionOf(pending), tools.transport);
  const options = { now: tools.transport.now(), signal: run.signal };
  const finished = await finishCodeSignIn(oauth, pending, cameBackTo, options);
  if (finished.ok) return useCredential(tools, run, kept, finished.value);
  return finished.error.kind === 'service'
    ? pauseOrFail(run, finished.error.error)
    : run.fail(signInProblem(finished.error));
}

/** Pauses if the server could not be asked, and fails if it refused. */
const pauseOrFail = (run: SignInAttempt, error: ServiceError): Promise<Problem> =>
  meaningOf(error).retry === 'later'
    ? run.pause(serviceProblem(error))
    : run.fail(serviceProblem(error));

async function poll(
  tools: StepTools,
  run: SignInAttempt,
  kept: StoredSignIn,
  { pending }: StepOf<'device'>,
): Promise<Problem | null> {
  const { oauth } = connectClient(connectionOf(pending), tools.transport);
  const granted = await awaitDevice(oauth, pending, {
    signal: run.signal,
    transport: tools.transport,
    onPending: (next) => void run.moveTo({ kind: 'device', pending: next }),
  });
  return granted.ok
    ? useCredential(tools, run, kept, granted.value)
    : run.fail(signInProblem(granted.error));
}

/** Stores the new token and loads its profile. */
export async function useCredential(
  tools: StepTools,
  run: SignInAttempt,
  kept: StoredSignIn,
  { scopes, ...credential }: Credential,
): Promise<Problem | null> {
  const plain = { ...credential, scopes: scopes && [...scopes] };
  const isKept = await run.moveTo({ kind: 'opening', credential: plain });
  if (isKept) return open(tools, run, kept, { ...credential, scopes });
  // Another sign-in was started before this token was stored, so it has to be revoked.
  if (credential.kind !== 'token') {
    const left = pendingRevocation({ ...connectionOf(kept), ...credential }, tools.transport.now());
    await tools.accountStorage.change((now) => ({ ...now, left: withRevocation(now.left, left) }));
  }
  return problem('superseded');
}

async function open(
  tools: StepTools,
  run: SignInAttempt,
  kept: StoredSignIn,
  credential: Credential,
): Promise<Problem | null> {
  const connection = { ...connectionOf(kept), token: credential.token };
  const { accounts } = await tools.accountStorage.read();
  const opened = await openAccount(connectClient(connection, tools.transport), {
    connection,
    credential,
    accounts,
    newId: tools.newId,
    now: tools.transport.now(),
  });
  if (!opened.ok) return pauseOrFail(run, opened.error);
  return (await keepAccount(tools, run, opened.value)) ? null : problem('superseded');
}

/**
 * Ends the sign-in with the account as the active one. Returns false if the attempt was over
 * before.
 */
async function keepAccount(
  { accountStorage, transport }: StepTools,
  run: SignInAttempt,
  account: Account,
): Promise<boolean> {
  let isKept = false;
  await accountStorage.change((kept) => {
    isKept = kept.signIn?.run === run.id;
    if (!isKept) return kept;
    // The new token replaces the old one of the same user.
    const before = kept.accounts.accounts.find(({ id }) => id === account.id);
    const isStale = before !== undefined && before.token !== account.token;
    const now = transport.now();
    const answering = withServerDue(kept.left, account.base, now);
    const left = isStale ? withRevocation(answering, pendingRevocation(before, now)) : answering;
    return {
      accounts: withAccount(kept.accounts, account),
      signIn: null,
      // A pasted token may be one that is pending revocation.
      left: withoutRevocation(left, account),
    };
  });
  return isKept;
}

export const connectionOf = ({
  base,
  extraHeaders,
}: Pick<StoredSignIn, 'base' | 'extraHeaders'>): Connection => ({
  base,
  extraHeaders,
  token: null,
});
