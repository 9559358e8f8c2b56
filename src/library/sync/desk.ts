import { type BookmarkId, type UrlKey, urlKey } from '../../domain';
import { fromRow } from '../bookmark-row';
import type { OutboxRow } from '../intents';
import type { BookmarkRow } from '../rows';
import type { Store } from '../store';
import { readMeta } from './sync-meta';
import type { DeskQuery, SyncDesk, SyncState } from './sync-repository';
import type { JournalRow, SyncMeta } from './sync-rows';

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
  const [linked, meta, hasQueue] = await Promise.all([
    allOf(query.serverIds, (id) => db.shadows.where('serverId').equals(id).toArray()),
    readMeta(db),
    db.outbox.limit(1).count(),
  ]);
  const shadows = new Map(linked.map((shadow) => [shadow.bookmarkId, shadow]));
  const named = await db.bookmarks.bulkGet([...(query.ids ?? []), ...shadows.keys()]);
  const rows = new Map(named.flatMap((row) => (row ? [[row.id, row]] : [])));
  const asked = (query.urls ?? []).flatMap((url) => urlKey(url) ?? []);
  const keys = [...asked, ...[...rows.values()].map(({ urlKey }) => urlKey)];
  const sameAddress = await allOf(keys, (key) =>
    db.bookmarks.where('urlKey').equals(key).toArray(),
  );
  for (const row of sameAddress) rows.set(row.id, row);

  const ids = [...new Set([...(query.ids ?? []), ...shadows.keys(), ...rows.keys()])];
  const [known, waiting] = await Promise.all([
    db.shadows.bulkGet(ids.filter((id) => !shadows.has(id))),
    hasQueue === 0 ? [] : db.outbox.where('bookmarkId').anyOf(ids).sortBy('seq'),
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
  return contentsOf(before, rows, meta, { now, newId });
}

/** Asked for side by side: a cursor over many keys takes a way to the storage for each. */
async function allOf<Key, Row>(
  keys: Iterable<Key> | undefined,
  read: (key: Key) => PromiseLike<readonly Row[]>,
): Promise<readonly Row[]> {
  return (await Promise.all([...new Set(keys ?? [])].map(read))).flat();
}

const bookmarkOf = (row: BookmarkRow) => ({
  ...fromRow(row),
  ...(row.pageSaid && { pageSaid: row.pageSaid }),
});

function contentsOf(
  before: ReadonlyMap<BookmarkId, SyncState>,
  rows: ReadonlyMap<BookmarkId, BookmarkRow>,
  meta: SyncMeta,
  { now, newId }: Pick<Store, 'now' | 'newId'>,
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
