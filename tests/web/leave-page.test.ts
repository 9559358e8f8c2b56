import { afterEach, describe, expect, it, vi } from 'vitest';
import { endedWithPage, endWorkWhenLeft } from '../../web/leave-page';

const SAFARI = { vendor: 'Apple Computer, Inc.' };
const { transaction } = IDBDatabase.prototype;

afterEach(() => {
  IDBDatabase.prototype.transaction = transaction;
});

const openDatabase = () =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(crypto.randomUUID());
    opening.onupgradeneeded = () => opening.result.createObjectStore('rows');
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });

const leave = (persisted: boolean) =>
  window.dispatchEvent(Object.assign(new Event('pagehide'), { persisted }));

/** Begins to write a row. Resolves to the event that ends the transaction. */
const write = (database: IDBDatabase) => {
  const begun = database.transaction('rows', 'readwrite');
  begun.objectStore('rows').put('a row', 1);
  return new Promise<string>((resolve) => {
    for (const type of ['complete', 'abort']) {
      begun.addEventListener(type, () => resolve(type));
    }
  });
};

describe('a page that is left', () => {
  it('ends its transactions and workers in Safari, which keeps it, and begins no other transaction', async () => {
    endWorkWhenLeft(SAFARI);
    const database = await openDatabase();
    const terminate = vi.fn();
    endedWithPage({ terminate } as unknown as Worker);
    const written = write(database);
    leave(true);
    expect(await written).toBe('abort');
    expect(terminate).toHaveBeenCalledOnce();
    expect(() => database.transaction('rows')).toThrow('The page was left.');
  });

  it('keeps its transactions where the browser does not keep the page', async () => {
    endWorkWhenLeft(SAFARI);
    const written = write(await openDatabase());
    leave(false);
    expect(await written).toBe('complete');
  });

  it('keeps its transactions in other browsers, which complete them', async () => {
    endWorkWhenLeft({ vendor: 'Google Inc.' });
    const written = write(await openDatabase());
    leave(true);
    expect(await written).toBe('complete');
  });
});
