import { IDBDatabase, IDBObjectStore } from 'fake-indexeddb';
import { vi } from 'vitest';
import type { LibraryDatabase } from '../../src/library/database/schema';

/** The way in which a write fails. */
export type Fault =
  /** The request fails with a quota error. */
  | 'quota-on-request'
  /** The transaction is aborted with a quota error after its requests, as on commit. */
  | 'quota-on-commit'
  /** The transaction is aborted without an error, as when the process is killed. */
  | 'killed';

/**
 * Makes the write with this number fail, counted from 1, and if `isLasting` all after it. `writes` returns
 * the number of writes. With `store`, only writes of this store count, because a page may write something
 * else in between.
 */
export function failWrite(
  number: number,
  fault: Fault,
  store?: string,
  isLasting = false,
): { readonly writes: () => number } {
  let writes = 0;
  for (const method of ['put', 'add', 'delete'] as const) {
    const original = IDBObjectStore.prototype[method];
    vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(function (
      this: IDBObjectStore,
      ...parameters: unknown[]
    ) {
      const isCounted = store === undefined || this.name === store;
      if (isCounted) writes += 1;
      const isFault = isCounted && (isLasting ? writes >= number : writes === number);
      if (!isFault) return Reflect.apply(original, this, parameters);
      if (fault === 'quota-on-request') throw new DOMException('full', 'QuotaExceededError');
      const request = Reflect.apply(original, this, parameters);
      abort(this.transaction, fault === 'quota-on-commit' ? 'QuotaExceededError' : null);
      return request;
    });
  }
  return { writes: () => writes };
}

/**
 * Simulates Firefox without room for articles: the transaction after a failed write may only
 * delete. Applies to libraries that are opened afterwards.
 */
export function simulateNoRoomForArticles(): void {
  const deleteOnly = new WeakSet<IDBTransaction>();
  let isNext = false;
  const begin = IDBDatabase.prototype.transaction;
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
    this: IDBDatabase,
    ...parameters: unknown[]
  ) {
    const transaction = Reflect.apply(begin, this, parameters);
    if (isNext && transaction.mode === 'readwrite') {
      deleteOnly.add(transaction);
      isNext = false;
    }
    return transaction;
  });
  for (const method of ['put', 'add'] as const) {
    const original = IDBObjectStore.prototype[method];
    vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(function (
      this: IDBObjectStore,
      ...parameters: unknown[]
    ) {
      if (deleteOnly.has(this.transaction)) throw new DOMException('', 'InvalidStateError');
      if (this.name !== 'articles') return Reflect.apply(original, this, parameters);
      isNext = true;
      throw new DOMException('full', 'QuotaExceededError');
    });
  }
}

/** Aborts a transaction with an internal error of fake-indexeddb, which `abort()` can't do. */
function abort(transaction: IDBTransaction, errorName: string | null): void {
  (transaction as unknown as { _abort(name: string | null): void })._abort(errorName);
}

/** The rows of all tables. */
export async function allRows(tables: LibraryDatabase): Promise<Record<string, unknown[]>> {
  const stored: Record<string, unknown[]> = {};
  for (const table of tables.tables) stored[table.name] = await table.toArray();
  return stored;
}
