import { MINUTE_MS, SECOND_MS } from '../../../src/domain';
import type { Storage } from '../storage';

/** News can be missed. */
const LOOK_EVERY_MS = MINUTE_MS;
/**
 * What is saved one after another is indexed together, and nobody who saves waits for it. A search
 * does not: it indexes what its user changed by itself.
 */
const GATHER_MS = 100;
/** The database may be away: no hurry then. */
const AFTER_FAULT_MS = 5 * SECOND_MS;

export interface Indexer {
  /** Lets the batch that is being written come to its end. */
  stop(): Promise<void>;
}

/**
 * Keeps the word index up to date beside everything else: looks when something has changed, and now
 * and then. Any number of processes may do so at once.
 */
export function startIndexing(
  { search, events }: Pick<Storage, 'search' | 'events'>,
  onFault: (fault: unknown) => void,
): Indexer {
  let isStopping = false;
  let wake = () => {};
  let end = () => {};
  let isNews = false;
  const dispose = events.listen(({ kind }) => {
    if (kind === 'job') return;
    isNews = true;
    wake();
  });

  async function run(): Promise<void> {
    while (!isStopping) {
      isNews = false;
      const pauseMs = await indexAll();
      if (!isNews) await pause(pauseMs);
      await pause(GATHER_MS);
    }
  }

  /** Indexes until nothing waits; how long to rest then. */
  async function indexAll(): Promise<number> {
    try {
      while (!isStopping && (await search.indexSome()) > 0);
      return LOOK_EVERY_MS;
    } catch (fault) {
      onFault(fault);
      return AFTER_FAULT_MS;
    }
  }

  /** Rests, at most until there is news; after a fault news is no reason to hurry either. */
  async function pause(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      end = () => {
        clearTimeout(timer);
        resolve();
      };
      if (ms === LOOK_EVERY_MS) wake = end;
      if (isStopping) end();
    });
    wake = () => {};
  }

  const running = run();
  return {
    async stop() {
      dispose();
      isStopping = true;
      end();
      await running;
    },
  };
}
