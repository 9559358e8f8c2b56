import type { Library } from '../../library';
import { type Account, createClient, createSender, type Transport } from '../../service';
import { createSync, type Sync } from '../../sync';
import type { Clock } from '../clock';
import type { Libraries } from '../libraries';

export interface EngineDependencies {
  readonly libraries: Pick<Libraries, 'open'>;
  readonly transport: Transport;
  readonly locks: Pick<LockManager, 'request'>;
  readonly now: Clock;
  readonly random: () => number;
}

/** The Web Lock that is held while a round runs: no other context of the profile may run one. */
const LOCK = 'leafmark-sync';

interface Engine {
  readonly server: string;
  readonly sync: Sync;
  readonly library: Library;
}

/** Keeps the sync engine of the last account, because it remembers what the server can do. */
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
      const engine = createSync({
        library: library.value,
        server: { client, send },
        ...{ now, random, alone },
      });
      kept = { server, sync: engine, library: library.value };
      return kept;
    },
  };
}
