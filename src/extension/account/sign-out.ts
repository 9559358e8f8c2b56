import { DAY_MS } from '../../domain';
import {
  connectClient,
  meaningOf,
  originPatternOf,
  revokeToken,
  signedOut,
  type Transport,
  withoutAccount,
} from '../../service';
import type { Libraries } from '../library/libraries';
import {
  type AccountStorage,
  type PendingRevocation,
  pendingRevocation,
  withoutRevocation,
  withPostponed,
  withRevocation,
} from './account-storage';
import type { OriginPermissions } from './origin-permissions';
import { withOrigin } from './sign-in-attempt';

interface SignOutDependencies {
  readonly accountStorage: AccountStorage;
  readonly origins: OriginPermissions;
  readonly libraries: Pick<Libraries, 'remove'>;
  readonly revocations: Revocations;
  readonly now: () => number;
}

export interface SignOutRequest {
  readonly id: string;
  /** True if the library stays in use until the user signs in again. */
  readonly keep: boolean;
}

/**
 * Signs out. Returns false if the server refuses to revoke the token. If the server does not
 * respond, the revocation is retried later. The local change comes first, because the request may
 * take long and the user may close the browser. The library is removed before its account: a page
 * that restarts then finds nothing of it. An account whose library is gone still has its data on
 * the server, whereas a library without its account would be lost.
 */
export async function signOut(
  { accountStorage, origins, libraries, revocations, now }: SignOutDependencies,
  { id, keep }: SignOutRequest,
): Promise<boolean> {
  const { accounts } = await accountStorage.read();
  const account = accounts.accounts.find((one) => one.id === id);
  if (!account) return true;
  if (!keep) await libraries.remove(account.library);
  const origin = originPatternOf(account.base);
  const token = pendingRevocation(account, now());
  const after = await accountStorage.change(({ accounts, signIn, left }) => ({
    accounts: keep ? signedOut(accounts, id, now()) : withoutAccount(accounts, id),
    signIn: signIn && withOrigin(signIn, origin),
    left: withRevocation(left, token),
  }));
  if (token.token !== '') return (await revocations.revokeOnce(token)) !== 'refused';
  if (!after.signIn?.allowed.includes(origin)) await origins.removeUnneeded([origin], after);
  return true;
}

/** Revokes tokens that are not used any more, with retries. */
export interface Revocations {
  /** Revokes the tokens that are due. */
  runDue(): Promise<void>;
  /** Revokes one token. */
  revokeOnce(one: PendingRevocation): Promise<RevocationResult>;
}

/**
 * `later`: the server did not respond and is asked again; `refused`: it refuses to revoke the
 * token.
 */
export type RevocationResult = 'revoked' | 'later' | 'refused';

interface RevocationDependencies {
  readonly accountStorage: AccountStorage;
  readonly transport: Transport;
  readonly origins: OriginPermissions;
  readonly now: () => number;
}

/** Retries end then. */
const GIVE_UP_AFTER_MS = 30 * DAY_MS;

export function createRevocations({
  accountStorage,
  transport,
  origins,
  now,
}: RevocationDependencies): Revocations {
  const inProgress = new Map<string, Promise<RevocationResult>>();

  const revoke = async (one: PendingRevocation): Promise<RevocationResult> => {
    const result = await revokeToken(connectClient(one, transport), one);
    const isOver =
      result.ok ||
      meaningOf(result.error).retry === 'never' ||
      now() > one.since + GIVE_UP_AFTER_MS;
    if (!isOver) {
      await accountStorage.change((kept) => ({
        ...kept,
        left: withPostponed(kept.left, one, now()),
      }));
      return 'later';
    }
    const origin = originPatternOf(one.base);
    const after = await accountStorage.change(({ left, signIn, ...kept }) => ({
      ...kept,
      left: withoutRevocation(left, one),
      signIn: signIn && withOrigin(signIn, origin),
    }));
    if (!after.signIn?.allowed.includes(origin)) await origins.removeUnneeded([origin], after);
    return result.ok ? 'revoked' : 'refused';
  };

  const revokeOnce = (one: PendingRevocation): Promise<RevocationResult> => {
    const revocation =
      inProgress.get(one.token) ?? revoke(one).finally(() => inProgress.delete(one.token));
    inProgress.set(one.token, revocation);
    return revocation;
  };

  return {
    revokeOnce,
    async runDue() {
      const { left } = await accountStorage.read();
      await Promise.all(left.filter(({ nextAt }) => nextAt <= now()).map(revokeOnce));
    },
  };
}
