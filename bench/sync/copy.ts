import { databaseName } from '../../src/library/database/schema';

/** The tables that a first sync fills. */
const TABLES = ['bookmarks', 'articles', 'shadows', 'journal'];

/**
 * Copies a library to a plain database with the same tables and indexes in one transaction, and
 * returns the time in ms.
 */
export async function copyLibrary(account: string): Promise<number> {
  const from = await done(indexedDB.open(databaseName(account)));
  const reading = from.transaction(TABLES);
  const tables = TABLES.map((name) => reading.objectStore(name));
  const layouts = tables.map(layoutOf);
  const rows = await Promise.all(tables.map((table) => done(table.getAll())));
  const request = indexedDB.open(`copy of ${account}`, 1);
  request.onupgradeneeded = () => {
    for (const make of layouts) make(request.result);
  };
  const to = await done(request);
  from.close();
  const began = performance.now();
  await new Promise<void>((resolve, reject) => {
    const transaction = to.transaction(TABLES, 'readwrite', { durability: 'relaxed' });
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
    for (const [at, name] of TABLES.entries()) {
      const table = transaction.objectStore(name);
      for (const row of rows[at] ?? []) table.put(row);
    }
  });
  const ms = performance.now() - began;
  to.close();
  return ms;
}

/**
 * Returns a function that creates the same table in another database. It reads the table first,
 * because its properties are not available later.
 */
function layoutOf(table: IDBObjectStore): (into: IDBDatabase) => void {
  const { name, keyPath, autoIncrement } = table;
  const indexes = [...table.indexNames].map((each) => {
    const { keyPath: path, unique, multiEntry } = table.index(each);
    return { name: each, path, options: { unique, multiEntry } };
  });
  return (into) => {
    const copy = into.createObjectStore(name, { keyPath, autoIncrement });
    for (const index of indexes) copy.createIndex(index.name, index.path, index.options);
  };
}

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });
