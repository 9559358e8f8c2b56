import type { WxtBrowser } from 'wxt/browser';
import { originPatternOf } from '../../service';
import type { Kept } from './account-keeper';
import { neededOrigins } from './needed-origins';

/** The host permissions of servers. They are asked for by pages, in a click; here they end. */
export interface Origins {
  isAllowed(base: string): Promise<boolean>;
  /** Gives back those of `patterns` that no account needs, nor a token that is to be given back. */
  giveBack(patterns: readonly string[], kept: Pick<Kept, 'accounts' | 'left'>): Promise<void>;
}

export function createOrigins(
  permissions: Pick<WxtBrowser['permissions'], 'contains' | 'remove'>,
): Origins {
  return {
    isAllowed: (base) => permissions.contains({ origins: [originPatternOf(base)] }),
    async giveBack(patterns, { accounts, left }) {
      const untold = left.map(({ base }) => base);
      const needed = new Set(neededOrigins(accounts.accounts, untold));
      const origins = patterns.filter((pattern) => !needed.has(pattern));
      if (origins.length === 0) return;
      try {
        await permissions.remove({ origins });
      } catch {
        // An administrator's policy holds it: then it is not ours to give.
      }
    },
  };
}
