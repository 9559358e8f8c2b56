import Dexie, { type Table } from 'dexie/dist/modern/dexie.mjs';

/** The name does not begin like the names of libraries. */
const SECRETS_DATABASE = 'secrets';

export type SecretStore = ReturnType<typeof openSecrets>;

/**
 * Opens the store of tokens: values by name, which content scripts cannot read. All values of one call
 * are written together. Content scripts can read `storage.local`, at least in Firefox, but not IndexedDB
 * of the extension. The store belongs to the browser profile, not to a library.
 *
 * `onLost` is called when the browser or another tab deletes the store while it is open. The next call
 * creates an empty one.
 */
export function openSecrets(indexedDB?: IDBFactory, onLost = () => {}) {
  const db = new Dexie(SECRETS_DATABASE, indexedDB === undefined ? {} : { indexedDB });
  db.version(1).stores({ values: '' });
  const watchLoss = () => {
    // Dexie's own event also reports the times when Dexie itself closes the database.
    for (const event of ['close', 'versionchange']) {
      db.backendDB().addEventListener(event, () => onLost());
    }
  };
  db.on('ready', watchLoss, true);
  const table: Table<unknown, string> = db.table('values');
  const get = async (names: string | readonly string[]): Promise<Record<string, unknown>> => {
    const all = [names].flat();
    const values = await table.bulkGet(all);
    const kept = all.map((name, at) => [name, values[at]] as const);
    return Object.fromEntries(kept.filter(([, value]) => value !== undefined));
  };
  const set = async (values: Readonly<Record<string, unknown>>): Promise<void> => {
    await table.bulkPut(Object.values(values), Object.keys(values));
  };
  return {
    get,
    set,
    /** Reads values and writes the result of `step`. No other tab can write them in between. */
    change: (
      names: readonly string[],
      step: (kept: Record<string, unknown>) => Readonly<Record<string, unknown>>,
    ): Promise<void> => db.transaction('rw', table, async () => set(step(await get(names)))),
    remove: (name: string): Promise<void> => table.delete(name),
  };
}
