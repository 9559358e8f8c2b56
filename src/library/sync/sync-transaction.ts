import {
  type BookmarkId,
  type CollectionId,
  ok,
  type UnixMs,
  type UrlKey,
  urlKey,
} from '../../domain';
import { rememberPageValues } from '../bookmarks/page-values';
import { asStored } from '../collections/collection-row';
import { COUNTED_TABLES, fromRow, toRow, writeBookmarks } from '../database/bookmark-rows';
import { commit, type Written } from '../database/commit';
import type { OutboxRow } from '../database/outbox-rows';
import type { BookmarkChange, BookmarkRow } from '../database/rows';
import { writeShadows } from '../database/shadow-rows';
import type { Store } from '../database/store';
import type { JournalRow, SyncMeta } from '../database/sync-rows';
import type {
  CollectionDesk,
  DeskQuery,
  SyncDesk,
  SyncedBookmark,
  SyncState,
} from './sync-repository';
import { readMeta } from './sync-status';

const TRANSACTION_TABLES = [...COUNTED_TABLES, 'outbox', 'shadows', 'journal'];

/** Lets `decide` work on what is asked for, and writes what it put, all of it or nothing. */
export const decideOver = <T>(
  store: Store,
  query: DeskQuery,
  decide: (desk: SyncDesk) => T,
): Written<T> =>
  commit(store.db, TRANSACTION_TABLES, async () => {
    const contents = await openDesk(store, query);
    const decided = decide(contents.desk);
    await write(store, contents);
    return ok(decided);
  });

async function write({ db }: Store, contents: DeskContents): Promise<void> {
  const { desk, before, after, rows, entries, meta } = contents;
  const changed = [...after.values()].flatMap((state) => {
    const old = before.get(state.id);
    return old === state ? [] : withOwnArticle(old, state);
  });
  const bookmarks = changed.flatMap(({ id, bookmark }): BookmarkChange[] => {
    if (bookmark === null || bookmark === before.get(id)?.bookmark) return [];
    const row = rows.get(id) ?? null;
    return [{ before: row, after: rowOf(row, bookmark, desk.now) }];
  });
  const shadows = changed.filter(({ id, shadow }) => shadow !== (before.get(id)?.shadow ?? null));
  const { puts, adds, deletes } = intentChanges(contents, changed);
  await Promise.all([
    bookmarks.length > 0 && writeBookmarks(db, bookmarks),
    writeShadows(
      db,
      shadows.map(({ id, shadow }) => ({ before: before.get(id)?.shadow ?? null, after: shadow })),
    ),
    db.outbox.bulkDelete(deletes),
    db.outbox.bulkPut(puts),
    db.outbox.bulkAdd(adds),
    db.journal.bulkAdd(entries),
    meta.after !== meta.before && db.meta.put({ key: 'sync', sync: meta.after }),
  ]);
}

/** A new article of which the server is not told: what is here is nowhere else. */
function withOwnArticle(before: SyncState | undefined, state: SyncState): SyncState {
  const isDropped = hasContent(before) && !hasContent(state);
  if (!isDropped || state.shadow?.article !== 'here') return state;
  return { ...state, shadow: { ...state.shadow, article: 'own' } };
}

const hasContent = (state: SyncState | undefined): boolean =>
  state?.intents.some(({ intent }) => intent.kind === 'content') ?? false;

/** What a server or another device wrote over the page's own word is a person's. */
function rowOf(before: BookmarkRow | null, bookmark: SyncedBookmark, now: UnixMs): BookmarkRow {
  if (before === null) return toRow(bookmark);
  return toRow({ ...rememberPageValues(before, { ...before, ...bookmark }), updated: now });
}

function intentChanges({ before }: DeskContents, changed: readonly SyncState[]) {
  const puts: OutboxRow[] = [];
  const adds: Omit<OutboxRow, 'seq'>[] = [];
  const deletes: number[] = [];
  for (const state of changed) {
    const old = before.get(state.id)?.intents ?? [];
    if (old === state.intents) continue;
    const kept = new Set(state.intents.map(({ seq }) => seq));
    deletes.push(...old.flatMap(({ seq }) => (seq === null || kept.has(seq) ? [] : [seq])));
    for (const intent of state.intents) {
      const { seq, ...rest } = intent;
      if (seq === null) adds.push(rest);
      else if (!old.includes(intent)) puts.push({ ...rest, seq });
    }
  }
  return { puts, adds, deletes };
}

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

const COLLECTION_TABLES = ['collections', 'journal', 'meta'];

/** Lets `decide` work on all collections, and writes what it put, all of it or nothing. */
export const decideOverCollections = <T>(
  { db, now, newId }: Store,
  decide: (desk: CollectionDesk) => T,
): Written<T> =>
  commit(db, COLLECTION_TABLES, async () => {
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
