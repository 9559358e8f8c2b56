import type { AccountCard } from '../../service';
import { originPatternOf } from '../../service/find/typed-address';

/** The origins of the servers that somebody is signed in to, each once. */
export const neededOrigins = (
  accounts: readonly Pick<AccountCard, 'base' | 'signedOutAt'>[],
): readonly string[] => [
  ...new Set(
    accounts
      .filter(({ signedOutAt }) => signedOutAt === null)
      .map(({ base }) => originPatternOf(base)),
  ),
];
