import type { UnixMs } from '../../src/domain';
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
 * What an account has, oldest first, from number `from` on.
 * @param account as `writeAccount` wrote it, of that source
 */
export async function* serviceSteps(
  source: ServiceSource,
  account: string,
  from: number,
  fetch: Fetch,
  now: UnixMs,
): AsyncGenerator<ImportStep> {
  const steps = stepsOf(source, JSON.parse(account), fetch, { now });
  let number = 0;
  for await (const step of steps) {
    // What comes after the last is no bookmark: why it ended is told each time.
    if (number >= from || step.kind === 'failed') yield step;
    number += 1;
  }
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
