const transactions = new Set<IDBTransaction>();
const workers = new Set<Worker>();
/** The databases that are closed when the page is left. */
export const closedWithPage = new Set<IDBDatabase>();

/** Ends a worker when the page is left. */
export function endedWithPage(worker: Worker): Worker {
  workers.add(worker);
  return worker;
}

/**
 * Ends the transactions, workers and locks of a page that is left, as if it were closed. Safari keeps such a
 * page for the way back, and an unfinished transaction of it would block all later pages. Other browsers
 * keep no page with one. A page that comes back is loaded anew.
 */
export function endWorkWhenLeft({ vendor }: Pick<Navigator, 'vendor'> = navigator): void {
  if (!vendor.startsWith('Apple')) return;
  let isLeft = false;
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function begin(...args) {
    // The page is frozen before it could end this one.
    if (isLeft) throw new DOMException('The page was left.', 'InvalidStateError');
    return followed(transaction.apply(this, args));
  };
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function openFollowed(...args) {
    const request = open.apply(this, args);
    // A database that is being made or upgraded lets no later page open it.
    request.addEventListener('upgradeneeded', () => {
      if (request.transaction !== null) followed(request.transaction);
    });
    return request;
  };
  window.addEventListener('pagehide', ({ persisted }) => {
    if (!persisted) return;
    isLeft = true;
    for (const worker of workers) worker.terminate();
    for (const database of closedWithPage) database.close();
    for (const unfinished of transactions) abort(unfinished);
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });
}

/** Remembers a transaction until it has ended. */
function followed(begun: IDBTransaction): IDBTransaction {
  transactions.add(begun);
  const forget = () => transactions.delete(begun);
  begun.addEventListener('complete', forget);
  begun.addEventListener('abort', forget);
  return begun;
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It is being committed.
  }
}
