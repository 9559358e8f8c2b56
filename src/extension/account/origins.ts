import type { WxtBrowser } from 'wxt/browser';
import { originPatternOf } from '../../service';
import type { Kept } from './account-keeper';
import { neededOrigins } from './needed-origins';

/** The host permissions of servers. They are asked for by pages, in a click; here they end. */
export interface Origins {
  /** What is not allowed can be asked for afterwards, whatever the browser thinks that it allowed. */
  isAllowed(base: string): Promise<boolean>;
  /** Gives back those of `patterns` that no account needs, nor a token that is to be given back. */
  giveBack(patterns: readonly string[], kept: Pick<Kept, 'accounts' | 'left'>): Promise<void>;
}

export function createOrigins(
  permissions: Pick<WxtBrowser['permissions'], 'contains' | 'remove'>,
): Origins {
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
    async giveBack(patterns, { accounts, left }) {
      const untold = left.map(({ base }) => base);
      const needed = new Set(neededOrigins(accounts.accounts, untold));
      const origins = patterns.filter((pattern) => !needed.has(pattern));
      if (origins.length > 0) await remove(origins);
    },
  };
}
