import type { isLibraryMade, openLibrary } from '../src/library';

const transactions = new Set<IDBTransaction>();
const workers = new Set<Worker>();
/** True in Safari after `endWorkWhenLeft`. */
let isKept = false;
let frame: HTMLIFrameElement | null = null;

/** Ends a worker when the page is left. */
export function endedWithPage(worker: Worker): Worker {
  workers.add(worker);
  return worker;
}

/**
 * The databases for what must end when the page is left, also if it has only been asked for. In Safari they
 * belong to a frame that the page removes then, because nothing else takes a request back. Objects that are
 * read from them have the classes of that frame.
 */
export function databasesOfPage(): IDBFactory {
  if (isKept && frame === null) {
    frame = document.createElement('iframe');
    frame.hidden = true;
    document.documentElement.append(frame);
  }
  return frame?.contentWindow?.indexedDB ?? indexedDB;
}

/**
 * Returns a function that opens a library, and first makes it if there is none. Safari keeps a page that is
 * left when it has just asked for a new library, and no later page could open that one.
 */
export const makeFirst =
  (open: typeof openLibrary, isMade: typeof isLibraryMade): typeof openLibrary =>
  async (options) => {
    const databases = databasesOfPage();
    if (databases !== indexedDB && !(await isMade(options.account).catch(() => false))) {
      const made = await open({ ...options, indexedDB: databases });
      if (!made.ok) return made;
      made.value.close();
    }
    return open(options);
  };

type Vendor = Pick<Navigator, 'vendor'>;

/** True in Safari, which keeps a page that is left in the middle of a transaction. */
export const isKeptWhenLeft = ({ vendor }: Vendor = navigator): boolean =>
  vendor.startsWith('Apple');

/**
 * Ends the workers of a page that is left, and in Safari its transactions and locks, as if it were closed. A
 * browser may keep the page for the way back. Firefox then keeps its workers with their databases and unfinished
 * transactions, and Safari those of the page, too. All later pages would wait for them. A page that comes back is
 * loaded anew.
 */
export function endWorkWhenLeft(browser: Vendor = navigator): void {
  window.addEventListener('pagehide', ({ persisted }) => {
    if (!persisted) return;
    for (const worker of workers) worker.terminate();
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });
  if (isKeptWhenLeft(browser)) endTransactionsWhenLeft();
}

function endTransactionsWhenLeft(): void {
  isKept = true;
  let isLeft = false;
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function begin(...args) {
    // The page is frozen before it could end this one.
    if (isLeft) throw new DOMException('The page was left.', 'InvalidStateError');
    return followed(transaction.apply(this, args));
  };
  window.addEventListener('pagehide', ({ persisted }) => {
    if (!persisted) return;
    isLeft = true;
    frame?.remove();
    for (const unfinished of transactions) abort(unfinished);
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
