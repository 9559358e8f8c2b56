import { versionText } from '../../contract';
import { err, ok, type Result } from '../../domain';
import {
  type Candidate,
  candidatesFor,
  findServer,
  mostInformative,
  originPatternsOf,
  type Problem,
  readExtraHeaders,
  type Transport,
  waysToSignIn,
} from '../../service';
import type { AccountStorage } from './account-storage';
import type { OriginPermissions } from './origin-permissions';
import { problem, serviceProblem } from './problem';
import { allowedFor, allowedWith, type SignInAttempts } from './sign-in-attempt';

export interface FindRequest {
  /** As typed by the user. */
  readonly address: string;
  readonly headers: string;
  /** Origins that the user has just allowed for this search. */
  readonly allowed: readonly string[];
}

export interface FindAgainRequest extends Pick<FindRequest, 'allowed'> {
  /** The id of the account whose server is searched. */
  readonly id: string;
}

interface Dependencies {
  readonly accountStorage: Pick<AccountStorage, 'read'>;
  readonly attempts: SignInAttempts;
  readonly origins: OriginPermissions;
  readonly transport: Transport;
}

/** Searches for the service at the typed address. The found server is stored for the sign-in. */
export async function findTypedServer(
  dependencies: Dependencies,
  { address, headers, allowed }: FindRequest,
): Promise<Problem | null> {
  const read = readTyped(address, headers);
  return read.ok
    ? findAndKeep(dependencies, { ...read.value, allowed })
    : returnPermissions(dependencies, allowed, read.error);
}

/** Searches for the server of an account at its address and with its extra headers. */
export async function findAgain(
  dependencies: Dependencies,
  { id, allowed }: FindAgainRequest,
): Promise<Problem | null> {
  const { accounts } = (await dependencies.accountStorage.read()).accounts;
  const account = accounts.find((one) => one.id === id);
  if (!account) return returnPermissions(dependencies, allowed, problem('no-account'));
  const { base, extraHeaders } = account;
  const first = { base, isPlain: base.startsWith('http:') };
  return findAndKeep(dependencies, { candidates: [first], first, extraHeaders, allowed });
}

/** Removes permissions that were granted for a search that failed before it was stored. */
async function returnPermissions(
  { accountStorage, origins }: Dependencies,
  allowed: readonly string[],
  why: Problem,
): Promise<Problem> {
  await origins.removeUnneeded(allowed, await accountStorage.read());
  return why;
}

async function findAndKeep(
  { attempts, origins, transport }: Dependencies,
  { candidates, first, extraHeaders, allowed }: Search,
): Promise<Problem | null> {
  const kept = { since: transport.now(), extraHeaders: { ...extraHeaders }, failure: null };
  const patterns = originPatternsOf(candidates);
  const run = await attempts.begin((before, id) => ({
    ...kept,
    run: id,
    base: first.base,
    allowed: allowedWith(before, patterns, allowed),
    server: null,
    // The state in which a later worker finds this search.
    step: { kind: 'choosing', problem: problem('broken-off') },
  }));
  const isAllowed = await Promise.all(candidates.map(({ base }) => origins.isAllowed(base)));
  const reachable = candidates.filter((_, index) => isAllowed[index]);
  if (reachable.length === 0) {
    // Another search that was started meanwhile must stay.
    if (!run.signal.aborted) await attempts.forget();
    return problem('not-allowed');
  }
  const found = await findServer(reachable, {
    // Redirects are followed only without extra headers, because these may be secrets.
    ...(Object.keys(extraHeaders).length > 0 && { extraHeaders }),
    transport,
    signal: run.signal,
  });
  if (!found.ok) {
    const attempt = mostInformative(found.error);
    return run.fail(attempt ? serviceProblem(attempt.error) : problem('offline'));
  }
  const { base, isPlain, movedFrom, info } = found.value;
  if (!(await origins.isAllowed(base))) return run.fail(problem('moved', base));
  if (run.signal.aborted) return problem('superseded');
  const server = {
    ...{ base, isPlain, movedFrom },
    version: versionText(info.version),
    ways: [...waysToSignIn(info)],
  };
  await attempts.begin((before, id) => ({
    ...kept,
    run: id,
    base,
    server,
    // The permissions for the other origins are removed.
    allowed: allowedFor(base, before?.allowed ?? allowed),
    step: { kind: 'choosing', problem: null },
  }));
  return null;
}

interface Typed {
  readonly candidates: readonly Candidate[];
  readonly first: Candidate;
  readonly extraHeaders: Readonly<Record<string, string>>;
}

interface Search extends Typed, Pick<FindRequest, 'allowed'> {}

function readTyped(address: string, headers: string): Result<Typed, Problem> {
  const candidates = candidatesFor(address);
  if (!candidates.ok) return err(problem(candidates.error));
  const extraHeaders = readExtraHeaders(headers);
  if (!extraHeaders.ok) return err(problem('bad-header', extraHeaders.error.line));
  const [first] = candidates.value;
  if (first === undefined) return err(problem('not-an-address'));
  return ok({ candidates: candidates.value, first, extraHeaders: extraHeaders.value });
}
