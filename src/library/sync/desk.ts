import type { BookmarkId, UrlKey } from '../../domain';
import { fromRow } from '../bookmark-row';
import type { LibraryDatabase } from '../database';
import type { OutboxRow } from '../intents';
import type { BookmarkRow } from '../rows';
import type { Store } from '../store';
import { readMeta } from './sync-meta';
import type { DeskQuery, SyncDesk, SyncState } from './sync-repository';
import type { JournalRow, ShadowRow, SyncMeta } from './sync-rows';

/** What is on a desk: as it was read, as it is now, and what is to be written down. */
export interface DeskContents {
  readonly desk: SyncDesk;
  readonly rows: ReadonlyMap<BookmarkId, BookmarkRow>;
  readonly before: ReadonlyMap<BookmarkId, SyncState>;
  readonly after: ReadonlyMap<BookmarkId, SyncState>;
  readonly entries: readonly Omit<JournalRow, 'id'>[];
  readonly meta: { readonly before: SyncMeta; after: SyncMeta };
}

/** Reads what a decision is about, and whatever has the same address as one of it. */
export async function openDesk({ db, now, newId }: Store, query: DeskQuery): Promise<DeskContents> {
  const rows = new Map<BookmarkId, BookmarkRow>();
  const shadows = new Map<BookmarkId, ShadowRow>();
  const [linked, named, meta] = await Promise.all([
    db.shadows
      .where('serverId')
      .anyOf([...(query.serverIds ?? [])])
      .toArray(),
    db.bookmarks.bulkGet([...(query.ids ?? []), ...(await linkedIds(db, query))]),
    readMeta(db),
  ]);
  for (const shadow of linked) shadows.set(shadow.bookmarkId, shadow);
  for (const row of named) if (row !== undefined) rows.set(row.id, row);
  const keys = new Set([...(query.urlKeys ?? []), ...[...rows.values()].map((row) => row.urlKey)]);
  const sameAddress = await db.bookmarks
    .where('urlKey')
    .anyOf([...keys])
    .toArray();
  for (const row of sameAddress) rows.set(row.id, row);

  const ids = [...new Set([...(query.ids ?? []), ...shadows.keys(), ...rows.keys()])];
  const [known, waiting] = await Promise.all([
    db.shadows.bulkGet(ids),
    db.outbox.where('bookmarkId').anyOf(ids).sortBy('seq'),
  ]);
  for (const shadow of known) if (shadow !== undefined) shadows.set(shadow.bookmarkId, shadow);
  const intents = Map.groupBy(waiting, (row: OutboxRow) => row.bookmarkId);

  const before = new Map<BookmarkId, SyncState>();
  for (const id of ids) {
    const row = rows.get(id);
    before.set(id, {
      id,
      bookmark: row ? bookmarkOf(row) : null,
      shadow: shadows.get(id) ?? null,
      intents: intents.get(id) ?? [],
    });
  }
  return contentsOf(before, rows, meta, now, newId);
}

const linkedIds = async (db: LibraryDatabase, { serverIds = [] }: DeskQuery) =>
  db.shadows
    .where('serverId')
    .anyOf([...serverIds])
    .primaryKeys();

const bookmarkOf = (row: BookmarkRow) => ({
  ...fromRow(row),
  ...(row.pageSaid && { pageSaid: row.pageSaid }),
});

function contentsOf(
  before: ReadonlyMap<BookmarkId, SyncState>,
  rows: ReadonlyMap<BookmarkId, BookmarkRow>,
  meta: SyncMeta,
  now: Store['now'],
  newId: Store['newId'],
): DeskContents {
  const after = new Map(before);
  const at = now();
  const entries: Omit<JournalRow, 'id'>[] = [];
  const metas = { before: meta, after: meta };
  const byServerId = new Map<string, BookmarkId>();
  const byAddress = new Map<UrlKey, Set<BookmarkId>>();
  const index = ({ id, bookmark, shadow }: SyncState) => {
    if (shadow?.serverId) byServerId.set(shadow.serverId, id);
    if (bookmark === null) return;
    const same = byAddress.get(bookmark.urlKey) ?? new Set();
    byAddress.set(bookmark.urlKey, same.add(id));
  };
  for (const state of before.values()) index(state);
  const get = (id: BookmarkId): SyncState =>
    after.get(id) ?? { id, bookmark: null, shadow: null, intents: [] };

  const desk: SyncDesk = {
    now: at,
    get meta() {
      return metas.after;
    },
    get,
    byServerId(serverId) {
      const id = byServerId.get(serverId);
      const state = id === undefined ? null : get(id);
      return state?.shadow?.serverId === serverId ? state : null;
    },
    byAddress: (urlKey) => [...(byAddress.get(urlKey) ?? [])].map(get),
    newId,
    put(state) {
      after.set(state.id, state);
      index(state);
    },
    setMeta(change) {
      metas.after = { ...metas.after, ...change };
    },
    tell(kind, bookmarkId, changes = []) {
      entries.push({ at, kind, bookmarkId, changes });
    },
  };
  return { desk, rows, before, after, entries, meta: metas };
}
