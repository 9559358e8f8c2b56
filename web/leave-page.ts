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

/** True where the browser keeps a page that is left in the middle of its work. */
export const isKeptWhenLeft = ({ vendor }: Vendor = navigator): boolean =>
  vendor.startsWith('Apple');

/**
 * Ends the transactions, workers and locks of a page that is left, as if it were closed. Safari keeps such a
 * page for the way back, and an unfinished transaction of it would block all later pages. Other browsers
 * keep no page with one. A page that comes back is loaded anew.
 */
export function endWorkWhenLeft(browser: Vendor = navigator): void {
  if (!isKeptWhenLeft(browser)) return;
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
    for (const worker of workers) worker.terminate();
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
