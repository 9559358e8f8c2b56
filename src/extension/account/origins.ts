import type { WxtBrowser } from 'wxt/browser';
import { type Accounts, originPatternOf } from '../../service';
import { neededOrigins } from './needed-origins';

/** The host permissions of servers. They are asked for by pages, in a click; here they end. */
export interface Origins {
  isAllowed(base: string): Promise<boolean>;
  /** Gives back those of `patterns` that no account needs. */
  giveBack(patterns: readonly string[], accounts: Accounts): Promise<void>;
}

export function createOrigins(
  permissions: Pick<WxtBrowser['permissions'], 'contains' | 'remove'>,
): Origins {
  return {
    isAllowed: (base) => permissions.contains({ origins: [originPatternOf(base)] }),
    async giveBack(patterns, { accounts }) {
      const needed = new Set(neededOrigins(accounts));
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
