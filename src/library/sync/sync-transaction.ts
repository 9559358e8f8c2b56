import type { Bookmark, BookmarkId } from '../../domain/bookmark';
import { PAGE_VALUE_FIELDS, type PageValues, pick } from '../../domain/bookmark-fields';
import { ok } from '../../domain/result';
import type { UnixMs } from '../../domain/time';
import { type UrlKey, urlKey } from '../../domain/url-identity';
import { isKnown, keepOriginalValues } from '../bookmarks/page-values';
import { fromRow, toRow, writeBookmarks } from '../database/bookmark-rows';
import { deletionTime } from '../database/clock';
import { commit, type Written } from '../database/commit';
import type { BookmarkEntry, Queued } from '../database/outbox-rows';
import type { BookmarkChange, BookmarkRow } from '../database/rows';
import { writeShadows } from '../database/shadow-rows';
import type { Store } from '../database/store';
import type { JournalChange, JournalKind, JournalRow, Shadow } from '../database/sync-rows';
import { JOIN_TABLES } from '../duplicates/join-bookmarks';
import { type HighlightState, joinedEntry, unlinkHighlights } from '../highlights/highlight-states';
import { allOf, bookmarkEntries, entriesOf, replaceEntries } from '../outbox/outbox';
import type { KnownBookmarks } from './known-bookmarks';
import { type Move, moveContents } from './move-contents';
import {
  type Arrival,
  arrivalOf,
  type PackedArticle,
  packArticles,
  type ReceivedArticle,
  withArticle,
  withStoredArticle,
  writeArticles,
} from './store-articles';

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
  /** In their order. */
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
  /** Saves most lookups while many new bookmarks arrive. */
  readonly known?: KnownBookmarks | null;
}

/** Bookmarks of one transaction in memory. What is put is written when the callback returns. */
export interface SyncTransaction {
  readonly now: UnixMs;
  /** The time of what goes to the trash in it, never before the confirmed time. */
  readonly deletionTime: UnixMs;
  newId(): BookmarkId;
  get(id: BookmarkId): SyncState;
  byServerId(serverId: string): SyncState | null;
  /** Returns the bookmarks of an address, including the trash. */
  byAddress(urlKey: UrlKey): readonly SyncState[];
  put(state: SyncState): void;
  /** Like `put`, for a state whose article was compared with that of the server. */
  putArticle(state: SyncState): void;
  /** Returns true if changes of highlights of a loaded bookmark wait to be sent. */
  hasUnsentHighlights(id: BookmarkId): boolean;
  /** Moves a later article of a bookmark to another one of the same page, and its highlights. */
  moveContents(move: Move): void;
  log(kind: JournalKind, bookmarkId: BookmarkId, changes?: readonly JournalChange[]): void;
}

type PackedArticles = ReadonlyMap<string, PackedArticle>;

/** Loads the bookmarks of `scope`, runs `work` and writes all of its changes or none. */
export async function runBookmarkTransaction<T>(
  store: Store,
  scope: TransactionScope,
  work: (tx: SyncTransaction) => T,
): Written<T> {
  const articles: PackedArticles = await packArticles(scope.articles ?? new Map(), store.now());
  let remember = () => {};
  const open = async (base: TransactionBase) => {
    const next = (await scope.known?.update(store.db)) ?? 0;
    const contents = await openBookmarks(store, scope, base);
    remember = () => {
      const states = [...contents.after.values()];
      const added = states.filter(({ id, bookmark }) => bookmark && !contents.rows.has(id));
      scope.known?.add(states, next + added.length);
    };
    return { tx: contents.tx, write: () => write(store, contents, articles, base.log) };
  };
  const written = await runTransaction(store, JOIN_TABLES, open, work);
  if (written.ok) remember();
  return written;
}

