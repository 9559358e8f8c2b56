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
  readonly keeper: AccountStorage;
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
  { keeper, origins, libraries, revocations, now }: SignOutDependencies,
  { id, keep }: SignOutRequest,
): Promise<boolean> {
  const { accounts } = await keeper.read();
  const account = accounts.accounts.find((one) => one.id === id);
  if (!account) return true;
  if (!keep) await libraries.remove(account.library);
  const origin = originPatternOf(account.base);
  const token = pendingRevocation(account, now());
  const after = await keeper.change(({ accounts, signIn, left }) => ({
    accounts: keep ? signedOut(accounts, id, now()) : withoutAccount(accounts, id),
    signIn: signIn && withOrigin(signIn, origin),
    left: withRevocation(left, token),
  }));
  if (token.token !== '') return (await revocations.tell(token)) !== 'refused';
  if (!after.signIn?.allowed.includes(origin)) await origins.removeUnneeded([origin], after);
  return true;
}

/** Revokes tokens that are not used any more, with retries. */
export interface Revocations {
  /** Revokes the tokens that are due. */
  go(): Promise<void>;
  /** Revokes one token. */
  tell(one: PendingRevocation): Promise<RevocationResult>;
}

/**
 * `later`: the server did not respond and is asked again; `refused`: it refuses to revoke the
 * token.
 */
export type RevocationResult = 'revoked' | 'later' | 'refused';

interface RevocationDependencies {
  readonly keeper: AccountStorage;
  readonly transport: Transport;
  readonly origins: OriginPermissions;
  readonly now: () => number;
}

/** Retries end then. */
const GIVE_UP_AFTER_MS = 30 * DAY_MS;

export function createRevocations({
  keeper,
  transport,
  origins,
  now,
}: RevocationDependencies): Revocations {
  const underWay = new Map<string, Promise<RevocationResult>>();

  const revoke = async (one: PendingRevocation): Promise<RevocationResult> => {
    const told = await revokeToken(connectClient(one, transport), one);
    const isOver =
      told.ok || meaningOf(told.error).retry === 'never' || now() > one.since + GIVE_UP_AFTER_MS;
    if (!isOver) {
      await keeper.change((kept) => ({ ...kept, left: withPostponed(kept.left, one, now()) }));
      return 'later';
    }
    const origin = originPatternOf(one.base);
    const after = await keeper.change(({ left, signIn, ...kept }) => ({
      ...kept,
      left: withoutRevocation(left, one),
      signIn: signIn && withOrigin(signIn, origin),
    }));
    if (!after.signIn?.allowed.includes(origin)) await origins.removeUnneeded([origin], after);
    return told.ok ? 'revoked' : 'refused';
  };

  const tell = (one: PendingRevocation): Promise<RevocationResult> => {
    const telling =
      underWay.get(one.token) ?? revoke(one).finally(() => underWay.delete(one.token));
    underWay.set(one.token, telling);
    return telling;
  };

  return {
    tell,
    async go() {
      const { left } = await keeper.read();
      await Promise.all(left.filter(({ nextAt }) => nextAt <= now()).map(tell));
    },
  };
}
