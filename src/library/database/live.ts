import { liveQuery, type Subscription } from 'dexie';
import { err, ok, SECOND_MS } from '../../domain';
import type { Dispose } from './commit';
import type { Store } from './store';

const FIRST_RETRY_MS = SECOND_MS;
const LONGEST_RETRY_MS = 30 * SECOND_MS;

/**
 * Calls `listener` with what `query` reads, made presentable by `show`, now and after each commit
 * that touches what was read, from whatever context. A query that fails is told to
 * `store.onWatchError` and tried again, later each time, until it is disposed of.
 */
export function watch<Row, Shown>(
  store: Pick<Store, 'onWatchError' | 'onClose'>,
  query: () => PromiseLike<Row>,
  show: (row: Row) => Shown | Promise<Shown>,
  listener: (shown: Shown) => void,
): Dispose {
  let subscription: Subscription | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let retryMs = FIRST_RETRY_MS;
  // Unpacking takes time: what arrives late must not cover what is newer.
  let latest = 0;

  const fail = (error: unknown) => {
    subscription?.unsubscribe();
    store.onWatchError(error);
    retry = setTimeout(start, retryMs);
    retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
  };

  const receive = async (row: Row) => {
    latest += 1;
    const turn = latest;
    let shown: Shown;
    try {
      shown = await show(row);
    } catch (error) {
      if (turn === latest) fail(error);
      return;
    }
    if (turn !== latest) return;
    retryMs = FIRST_RETRY_MS;
    try {
      listener(shown);
    } catch (error) {
      // A bug of the listener's, which shall hear of the next change all the same.
      store.onWatchError(error);
    }
  };

  function start() {
    // Failures travel as values: Dexie drops a closed database's error without a word.
    subscription = liveQuery(async () => {
      try {
        return ok(await query());
      } catch (error) {
        return err(error);
      }
    }).subscribe((outcome) => {
      if (outcome.ok) void receive(outcome.value);
      else fail(outcome.error);
    });
  }

  const dispose = store.onClose(() => {
    latest += 1;
    clearTimeout(retry);
    subscription?.unsubscribe();
  });
  start();
  return dispose;
}
