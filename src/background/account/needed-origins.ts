import type { AccountCard, AccountStatus } from '../../service';
import { originPatternsOf } from '../../service/account/server-address';
import type { ServerAccess } from '../ports';
import type { AccountData } from './account-storage';

/** Gives up those of `patterns` that no account, sign-in, import or pending revocation needs. */
export async function removeUnneeded(
  access: ServerAccess,
  patterns: readonly string[],
  { accounts, left, signIn, source }: AccountData,
): Promise<void> {
  const pendingRevocations = left.map(({ base }) => base);
  const servers = neededOrigins({ accounts, source, pendingRevocations });
  const needed = [...servers, ...(signIn?.allowed ?? [])];
  const origins = patterns.filter((pattern) => !needed.includes(pattern));
  if (origins.length > 0) await access.remove(origins);
}

type Signed = Pick<AccountCard, 'base' | 'signedOutAt'>;

interface ServersInUse extends Pick<AccountStatus, 'pendingRevocations'> {
  readonly accounts: readonly Signed[];
  readonly source: { readonly account: Signed } | null;
}

/** The unique origins of servers that are signed in to, or that have a pending revocation. */
export const neededOrigins = ({
  accounts,
  source,
  pendingRevocations,
}: ServersInUse): readonly string[] => {
  const all = source === null ? accounts : [...accounts, source.account];
  const inUse = all.filter(({ signedOutAt }) => signedOutAt === null).map(({ base }) => base);
  return originPatternsOf([...inUse, ...pendingRevocations]);
};
