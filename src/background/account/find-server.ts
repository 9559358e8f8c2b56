import { versionText } from '../../contract';
import {
  candidatesFor,
  findServer,
  originPatternOf,
  originPatternsOf,
  type Problem,
  problem,
  readExtraHeaders,
  type SignInUse,
  serviceProblem,
  waysToSignIn,
} from '../../service';
import { removeUnneeded } from './needed-origins';
import type { AccountTools, SignInAttempts } from './sign-in-attempt';

export interface FindRequest {
  /** The address as the user typed it. */
  readonly address: string;
  readonly headers: string;
  /** Origins that the user has just allowed for this search. */
  readonly allowed: readonly string[];
  readonly use: SignInUse;
}

export interface FindAgainRequest extends Pick<FindRequest, 'allowed'> {
  /** The id of the account, or of the source of an import, whose server is searched. */
  readonly id: string;
}

/** Searches for the service at the typed address. The found server is stored for the sign-in. */
export async function findTypedServer(
  tools: AccountTools,
  attempts: SignInAttempts,
  { address, headers, allowed, use }: FindRequest,
): Promise<Problem | null> {
  const bases = candidatesFor(address);
  const extraHeaders = readExtraHeaders(headers);
  if (!bases.ok) return returnPermissions(tools, allowed, bases.error);
  if (!extraHeaders.ok) return returnPermissions(tools, allowed, extraHeaders.error);
  const search = { bases: bases.value, extraHeaders: extraHeaders.value, allowed, use };
  return find(tools, attempts, search);
}

/** Searches for the server of an account at its address and with its extra headers. */
export async function findAgain(
  tools: AccountTools,
  attempts: SignInAttempts,
  { id, allowed }: FindAgainRequest,
): Promise<Problem | null> {
  const { accounts, source } = await tools.accountStorage.read();
  const isSource = source?.account.id === id;
  const account = isSource ? source.account : accounts.find((one) => one.id === id);
  if (!account) return returnPermissions(tools, allowed, problem('no-account'));
  const { base, extraHeaders } = account;
  const use = isSource ? 'import' : 'account';
  return find(tools, attempts, { bases: [base], extraHeaders, allowed, use });
}

/** Removes permissions that were granted for a search that failed before it was stored. */
async function returnPermissions(
  { accountStorage, access }: AccountTools,
  allowed: readonly string[],
  why: Problem,
): Promise<Problem> {
  await removeUnneeded(access, allowed, await accountStorage.read());
  return why;
}

interface Search extends Pick<FindRequest, 'allowed' | 'use'> {
  /** The addresses at which the service may be. */
  readonly bases: readonly string[];
  readonly extraHeaders: Record<string, string>;
}

async function find(
  { access, transport }: AccountTools,
  attempts: SignInAttempts,
  { bases, extraHeaders, allowed, use }: Search,
): Promise<Problem | null> {
  const patterns = originPatternsOf(bases);
  const attempt = await attempts.begin((before) => ({
    use,
    since: transport.now(),
    base: bases[0] ?? '',
    server: null,
    extraHeaders,
    // The user was not asked again for what was allowed for the attempt before.
    allowed: [
      ...new Set([...(before?.allowed.filter((one) => patterns.includes(one)) ?? []), ...allowed]),
    ],
    // The state in which a later worker finds this search.
    step: { kind: 'choosing', problem: problem('broken-off') },
    failure: null,
  }));
  const { signal } = attempt;
  const isAllowed = await Promise.all(bases.map((base) => access.isAllowed(base)));
  const reachable = bases.filter((_, index) => isAllowed[index]);
  if (reachable.length === 0) {
    await attempt.forget();
    return problem('not-allowed');
  }
  const gate = Object.keys(extraHeaders).length > 0 ? { extraHeaders } : {};
  const found = await findServer(reachable, { ...gate, transport, signal });
  if (!found.ok) return attempt.fail(serviceProblem(found.error));
  const { base, movedFrom, info } = found.value;
  if (!(await access.isAllowed(base))) return attempt.fail(problem('moved', base));
  const server = { base, movedFrom, version: versionText(info.version), ways: waysToSignIn(info) };
  return attempt.change((kept) => ({
    ...kept,
    base,
    server,
    // The permissions for the other origins are removed.
    allowed: kept.allowed.filter((pattern) => pattern === originPatternOf(base)),
    step: { kind: 'choosing', problem: null },
  }));
}
