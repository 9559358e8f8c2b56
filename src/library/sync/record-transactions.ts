import type { BookmarkId } from '../../domain/bookmark';
import type { CollectionId } from '../../domain/collection';
import type { Highlight, HighlightId } from '../../domain/highlight';
import type { UnixMs } from '../../domain/time';
import {
  COLLECTION_TABLES,
  type CollectionState,
  collectionStates,
  queuedCollection,
  writeCollections,
} from '../collections/collection-row';
import type { Written } from '../database/commit';
import type { HighlightShadow } from '../database/highlight-shadow';
import type { LibraryDatabase } from '../database/schema';
import type { Store } from '../database/store';
import type {
  CollectionName,
  JournalChange,
  JournalKind,
  Shadow,
  ShadowRow,
  SyncMeta,
} from '../database/sync-rows';
import {
  HIGHLIGHT_TABLES,
  type HighlightState,
  highlightName,
  highlightStatesOf,
  newState,
  queuedState,
  writeHighlightStates,
} from '../highlights/highlight-states';
import type { TransactionBase } from './bookmark-states';
import { readMeta } from './sync-status';
import { runTransaction } from './sync-transaction';

/** Like `SyncTransaction`, for all collections, because they are few. */
export interface CollectionTransaction {
  readonly now: UnixMs;
  newId(): CollectionId;
  readonly meta: SyncMeta;
  rows(): readonly CollectionState[];
  get(id: CollectionId): CollectionState | null;
  put(row: CollectionState): void;
  remove(id: CollectionId): void;
  setMeta(change: Partial<SyncMeta>): void;
  log(kind: JournalKind, about: CollectionName, changes?: readonly JournalChange[]): void;
}

/** Runs `work` over all collections and writes all of its changes or none. */
export const runCollectionTransaction = <T>(
  store: Store,
  work: (tx: CollectionTransaction) => T,
): Written<T> =>
  runTransaction(store, COLLECTION_TABLES, (base) => openCollections(store, base), work);

async function openCollections({ db }: Store, { now, newId, log }: TransactionBase) {
  const [before, meta] = await Promise.all([collectionStates(db), readMeta(db)]);
  const after = new Map(before);
  let changed = meta;
  const tx: CollectionTransaction = {
    now,
    newId,
    meta,
    rows: () => [...after.values()],
    get: (id) => after.get(id) ?? null,
    put: (row) => void after.set(row.id, queuedCollection(row, now)),
    remove: (id) => void after.delete(id),
    setMeta(change) {
      changed = { ...changed, ...change };
    },
    log: (kind, { id, name }, changes = []) =>
      log({ kind, bookmarkId: null, collection: { id, name }, changes }),
  };
  const write = async () => {
    await writeCollections(db, [...before.values()], [...after.values()], now);
    if (changed !== meta) await db.meta.put({ key: 'sync', sync: changed });
  };
  return { tx, write };
}

/** The bookmark of highlights, as far as their sync depends on it. */
export interface HighlightedBookmark {
  readonly isInTrash: boolean;
  readonly created: UnixMs;
  /** null: the bookmark was never sent. */
  readonly shadow: Pick<Shadow, 'serverId' | 'isLoaded' | 'version' | 'annotations'> | null;
}

/** Like `SyncTransaction`, for the highlights of one bookmark. */
export interface HighlightTransaction {
  readonly now: UnixMs;
  newId(): HighlightId;
  readonly bookmarkId: BookmarkId;
  /** null: it does not exist any more. */
  readonly bookmark: HighlightedBookmark | null;
  all(): readonly HighlightState[];
  get(id: HighlightId): HighlightState | null;
  /** Without `entry`, what waits keeps its entry. */
  put(highlight: Highlight | null, shadow: HighlightShadow, entry?: HighlightState['entry']): void;
  /** Removes a highlight and its sync state. */
  remove(id: HighlightId): void;
  /** Records that the highlights of the server were read. */
  setRead(): void;
  /** null: the entry is about all highlights of the bookmark. */
  log(kind: JournalKind, about: Highlight | null, changes?: readonly JournalChange[]): void;
}

/** Runs `work` over the highlights of a bookmark and writes all of its changes or none. */
export const runHighlightTransaction = <T>(
  store: Store,
  bookmarkId: BookmarkId,
  work: (tx: HighlightTransaction) => T,
): Written<T> =>
  runTransaction(
    store,
    [...HIGHLIGHT_TABLES, 'bookmarks', 'shadows'],
    (base) => openHighlights(store, bookmarkId, base),
    work,
  );

async function openHighlights(
  { db }: Store,
  bookmarkId: BookmarkId,
  { now, newId, log }: TransactionBase,
) {
  const [row, shadow = null, before] = await Promise.all([
    db.bookmarks.get(bookmarkId),
    db.shadows.get(bookmarkId),
    highlightStatesOf(db, [bookmarkId]),
  ]);
  const after = new Map(before.map((state) => [state.id, state]));
  let isRead = false;
  const tx: HighlightTransaction = {
    now,
    newId,
    bookmarkId,
    bookmark: row ? { isInTrash: row.trashedAt !== null, created: row.created, shadow } : null,
    all: () => [...after.values()],
    get: (id) => after.get(id) ?? null,
    put(highlight, next, entry = after.get(next.id)?.entry) {
      after.set(next.id, queuedState(newState(next, highlight, entry), now));
    },
    remove: (id) => void after.delete(id),
    setRead() {
      isRead = true;
    },
    log(kind, about, changes = []) {
      const name = about && highlightName(about);
      log({ kind, bookmarkId, changes, ...(name && { highlight: name }) });
    },
  };
  const write = async () => {
    await writeHighlightStates(db, before, [...after.values()], now);
    if (isRead && shadow !== null) await clearPending(db, shadow);
  };
  return { tx, write };
}

/** The article state stays, so the counts of article states do too. */
const clearPending = (db: LibraryDatabase, { annotations: _, ...shadow }: ShadowRow) =>
  db.shadows.put(shadow);

/** A bookmark on the server. */
export interface LinkedBookmark {
  readonly id: BookmarkId;
  readonly serverId: string;
}

/** Returns bookmarks whose highlights have to be read from the server. */
export async function pendingAnnotations(
  db: LibraryDatabase,
  limit: number,
): Promise<readonly LinkedBookmark[]> {
  // A bookmark that is kept on this device may have been marked before.
  const linked = db.shadows
    .where('annotations')
    .above('')
    .filter((one) => one.serverId !== null);
  const shadows = await linked.limit(limit).toArray();
  return shadows.flatMap(({ bookmarkId: id, serverId }) => (serverId ? { id, serverId } : []));
}

/** Returns those of the bookmarks that have highlights on the server, as far as is known. */
export async function withAnnotations(
  db: LibraryDatabase,
  serverIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const shadows = await db.shadows.where('serverId').anyOf(serverIds).toArray();
  const ids = new Map(shadows.map(({ bookmarkId, serverId }) => [bookmarkId, serverId]));
  const rows = await db.highlightShadows
    .where('bookmarkId')
    .anyOf([...ids.keys()])
    .toArray();
  return new Set(rows.flatMap(({ bookmarkId }) => ids.get(bookmarkId) ?? []));
}
