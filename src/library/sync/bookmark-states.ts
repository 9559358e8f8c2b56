import type { Bookmark, BookmarkId } from '../../domain/bookmark';
import type { PageValues } from '../../domain/bookmark-fields';
import type { UnixMs } from '../../domain/time';
import { type UrlKey, urlKey } from '../../domain/url-identity';
import { fromRow } from '../database/bookmark-rows';
import type { BookmarkEntry, Queued } from '../database/outbox-rows';
import type { BookmarkRow } from '../database/rows';
import { hasNotes } from '../database/shadow-rows';
import type { Store } from '../database/store';
import type { JournalChange, JournalKind, JournalRow, Shadow } from '../database/sync-rows';
import { allOf, bookmarkEntries, outboxEntriesOf } from '../outbox/outbox';
import { waitingIntents } from '../outbox/waiting-intents';
import type { KnownBookmarks } from './known-bookmarks';
import type { Move } from './move-contents';
import type { ReceivedArticle } from './store-articles';

/** A bookmark with the page's values of fields that a person has edited. */
export interface SyncedBookmark extends Bookmark {
  readonly originalValues?: Partial<PageValues>;
  readonly hasPageValues?: true;
}

/** An intent of the outbox. */
export type QueuedIntent = Queued<BookmarkEntry>;

/** Everything about one bookmark that sync works with. */
export interface SyncState {
  readonly id: BookmarkId;
  /** null: it was deleted for good, and only its delete is left. */
  readonly bookmark: SyncedBookmark | null;
  readonly shadow: Shadow | null;
  /** In the order in which they are sent. */
  readonly intents: readonly QueuedIntent[];
}

/** The bookmarks that a transaction loads, and the articles that came with them. */
export interface TransactionScope {
  readonly ids?: readonly BookmarkId[];
  readonly serverIds?: readonly string[];
  readonly urls?: readonly string[];
  /**
   * By server id. An article is stored if its bookmark changes in the transaction and its article
   * is pending then.
   */
  readonly articles?: ReadonlyMap<string, ReceivedArticle>;
  /** True if the server has a place for notes. Default: as far as is known. */
  readonly hasNotes?: boolean;
  /** Saves most lookups while many new bookmarks arrive. */
  readonly known?: KnownBookmarks | null;
}

/** Bookmarks of one transaction in memory. What is put is written when the callback returns. */
export interface SyncTransaction {
  readonly now: UnixMs;
  /** The time of what goes to the trash in it, never before the confirmed time. */
  readonly deletionTime: UnixMs;
  /** True if the server has a place for notes, as far as is known. */
  readonly hasNotes: boolean;
  newId(): BookmarkId;
  get(id: BookmarkId): SyncState;
  byServerId(serverId: string): SyncState | null;
  /** Returns the bookmarks of an address, including the trash. */
  byAddress(urlKey: UrlKey): readonly SyncState[];
  /** Intents that the state needs or needs no more are added or removed. */
  put(state: SyncState): void;
  /** Like `put`, for a state whose article was compared with that of the server. */
  putArticle(state: SyncState): void;
  /** Returns true if changes of highlights of a loaded bookmark wait to be sent. */
  hasUnsentHighlights(id: BookmarkId): boolean;
  /** Moves a later article of a bookmark to another one of the same page, and its highlights. */
  moveContents(move: Move): void;
  log(kind: JournalKind, bookmarkId: BookmarkId, changes?: readonly JournalChange[]): void;
}

/** The bookmarks of a running transaction: the loaded state and the current state. */
export interface OpenBookmarks {
  readonly tx: SyncTransaction;
  readonly rows: ReadonlyMap<BookmarkId, BookmarkRow>;
  readonly before: ReadonlyMap<BookmarkId, SyncState>;
  readonly after: ReadonlyMap<BookmarkId, SyncState>;
  /** Bookmarks whose articles were compared with those of the server. */
  readonly compared: ReadonlySet<BookmarkId>;
  /** Bookmarks whose highlights and article move to another one. */
  readonly moves: readonly Move[];
}

