import { setTimeout as wait } from 'node:timers/promises';
import { MINUTE_MS, SECOND_MS } from '../../../src/domain';
import type { Storage } from '../storage';

/** News can be missed. */
const LOOK_EVERY_MS = MINUTE_MS;
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
  const stopping = new AbortController();
  let wake = () => {};
  let isNews = false;
  const dispose = events.listen(({ kind }) => {
    if (kind === 'job') return;
    isNews = true;
    wake();
  });

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      isNews = false;
      const pauseMs = await indexAll();
      if (!isNews) await pause(pauseMs);
    }
  }

  /** Indexes until nothing waits; how long to rest then. */
  async function indexAll(): Promise<number> {
    try {
      while (!stopping.signal.aborted && (await search.indexSome()) > 0);
      return LOOK_EVERY_MS;
    } catch (fault) {
      onFault(fault);
      return AFTER_FAULT_MS;
    }
  }

  /** Rests, at most until there is news; after a fault news is no reason to hurry either. */
  async function pause(ms: number): Promise<void> {
    const woken = new AbortController();
    if (ms === LOOK_EVERY_MS) wake = () => woken.abort();
    // Either way the rest is over.
    await wait(ms, null, { signal: AbortSignal.any([woken.signal, stopping.signal]) }).catch(
      () => null,
    );
    wake = () => {};
  }

  const running = run();
  return {
    async stop() {
      dispose();
      stopping.abort();
      await running;
    },
  };
}
