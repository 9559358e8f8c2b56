import { Dexie, liveQuery, type Subscription } from 'dexie/dist/modern/dexie.mjs';
import { backOffMs } from '../../domain/back-off';
import { err, ok } from '../../domain/result';
import { SECOND_MS } from '../../domain/time';
import type { Dispose } from './commit';
import type { Store } from './store';

const RETRY = { firstMs: SECOND_MS, maxMs: 30 * SECOND_MS };
/** Dexie remembers the changes of all commits until a query runs again. So it does after that many. */
const MAX_COMMITS = 1000;

type Watching = Pick<Store, 'onWatchError' | 'onClose'>;

/**
 * Calls `listener` with the result of `query` now and after each commit in any context that touches
 * what was read. A failed query is reported to `store.onWatchError` and repeated with increasing
 * delays until it is disposed of.
 */
export const watch = <T>(
  store: Watching,
  query: () => PromiseLike<T>,
  listener: (result: T) => void,
): Dispose => watchConverted(store, query, (result) => result, listener);

/** Like `watch`, with results that `show` converts outside of the transaction that read them. */
export function watchConverted<Row, Shown>(
  store: Watching,
  query: () => PromiseLike<Row>,
  show: (row: Row) => Shown | Promise<Shown>,
  listener: (shown: Shown) => void,
): Dispose {
  let subscription: Subscription | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  // Unpacking takes time. A late result must not replace a newer one.
  let latest = 0;
  let commits = 0;

  const fail = (error: unknown) => {
    subscription?.unsubscribe();
    store.onWatchError(error);
    failures += 1;
    retry = setTimeout(start, backOffMs(failures, Math.random(), RETRY));
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
    failures = 0;
    try {
      listener(shown);
    } catch (error) {
      // An exception in the listener must not stop later calls.
      store.onWatchError(error);
    }
  };

  function start() {
    commits = 0;
    // Failures are passed as values, because Dexie drops the error of a closed database silently.
    subscription = liveQuery(async () => {
      try {
        return ok(await query());
      } catch (error) {
        return err(error);
      }
    }).subscribe((outcome) => {
      commits = 0;
      if (outcome.ok) void receive(outcome.value);
      else fail(outcome.error);
    });
  }

  const countCommit = () => {
    commits += 1;
    if (commits < MAX_COMMITS || subscription?.closed !== false) return;
    subscription.unsubscribe();
    start();
  };

  const dispose = store.onClose(() => {
    latest += 1;
    Dexie.on.storagemutated.unsubscribe(countCommit);
    clearTimeout(retry);
    subscription?.unsubscribe();
  });
  start();
  Dexie.on.storagemutated.subscribe(countCommit);
  return dispose;
}
