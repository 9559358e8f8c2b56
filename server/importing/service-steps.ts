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

/** An account. It is stored with its password until the import has ended. */
export type KeptAccount = WallabagAccount | OmnivoreAccount;

export const writeAccount = (account: KeptAccount): string => JSON.stringify(account);

/**
 * Reads the entries of an account, oldest first.
 * @param account the result of `writeAccount` for this source
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
