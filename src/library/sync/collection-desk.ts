import { type CollectionId, ok } from '../../domain';
import { asStored } from '../collections/collection-row';
import type { Written } from '../repository';
import type { Store } from '../store';
import { commit } from '../write';
import { readMeta } from './sync-meta';
import type { CollectionDesk } from './sync-repository';
import type { JournalRow } from './sync-rows';

const TABLES = ['collections', 'journal', 'meta'];

/** Lets `decide` work on all collections, and writes what it put, all of it or nothing. */
export const decideOverCollections = <T>(
  { db, now, newId }: Store,
  decide: (desk: CollectionDesk) => T,
): Written<T> =>
  commit(db, TABLES, async () => {
    const [rows, meta] = await Promise.all([db.collections.toArray(), readMeta(db)]);
    const before = new Map(rows.map((row) => [row.id, row]));
    const after = new Map(before);
    const entries: Omit<JournalRow, 'id'>[] = [];
    const at = now();
    let changed = meta;
    const decided = decide({
      now: at,
      meta,
      rows: () => [...after.values()],
      get: (id) => after.get(id) ?? null,
      // As in the repository: an id that is new is of whatever it is given to.
      newId: () => newId() as string as CollectionId,
      put: (row) => void after.set(row.id, asStored(row)),
      remove: (id) => void after.delete(id),
      setMeta(change) {
        changed = { ...changed, ...change };
      },
      tell(kind, { id, name }, changes = []) {
        entries.push({ at, kind, bookmarkId: null, collection: { id, name }, changes });
      },
    });
    await db.collections.bulkPut([...after.values()].filter((row) => before.get(row.id) !== row));
    await db.collections.bulkDelete([...before.keys()].filter((id) => !after.has(id)));
    await db.journal.bulkAdd(entries);
    if (changed !== meta) await db.meta.put({ key: 'sync', sync: changed });
    return ok(decided);
  });
