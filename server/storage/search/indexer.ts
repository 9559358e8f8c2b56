import { MINUTE_MS, SECOND_MS } from '../../../src/domain/time';
import type { Storage } from '../storage';

/** The indexer looks at least this often, in case a notification was missed. */
const INDEX_EVERY_MS = MINUTE_MS;
/**
 * Debounce: changes in quick succession are indexed together. A search does not wait for this,
 * because it indexes the changes of its user itself.
 */
const GATHER_MS = 100;
/** The wait after a failure, because the database may be unavailable. */
const AFTER_FAULT_MS = 5 * SECOND_MS;

/**
 * Keeps the word index up to date in the background: after changes, and at intervals. Any number of
 * processes may do so at the same time.
 */
export function startIndexing(
  { search, events }: Pick<Storage, 'search' | 'events'>,
  onFault: (fault: unknown) => void,
) {
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

  /** Indexes until nothing waits. Returns the ms to wait before the next look. */
  async function indexAll(): Promise<number> {
    try {
      while (!isStopping && (await search.indexSome()) > 0);
      return INDEX_EVERY_MS;
    } catch (fault) {
      onFault(fault);
      return AFTER_FAULT_MS;
    }
  }

  /** Waits `ms`. A notification ends the wait early, except after a failure. */
  async function pause(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      end = () => {
        clearTimeout(timer);
        resolve();
      };
      if (ms === INDEX_EVERY_MS) wake = end;
      if (isStopping) end();
    });
    wake = () => {};
  }

  const running = run();
  return {
    /** Stops after the current batch. */
    async stop(): Promise<void> {
      dispose();
      isStopping = true;
      end();
      await running;
    },
  };
}

export type Indexer = ReturnType<typeof startIndexing>;
