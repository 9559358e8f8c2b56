import type { UnixMs } from '../../src/domain';
import {
  type Fetch,
  type ImportStep,
  importOmnivore,
  importWallabag,
  type OmnivoreAccount,
  type WallabagAccount,
} from '../../src/formats';
import type { ServiceSource } from './import-job';

/** An account, kept with its password until the import is over. */
export type KeptAccount = WallabagAccount | OmnivoreAccount;

export const writeAccount = (account: KeptAccount): Uint8Array =>
  Buffer.from(JSON.stringify(account));

/** What an account has, oldest first, from number `from` on. */
export async function* serviceSteps(
  source: ServiceSource,
  account: Uint8Array,
  from: number,
  fetch: Fetch,
  now: UnixMs,
): AsyncGenerator<ImportStep> {
  const kept = JSON.parse(Buffer.from(account).toString()) as never; // As `writeAccount` wrote it.
  const steps =
    source === 'wallabag'
      ? importWallabag(kept, fetch, { now })
      : importOmnivore(kept, fetch, { now });
  let number = 0;
  for await (const step of steps) {
    // What comes after the last is no bookmark: why it ended is told each time.
    if (number >= from || step.kind === 'failed') yield step;
    number += 1;
  }
}
