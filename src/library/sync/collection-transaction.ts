import type { CollectionId } from '../../domain/collection';
import { ok } from '../../domain/result';
import type { UnixMs } from '../../domain/time';
import { asStored } from '../collections/collection-row';
import { commit, type Written } from '../database/commit';
import type { CollectionRow } from '../database/rows';
import type { Store } from '../database/store';
import type {
  CollectionName,
  JournalChange,
  JournalKind,
  JournalRow,
  SyncMeta,
} from '../database/sync-rows';
import { readMeta } from './sync-status';

/** Like `SyncTransaction`, for all collections, because they are few. */
export interface CollectionTransaction {
  readonly now: UnixMs;
  readonly meta: SyncMeta;
  rows(): readonly CollectionRow[];
  get(id: CollectionId): CollectionRow | null;
  newId(): CollectionId;
  put(row: CollectionRow): void;
  remove(id: CollectionId): void;
  setMeta(change: Partial<SyncMeta>): void;
  log(kind: JournalKind, about: CollectionName, changes?: readonly JournalChange[]): void;
}

const COLLECTION_TABLES = ['collections', 'journal', 'meta'];

/** Runs `work` over all collections and writes all of its changes or none. */
export const runCollectionTransaction = <T>(
  { db, now, newId }: Store,
  work: (tx: CollectionTransaction) => T,
): Written<T> =>
  commit(db, COLLECTION_TABLES, async () => {
    const [rows, meta] = await Promise.all([db.collections.toArray(), readMeta(db)]);
    const before = new Map(rows.map((row) => [row.id, row]));
    const after = new Map(before);
    const entries: Omit<JournalRow, 'id'>[] = [];
    const at = now();
    let changed = meta;
    const result = work({
      now: at,
      meta,
      rows: () => [...after.values()],
      get: (id) => after.get(id) ?? null,
      // A new id gets the type of what it is assigned to.
      newId: () => newId() as string as CollectionId,
      put: (row) => void after.set(row.id, asStored(row)),
      remove: (id) => void after.delete(id),
      setMeta(change) {
        changed = { ...changed, ...change };
      },
      log(kind, { id, name }, changes = []) {
        entries.push({ at, kind, bookmarkId: null, collection: { id, name }, changes });
      },
    });
    await db.collections.bulkPut([...after.values()].filter((row) => before.get(row.id) !== row));
    await db.collections.bulkDelete([...before.keys()].filter((id) => !after.has(id)));
    await db.journal.bulkAdd(entries);
    if (changed !== meta) await db.meta.put({ key: 'sync', sync: changed });
    return ok(result);
  });
