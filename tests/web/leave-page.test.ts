import { afterEach, describe, expect, it, vi } from 'vitest';
import { ok } from '../../src/domain/result';
import type { openLibrary } from '../../src/library';
import { endedWithPage, endWorkWhenLeft, makeFirst } from '../../web/leave-page';

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

  it('ends its workers in other browsers, and keeps its transactions, which they complete', async () => {
    endWorkWhenLeft({ vendor: 'Google Inc.' });
    const terminate = vi.fn();
    endedWithPage({ terminate } as unknown as Worker);
    const written = write(await openDatabase());
    leave(true);
    expect(await written).toBe('complete');
    expect(terminate).toHaveBeenCalled();
  });
});

describe('a library that is opened in Safari', () => {
  /** Opens a library. Returns the databases in which it was opened, in order. */
  const opened = async (isMade: () => Promise<boolean>) => {
    endWorkWhenLeft(SAFARI);
    const frame = document.querySelector('iframe') ?? document.createElement('iframe');
    document.documentElement.append(frame);
    const used: string[] = [];
    const close = vi.fn();
    const open = vi.fn<typeof openLibrary>(async ({ indexedDB: databases }) => {
      used.push(databases === undefined ? 'of the page' : 'of the frame');
      return ok({ close } as never);
    });
    const options = { account: null, newId: () => '', now: () => 0 as never };
    // jsdom has no databases in a frame.
    const contents = vi.spyOn(HTMLIFrameElement.prototype, 'contentWindow', 'get');
    contents.mockReturnValue({ indexedDB: new IDBFactory() } as never);
    const result = await makeFirst(open, isMade)(options);
    contents.mockRestore();
    expect(result.ok).toBe(true);
    expect(close).toHaveBeenCalledTimes(used.length - 1);
    return used;
  };

  it('is made in a frame first if it is not there in this version', async () => {
    expect(await opened(async () => false)).toEqual(['of the frame', 'of the page']);
  });

  it('is opened at once if it is there', async () => {
    expect(await opened(async () => true)).toEqual(['of the page']);
  });

  it('is made in a frame first if nobody can say that it is there', async () => {
    const used = await opened(() => Promise.reject(new DOMException('Not now.', 'UnknownError')));
    expect(used).toEqual(['of the frame', 'of the page']);
  });
});
