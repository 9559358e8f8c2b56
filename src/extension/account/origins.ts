import type { WxtBrowser } from 'wxt/browser';
import { type Accounts, originPatternOf } from '../../service';

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
      const signedIn = accounts.filter(({ signedOutAt }) => signedOutAt === null);
      const needed = new Set(signedIn.map(({ base }) => originPatternOf(base)));
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