async function write(
  { db }: Store,
  contents: OpenBookmarks,
  articles: PackedArticles,
  log: TransactionBase['log'],
): Promise<void> {
  const arrivals = takeArticles(contents, articles);
  const { tx, before, after, rows, moves, compared } = contents;
  const changed = [...after.values()].flatMap((state) => {
    const old = before.get(state.id);
    if (old === state) return [];
    return compared.has(state.id) ? state : withOwnArticle(old, state);
  });
  const bookmarks = changed.flatMap(({ id, bookmark, shadow }): BookmarkChange[] => {
    if (bookmark === null || bookmark === before.get(id)?.bookmark) return [];
    const row = rows.get(id) ?? null;
    const isReading = Boolean(shadow?.isLoaded && !before.get(id)?.shadow?.isLoaded);
    return [{ before: row, after: rowOf(row, bookmark, isReading, tx.now) }];
  });
  const shadows = changed.filter(({ id, shadow }) => shadow !== (before.get(id)?.shadow ?? null));
  const queued = changed.filter(({ id, intents }) => intents !== before.get(id)?.intents);
  await Promise.all([
    bookmarks.length > 0 && writeBookmarks(db, bookmarks),
    arrivals.length > 0 && writeArticles(db, arrivals, bookmarks),
    writeShadows(
      db,
      shadows.map(({ id, shadow }) => ({ before: before.get(id)?.shadow ?? null, after: shadow })),
    ),
    replaceEntries(
      db,
      queued.flatMap(({ id }) => before.get(id)?.intents ?? []),
      queued.flatMap(({ intents }) => intents),
    ),
  ]);
  const unlinked = changed.filter((state) => hasLostLink(before, state));
  const former = await unlinkHighlights(
    db,
    unlinked.map(({ id }) => id),
    tx.now,
  );
  await rememberParts(db, before, shadows, former);
  for (const move of moves) {
    const joined = await moveContents(db, move, tx.now);
    for (const one of joined) log({ kind: 'joined', bookmarkId: move.to, ...joinedEntry(one) });
  }
}

/** Adds the annotations that bookmarks had to those that are to be deleted in their place. */
async function rememberParts(
  { shadows }: Store['db'],
  before: ReadonlyMap<BookmarkId, SyncState>,
  changed: readonly SyncState[],
  former: readonly HighlightState[],
): Promise<void> {
  if (former.length === 0) return;
  const linkOf = (id: BookmarkId) => before.get(id)?.shadow?.serverId;
  for (const { id, shadow } of changed) {
    if (!shadow?.replacedBy) continue;
    const ofThis = former.filter((one) => linkOf(one.shadow.bookmarkId) === shadow.serverId);
    const parts = ofThis.flatMap((one) =>
      one.shadow.parts.map((part) => ({ ...part, highlightId: one.id })),
    );
    if (parts.length > 0) await shadows.update(id, { parts });
  }
}

/** Adds the articles that came to the bookmarks that changed and lack them. */
function takeArticles(
  { tx, before, after }: OpenBookmarks,
  articles: PackedArticles,
): readonly Arrival[] {
  return [...articles].flatMap(([serverId, packed]): Arrival[] => {
    const state = tx.byServerId(serverId);
    if (!state?.bookmark || !state.shadow || before.get(state.id) === after.get(state.id))
      return [];
    const { bookmark, shadow } = state;
    const isMissing = shadow.article === 'pending' && bookmark.content.kind !== 'article';
    if (!isMissing || bookmark.trashedAt !== null) return [];
    tx.put({
      ...state,
      bookmark: withArticle(bookmark, shadow, packed),
      shadow: withStoredArticle(shadow, packed),
    });
    return [arrivalOf(shadow, packed)];
  });
}

/** Returns true if the bookmark was on the server under another id. */
function hasLostLink(before: OpenBookmarks['before'], { id, shadow }: SyncState): boolean {
  const was = before.get(id)?.shadow?.serverId;
  return Boolean(was) && was !== shadow?.serverId;
}

/** If the new article is not sent to the server, it is on this device only. */
function withOwnArticle(before: SyncState | undefined, state: SyncState): SyncState {
  const isDropped = hasContent(before) && !hasContent(state);
  if (!isDropped || state.shadow === null || state.bookmark?.content.kind !== 'article') {
    return state;
  }
  return { ...state, shadow: { ...state.shadow, article: 'local', sentCaptured: null } };
}

const hasContent = (state: SyncState | undefined): boolean =>
  state?.intents.some(({ intent }) => intent.kind === 'content') ?? false;

/**
 * A value that a server or another device wrote over the page's counts as edited by a person. What the
 * server has found in the page, where nothing was known, is the page's own.
 */
