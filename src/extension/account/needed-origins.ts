import type { AccountCard } from '../../service';
import { originPatternOf } from '../../service/find/typed-address';

/** The origins of the servers that somebody is signed in to or that are to be told, each once. */
export const neededOrigins = (
  accounts: readonly Pick<AccountCard, 'base' | 'signedOutAt'>[],
  untold: readonly string[],
): readonly string[] => {
  const inUse = accounts.filter(({ signedOutAt }) => signedOutAt === null).map(({ base }) => base);
  return [...new Set([...inUse, ...untold].map(originPatternOf))];
};