/** Loads the bookmarks of a scope and all others of the same addresses. */
export async function openBookmarks(
  { db }: Store,
  scope: TransactionScope,
  base: TransactionBase,
): Promise<OpenBookmarks> {
  const { known: others = null } = scope;
  const serverIds = scope.serverIds?.filter((id) => others?.mayHaveServerId(id) ?? true);
  const linked = await allOf(db.shadows, 'serverId', new Set(serverIds));
  const shadows = new Map(linked.map((shadow) => [shadow.bookmarkId, shadow]));
  const named = await db.bookmarks.bulkGet([...(scope.ids ?? []), ...shadows.keys()]);
  const rows = new Map(named.flatMap((row) => (row ? [[row.id, row]] : [])));
  const asked = (scope.urls ?? [])
    .flatMap((url) => urlKey(url) ?? [])
    .filter((key) => others?.mayHaveAddress(key) ?? true);
  const keys = [...asked, ...[...rows.values()].map(({ urlKey }) => urlKey)];
  const sameAddress = await allOf(db.bookmarks, 'urlKey', new Set(keys));
  for (const row of sameAddress) rows.set(row.id, row);

  const ids = [...new Set([...(scope.ids ?? []), ...shadows.keys(), ...rows.keys()])];
  const [known, waiting, ofHighlights, sendsNotes] = await Promise.all([
    db.shadows.bulkGet(ids.filter((id) => !shadows.has(id))),
    bookmarkEntries(db, ids),
    outboxEntriesOf(db, 'highlight', 'of', ids),
    hasNotes(db),
  ]);
  for (const shadow of known) if (shadow !== undefined) shadows.set(shadow.bookmarkId, shadow);
  const intents = Map.groupBy(waiting, ({ bookmarkId }) => bookmarkId);

  const before = new Map<BookmarkId, SyncState>();
  for (const id of ids) {
    const row = rows.get(id);
    before.set(id, {
      id,
      bookmark: row ? bookmarkOf(row) : null,
      shadow: shadows.get(id) ?? null,
      intents: intentsInOrder(intents.get(id) ?? []),
    });
  }
  const unsent = ofHighlights.filter(({ state }) => state !== 'attention');
  const highlighted = new Set(unsent.map(({ of }) => of));
  return contentsOf({ before, rows, highlighted, hasNotes: scope.hasNotes ?? sendsNotes }, base);
}

/** Edits do not wait for an article, which may be due days later, nor for a check of the bookmark. */
const RANKS = { create: 0, delete: 0, recheck: 0, patch: 1, content: 2, verify: 3 } as const;

const intentsInOrder = (intents: readonly QueuedIntent[]): readonly QueuedIntent[] =>
  intents.toSorted((one, other) => RANKS[one.intent.kind] - RANKS[other.intent.kind]);

const bookmarkOf = (row: BookmarkRow) => ({
  ...fromRow(row),
  ...(row.originalValues && { originalValues: row.originalValues }),
  ...(row.hasPageValues && { hasPageValues: row.hasPageValues }),
});

interface LoadedBookmarks extends Pick<OpenBookmarks, 'before' | 'rows'> {
  /** The bookmarks with changes of highlights that wait to be sent. */
  readonly highlighted: ReadonlySet<BookmarkId>;
  readonly hasNotes: boolean;
}

function contentsOf(
  { before, rows, highlighted, hasNotes }: LoadedBookmarks,
  { now, deletionTime, newId, log }: TransactionBase,
): OpenBookmarks {
  const after = new Map(before);
  const moves: Move[] = [];
  const compared = new Set<BookmarkId>();
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

  const tx: SyncTransaction = {
    now,
    deletionTime,
    hasNotes,
    newId,
    get,
    byServerId(serverId) {
      const id = byServerId.get(serverId);
      const state = id === undefined ? null : get(id);
      return state?.shadow?.serverId === serverId ? state : null;
    },
    byAddress: (urlKey) => [...(byAddress.get(urlKey) ?? [])].map(get),
    put(state) {
      const intents = intentsInOrder(waitingIntents(state, hasNotes, now));
      after.set(state.id, { ...state, intents });
      index(state);
    },
    putArticle(state) {
      tx.put(state);
      compared.add(state.id);
    },
    hasUnsentHighlights: (id) => highlighted.has(id),
    moveContents: (move) => void moves.push(move),
    log: (kind, bookmarkId, changes = []) => log({ kind, bookmarkId, changes }),
  };
  return { tx, rows, before, after, moves, compared };
}

/** An entry that the database has given no number. */
export type JournalEntry = Omit<JournalRow, 'id'>;

/** The part that all transactions of sync share. */
export interface TransactionBase {
  readonly now: UnixMs;
  readonly deletionTime: UnixMs;
  /** Returns an id that gets the type of what it is assigned to. */
  newId<Id extends string>(): Id;
  log(entry: Omit<JournalEntry, 'at'>): void;
}