function rowOf(
  before: BookmarkRow | null,
  bookmark: SyncedBookmark,
  isReading: boolean,
  now: UnixMs,
): BookmarkRow {
  if (before === null) return toRow(bookmark);
  const found = PAGE_VALUE_FIELDS.filter((field) => isReading && !isKnown(before, field));
  const ofPage = { ...before, ...pick(bookmark, found) };
  return toRow({ ...keepOriginalValues(ofPage, { ...before, ...bookmark }), updated: now });
}

/** The bookmarks of a running transaction: the loaded state and the current state. */
interface OpenBookmarks {
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
async function openBookmarks(
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
  const [known, waiting, ofHighlights] = await Promise.all([
    db.shadows.bulkGet(ids.filter((id) => !shadows.has(id))),
    bookmarkEntries(db, ids),
    entriesOf(db, 'highlight', 'of', ids),
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
      intents: intents.get(id) ?? [],
    });
  }
  const unsent = ofHighlights.filter(({ state }) => state !== 'attention');
  return contentsOf({ before, rows, highlighted: new Set(unsent.map(({ of }) => of)) }, base);
}

const bookmarkOf = (row: BookmarkRow) => ({
  ...fromRow(row),
  ...(row.originalValues && { originalValues: row.originalValues }),
  ...(row.hasPageValues && { hasPageValues: row.hasPageValues }),
});

interface LoadedBookmarks extends Pick<OpenBookmarks, 'before' | 'rows'> {
  /** The bookmarks with changes of highlights that wait to be sent. */
  readonly highlighted: ReadonlySet<BookmarkId>;
}

function contentsOf(
  { before, rows, highlighted }: LoadedBookmarks,
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
    newId,
    get,
    byServerId(serverId) {
      const id = byServerId.get(serverId);
      const state = id === undefined ? null : get(id);
      return state?.shadow?.serverId === serverId ? state : null;
    },
    byAddress: (urlKey) => [...(byAddress.get(urlKey) ?? [])].map(get),
    put(state) {
      after.set(state.id, state);
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

type JournalEntry = Omit<JournalRow, 'id'>;

/** The part that all transactions of sync share. */
export interface TransactionBase {
  readonly now: UnixMs;
  readonly deletionTime: UnixMs;
  /** Returns an id that gets the type of what it is assigned to. */
  newId<Id extends string>(): Id;
  log(entry: Omit<JournalEntry, 'at'>): void;
}

/** Records in memory, and what writes those that have changed. */
export interface OpenTransaction<Tx> {
  readonly tx: Tx;
  write(): Promise<unknown>;
}

/**
 * Opens records, runs `work` over them, and writes all of its changes with their entries in the
 * outbox and the journal, or none.
 */
export const runTransaction = <Tx, T>(
  store: Store,
  tables: readonly string[],
  open: (base: TransactionBase) => Promise<OpenTransaction<Tx>>,
  work: (tx: Tx) => T,
): Written<T> =>
  commit(store.db, [...tables, 'outbox', 'journal', 'meta'], async () => {
    const entries: JournalEntry[] = [];
    // The journal keeps values for its time, as the trash keeps pages.
    const at = await deletionTime(store);
    const { tx, write } = await open({
      now: store.now(),
      deletionTime: at,
      // The only place that creates ids of these types.
      newId: <Id extends string>() => store.newId() as string as Id,
      log: (entry) => void entries.push({ at, ...entry }),
    });
    const result = work(tx);
    await write();
    await store.db.journal.bulkAdd(summarised(entries));
    return ok(result);
  });

/** More new bookmarks of one transaction have one entry together, as in a first sync. */
const LISTED_SINGLY = 20;

function summarised(entries: readonly JournalEntry[]): readonly JournalEntry[] {
  const isNew = ({ kind, changes, bookmarkId, highlight }: JournalEntry) =>
    kind === 'received' && changes.length === 0 && bookmarkId !== null && highlight === undefined;
  const added = entries.filter(isNew);
  const [first] = added;
  if (first === undefined || added.length <= LISTED_SINGLY) return entries;
  const together = { ...first, bookmarkId: null, count: added.length };
  return [together, ...entries.filter((entry) => !isNew(entry))];
}
