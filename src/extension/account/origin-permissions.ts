import type { WxtBrowser } from 'wxt/browser';
import { err, ok, type Result } from '../../domain/result';
import type { AccountCard, AccountStatus, Problem } from '../../service';
import { readStatus } from '../../service/account/account-status';
import { problem } from '../../service/account/problem';
import {
  candidatesFor,
  originPatternOf,
  originPatternsOf,
} from '../../service/account/server-address';
import type { HeldPermissions } from '../browser-parts';
import { watchStored } from '../settings/watch-stored';
import type { AccountData } from './account-storage';
import { ACCOUNT_STATUS } from './account-summary';

export type OriginPermissions = ReturnType<typeof createOriginPermissions>;

/**
 * The host permissions of servers. Pages request them in a click; the background checks and removes
 * them.
 */
export function createOriginPermissions(permissions: HeldPermissions) {
  const remove = async (origins: string[]) => {
    try {
      await permissions.remove({ origins });
    } catch {
      // An administrator's policy grants it, so it cannot be removed.
    }
  };
  return {
    /**
     * Checks the permission. Afterwards, a missing one can be requested even if the browser's
     * records disagree.
     */
    async isAllowed(base: string): Promise<boolean> {
      const origins = [originPatternOf(base)];
      if (await permissions.contains({ origins })) return true;
      // Firefox stores permissions in two files. If it was killed between the two writes, it denies
      // an origin and a new grant changes nothing, because the other file lists it. Removing it
      // first makes it grantable.
      await remove(origins);
      return false;
    },
    /** Removes those of `patterns` that no account, sign-in, import or pending revocation needs. */
    async removeUnneeded(patterns: readonly string[], kept: AccountData): Promise<void> {
      const { accounts, left, signIn, source } = kept;
      const pendingRevocations = left.map(({ base }) => base);
      const servers = neededOrigins({ accounts, source, pendingRevocations });
      const needed = [...servers, ...(signIn?.allowed ?? [])];
      const origins = patterns.filter((pattern) => !needed.includes(pattern));
      if (origins.length > 0) await remove(origins);
    },
  };
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

/**
 * Returns a function that requests permission, in a page, for the origins at which the typed server
 * may be. It must be called first in a click handler. It resolves to the origins that were not
 * allowed before, so that they can be removed if the sign-in fails.
 */
export function createOriginRequest(
  permissions: Pick<WxtBrowser['permissions'], 'getAll' | 'request' | 'onAdded' | 'onRemoved'>,
): (address: string) => Promise<Result<readonly string[], Problem>> {
  // Read before the click, because nothing may be awaited in the click handler.
  let held: readonly string[] = [];
  const look = async () => {
    held = (await permissions.getAll()).origins ?? [];
  };
  void look();
  permissions.onAdded.addListener(() => void look());
  permissions.onRemoved.addListener(() => void look());
  return async (address) => {
    const candidates = candidatesFor(address);
    if (!candidates.ok) return candidates;
    const origins = originPatternsOf(candidates.value);
    const before = held;
    return (await permissions.request({ origins }))
      ? ok(origins.filter((origin) => !before.includes(origin)))
      : err(problem('not-allowed'));
  };
}

/**
 * Returns a function that requests permission for the active server and resolves to the user's
 * answer. The function must be called first in a click handler, so the address is read beforehand.
 */
export function createServerRequest({
  storage,
  permissions,
}: {
  readonly storage: Pick<WxtBrowser['storage'], 'local'>;
  readonly permissions: Pick<WxtBrowser['permissions'], 'request'>;
}): () => Promise<boolean> {
  let origins: string[] = [];
  watchStored(storage.local, ACCOUNT_STATUS, (stored) => {
    const { active, accounts } = readStatus(stored);
    origins = accounts.filter(({ id }) => id === active).map(({ base }) => originPatternOf(base));
  });
  return () => permissions.request({ origins });
}
