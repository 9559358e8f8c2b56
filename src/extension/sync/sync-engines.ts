import { type SavingLibrary, type SyncRepository, syncRepository } from '../../library';
import { type Account, createClient, createSender, type Transport } from '../../service';
import { createSync, type Sync } from '../../sync';
import type { Libraries } from '../account/libraries';
import type { Clock } from '../clock';

export interface EngineDependencies {
  readonly libraries: Pick<Libraries, 'open'>;
  readonly transport: Transport;
  readonly locks: Pick<LockManager, 'request'>;
  readonly now: Clock;
  readonly random: () => number;
}

/** Held while a round runs, so that no other context of the profile runs one. */
const LOCK = 'leafmark-sync';

interface Engine {
  readonly server: string;
  readonly sync: Sync;
  readonly library: SavingLibrary;
  readonly repository: SyncRepository;
}

/** The engine of the account that was asked for last, which knows what its server can do. */
export function createSyncEngines({
  libraries,
  transport,
  now,
  random,
  locks,
}: EngineDependencies) {
  let kept: Engine | null = null;
  return {
    async of(account: Account): Promise<Engine | null> {
      const library = await libraries.open(account.library);
      if (!library.ok) return null;
      const { base, token, extraHeaders } = account;
      const server = JSON.stringify([base, token, extraHeaders]);
      if (kept?.server === server && kept.library === library.value) return kept;
      const send = createSender(account, transport);
      const client = createClient(send);
      const alone = async <T>(work: () => Promise<T>): Promise<T | null> =>
        locks.request(LOCK, { ifAvailable: true }, (lock) => (lock === null ? null : work()));
      const { articles, assets, part } = library.value;
      const repository = part(syncRepository);
      const engine = createSync({
        library: { articles, assets, sync: repository },
        server: { client, send },
        ...{ now, random, alone, urlKey: part(({ tools }) => tools.urlKey) },
      });
      kept = { server, sync: engine, library: library.value, repository };
      return kept;
    },
  };
}
