import {
  type Fetch,
  type ImportOptions,
  type ImportStep,
  importOmnivore,
  importWallabag,
  type OmnivoreAccount,
  type WallabagAccount,
} from '../../src/formats';
import type { ServiceSource } from './import-job';

/** An account, kept with its password until the import is over. */
export type KeptAccount = WallabagAccount | OmnivoreAccount;

export const writeAccount = (account: KeptAccount): string => JSON.stringify(account);

/**
 * What an account has, oldest first.
 * @param account as `writeAccount` wrote it, of that source
 */
export function accountSteps(
  source: ServiceSource,
  account: string,
  fetch: Fetch,
  options: ImportOptions,
): AsyncIterable<ImportStep> {
  return stepsOf(source, JSON.parse(account), fetch, options);
}

function stepsOf(
  source: ServiceSource,
  account: WallabagAccount & OmnivoreAccount,
  fetch: Fetch,
  options: ImportOptions,
): AsyncIterable<ImportStep> {
  switch (source) {
    case 'wallabag':
      return importWallabag(account, fetch, options);
    case 'omnivore':
      return importOmnivore(account, fetch, options);
  }
}
