import Dexie, { type Table } from 'dexie/dist/modern/dexie.mjs';

/** The name does not begin like the names of libraries. */
const NAME = 'secrets';

export type SecretStore = ReturnType<typeof openSecrets>;

/**
 * Opens the store of tokens: values by name, which content scripts cannot read. All values of one call
 * are written together. Content scripts can read `storage.local`, at least in Firefox, but not IndexedDB
 * of the extension. The store belongs to the browser profile, not to a library.
 *
 * `onClosed` is called when the browser closes the store, mostly because it deletes the values. The
 * next call opens it again.
 */
export function openSecrets(indexedDB?: IDBFactory, onClosed = () => {}) {
  const db = new Dexie(NAME, indexedDB === undefined ? {} : { indexedDB });
  db.version(1).stores({ values: '' });
  db.on('close', onClosed);
  const table: Table<unknown, string> = db.table('values');
  return {
    async get(names: string | readonly string[]): Promise<Record<string, unknown>> {
      const all = [names].flat();
      const values = await table.bulkGet(all);
      const kept = all.map((name, at) => [name, values[at]] as const);
      return Object.fromEntries(kept.filter(([, value]) => value !== undefined));
    },
    async set(values: Readonly<Record<string, unknown>>): Promise<void> {
      await table.bulkPut(Object.values(values), Object.keys(values));
    },
    remove: (name: string): Promise<void> => table.delete(name),
  };
}
