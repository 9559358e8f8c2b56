import type { WxtBrowser } from 'wxt/browser';
import { ACCOUNT_STATUS } from '../../background/account/account-summary';
import type { ServerAccess } from '../../background/ports';
import { watchStored } from '../../background/settings/watch-stored';
import { err, ok, type Result } from '../../domain/result';
import type { Problem } from '../../service';
import { readStatus } from '../../service/account/account-status';
import { problem } from '../../service/account/problem';
import {
  candidatesFor,
  originPatternOf,
  originPatternsOf,
} from '../../service/account/server-address';

/** The host permissions of servers. Pages request them in a click. */
export function createServerAccess(
  permissions: Pick<WxtBrowser['permissions'], 'contains' | 'remove'>,
): ServerAccess {
  const remove = async (origins: readonly string[]) => {
    try {
      await permissions.remove({ origins: [...origins] });
    } catch {
      // An administrator's policy grants it, so it cannot be removed.
    }
  };
  return {
    /**
     * Checks the permission. Afterwards, a missing one can be requested even if the browser's
     * records disagree.
     */
    async isAllowed(base) {
      const origins = [originPatternOf(base)];
      if (await permissions.contains({ origins })) return true;
      // Firefox stores permissions in two files. If it was killed between the two writes, it denies
      // an origin and a new grant changes nothing, because the other file lists it. Removing it
      // first makes it grantable.
      await remove(origins);
      return false;
    },
    remove,
  };
}

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
