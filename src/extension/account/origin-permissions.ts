import type { WxtBrowser } from 'wxt/browser';
import { err, ok, type Result } from '../../domain';
import type { AccountCard, Problem } from '../../service';
import {
  candidatesFor,
  originPatternOf,
  originPatternsOf,
} from '../../service/account/server-address';
import { watchStored } from '../settings/watch-stored';
import type { AccountData } from './account-storage';
import { ACCOUNT_STATUS } from './account-summary';
import { problem } from './problem';
import { readStatus } from './status-schemas';

/** The host permissions of servers. They are asked for by pages, in a click; here they end. */
export interface OriginPermissions {
  /** What is not allowed can be asked for afterwards, whatever the browser thinks that it allowed. */
  isAllowed(base: string): Promise<boolean>;
  /** Gives back those of `patterns` that no account needs, nor a token that is to be given back. */
  removeUnneeded(
    patterns: readonly string[],
    kept: Pick<AccountData, 'accounts' | 'left'>,
  ): Promise<void>;
}

export function createOriginPermissions(
  permissions: Pick<WxtBrowser['permissions'], 'contains' | 'remove'>,
): OriginPermissions {
  const remove = async (origins: string[]) => {
    try {
      await permissions.remove({ origins });
    } catch {
      // An administrator's policy holds it: then it is not ours to give.
    }
  };
  return {
    async isAllowed(base) {
      const origins = [originPatternOf(base)];
      if (await permissions.contains({ origins })) return true;
      // Firefox keeps what is allowed in two files. Killed between them, it refuses what the other file
      // has, and whoever allows it again changes nothing, as it is there. Removed, it can be given.
      await remove(origins);
      return false;
    },
    async removeUnneeded(patterns, { accounts, left }) {
      const pendingRevocations = left.map(({ base }) => base);
      const needed = new Set(neededOrigins(accounts.accounts, pendingRevocations));
      const origins = patterns.filter((pattern) => !needed.has(pattern));
      if (origins.length > 0) await remove(origins);
    },
  };
}

/** The origins of the servers that somebody is signed in to or that are to be told, each once. */
export const neededOrigins = (
  accounts: readonly Pick<AccountCard, 'base' | 'signedOutAt'>[],
  pendingRevocations: readonly string[],
): readonly string[] => {
  const inUse = accounts.filter(({ signedOutAt }) => signedOutAt === null).map(({ base }) => base);
  return [...new Set([...inUse, ...pendingRevocations].map(originPatternOf))];
};

/** Asks for the origins of servers, in a page. */
export interface OriginRequest {
  /**
   * Asks for the origins at which a server may be that was typed. To be called first thing in a
   * click. The value is those that were not allowed before, to be given back should nothing come of
   * it.
   */
  ask(address: string): Promise<Result<readonly string[], Problem>>;
}

export function createOriginRequest(
  permissions: Pick<WxtBrowser['permissions'], 'getAll' | 'request' | 'onAdded' | 'onRemoved'>,
): OriginRequest {
  // Known before the click: nothing may be awaited in it.
  let held: ReadonlySet<string> = new Set();
  const look = async () => {
    held = new Set((await permissions.getAll()).origins);
  };
  void look();
  permissions.onAdded.addListener(() => void look());
  permissions.onRemoved.addListener(() => void look());
  return {
    async ask(address) {
      const candidates = candidatesFor(address);
      if (!candidates.ok) return err(problem(candidates.error));
      const origins = [...originPatternsOf(candidates.value)];
      const before = held;
      return (await permissions.request({ origins }))
        ? ok(origins.filter((origin) => !before.has(origin)))
        : err(problem('not-allowed'));
    },
  };
}

type RequestingBrowser = {
  readonly storage: Pick<WxtBrowser['storage'], 'local'>;
  readonly permissions: Pick<WxtBrowser['permissions'], 'request'>;
};

/**
 * Gives what asks the person to let us reach the server in use; whether they did. That is to be
 * called first thing in a click, so where the server is has been read by then.
 */
export function createServerRequest({
  storage,
  permissions,
}: RequestingBrowser): () => Promise<boolean> {
  let origins: string[] = [];
  watchStored(storage.local, ACCOUNT_STATUS, (stored) => {
    const { active, accounts } = readStatus(stored);
    origins = accounts.filter(({ id }) => id === active).map(({ base }) => originPatternOf(base));
  });
  return () => permissions.request({ origins });
}
