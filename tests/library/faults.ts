import { IDBDatabase, IDBObjectStore } from 'fake-indexeddb';
import { vi } from 'vitest';
import type { LibraryDatabase } from '../../src/library/database/schema';

/** How a write goes wrong. */
export type Fault =
  /** The request itself says that there is no room. */
  | 'quota-on-request'
  /** The transaction ends for want of room after its requests, as on commit. */
  | 'quota-on-commit'
  /** The transaction ends for no reason we know: what a killed process leaves behind. */
  | 'killed';

/** Lets the write of that number fail, counted from 1; the result tells how many were made. */
export function failWrite(number: number, fault: Fault): { readonly writes: () => number } {
  let writes = 0;
  for (const method of ['put', 'add', 'delete'] as const) {
    const original = IDBObjectStore.prototype[method];
    vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(function (
      this: IDBObjectStore,
      ...parameters: unknown[]
    ) {
      writes += 1;
      if (writes !== number) return Reflect.apply(original, this, parameters);
      if (fault === 'quota-on-request') throw new DOMException('full', 'QuotaExceededError');
      const request = Reflect.apply(original, this, parameters);
      abort(this.transaction, fault === 'quota-on-commit' ? 'QuotaExceededError' : null);
      return request;
    });
  }
  return { writes: () => writes };
}

/**
 * Has no room for articles, in the way of Firefox: the transaction after one that did not fit may only
 * delete. For libraries that are opened from here on.
 */
export function haveNoRoomForArticles(): void {
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

/** Ends a transaction with an error of the storage's own, which `abort()` can't give it. */
function abort(transaction: IDBTransaction, errorName: string | null): void {
  (transaction as unknown as { _abort(name: string | null): void })._abort(errorName);
}

/** Everything that is stored, table by table. */
export async function everything(tables: LibraryDatabase): Promise<Record<string, unknown[]>> {
  const stored: Record<string, unknown[]> = {};
  for (const table of tables.tables) stored[table.name] = await table.toArray();
  return stored;
}
