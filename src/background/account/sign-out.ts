import { DAY_MS } from '../../domain/time';
import {
  connectClient,
  meaningOf,
  originPatternOf,
  revokeToken,
  signedOut,
  withoutAccount,
} from '../../service';
import {
  type AccountData,
  nextTryAt,
  type PendingRevocation,
  pendingRevocation,
  withRevocation,
} from './account-storage';
import { removeUnneeded } from './needed-origins';
import type { AccountTools } from './sign-in-attempt';

export interface SignOutRequest {
  readonly id: string;
  /** True if the library stays in use until the user signs in again. */
  readonly keep: boolean;
}

/**
 * Signs out of an account, or of the source of an import, whose library is removed. Returns false if
 * the server refuses to revoke the token. If the server does not respond, the revocation is retried
 * later. The local change comes first, because the request may take long and the user may close the
 * browser. The library is removed before its account: a page that restarts then finds nothing of it.
 * An account whose library is gone still has its data on the server, whereas a library without its
 * account would be lost.
 */
export async function signOut(
  tools: AccountTools,
  revocations: Revocations,
  { id, keep }: SignOutRequest,
): Promise<boolean> {
  const { accountStorage, access, libraries, transport } = tools;
  const { accounts, source } = await accountStorage.read();
  const isSource = source?.account.id === id;
  const account = isSource ? source.account : accounts.find((one) => one.id === id);
  if (!account) return true;
  if (!keep) await libraries.remove(account.library);
  const now = transport.now();
  // A pasted token belongs to the person, who may use it elsewhere.
  const isOwn = isSource && account.credential === 'token';
  const token = pendingRevocation(isOwn ? { ...account, token: '' } : account, now);
  const after = await accountStorage.change((kept) => {
    const without = isSource
      ? { ...kept, source: null }
      : keep
        ? signedOut(kept, id, now)
        : withoutAccount(kept, id);
    return withRevocation(withOriginInSignIn(without, account.base), token);
  });
  // Its import would go into the library that is gone.
  const isInto = !keep && !isSource && after.source?.into === account.library;
  if (isInto) await signOut(tools, revocations, { id: after.source.account.id, keep: false });
  if (token.token !== '') return revocations.revokeOnce(token);
  await removeUnneeded(access, [originPatternOf(account.base)], after);
  return true;
}

/** Lets a sign-in to the same server take over the permission, which it removes if it fails. */
function withOriginInSignIn(kept: AccountData, base: string): AccountData {
  const { signIn } = kept;
  const origin = originPatternOf(base);
  if (signIn === null || originPatternOf(signIn.base) !== origin) return kept;
  return { ...kept, signIn: { ...signIn, allowed: [...new Set([...signIn.allowed, origin])] } };
}

/** Retries end then. */
const GIVE_UP_AFTER_MS = 30 * DAY_MS;

export type Revocations = ReturnType<typeof createRevocations>;

/** Revokes tokens that are not used any more, with retries. */
export function createRevocations({ accountStorage, transport, access }: AccountTools) {
  const inProgress = new Map<string, Promise<boolean>>();

  const revoke = async (one: PendingRevocation): Promise<boolean> => {
    const result = await revokeToken(connectClient(one, transport), one);
    const now = transport.now();
    const isOver =
      result.ok || meaningOf(result.error).retry === 'never' || now > one.since + GIVE_UP_AFTER_MS;
    const isSame = ({ token }: PendingRevocation) => token === one.token;
    if (!isOver) {
      const nextAt = nextTryAt(one.since, now);
      await accountStorage.change((kept) => ({
        ...kept,
        left: kept.left.map((each) => (isSame(each) ? { ...each, nextAt } : each)),
      }));
      return true;
    }
    const after = await accountStorage.change((kept) => ({
      ...withOriginInSignIn(kept, one.base),
      left: kept.left.filter((each) => !isSame(each)),
    }));
    await removeUnneeded(access, [originPatternOf(one.base)], after);
    return result.ok;
  };

  /** Revokes one token. Resolves to false if the server refuses to revoke it. */
  const revokeOnce = (one: PendingRevocation): Promise<boolean> => {
    const revocation =
      inProgress.get(one.token) ?? revoke(one).finally(() => inProgress.delete(one.token));
    inProgress.set(one.token, revocation);
    return revocation;
  };

  return {
    revokeOnce,
    /** Revokes the tokens that are due. */
    async runDue(): Promise<void> {
      const { left } = await accountStorage.read();
      await Promise.all(left.filter(({ nextAt }) => nextAt <= transport.now()).map(revokeOnce));
    },
  };
}
