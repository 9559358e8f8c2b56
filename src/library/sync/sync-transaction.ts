import type { BookmarkId } from '../../domain/bookmark';
import { PAGE_VALUE_FIELDS, pick } from '../../domain/bookmark-fields';
import { ok } from '../../domain/result';
import type { UnixMs } from '../../domain/time';
import { isKnownField, keepOriginalValues } from '../bookmarks/page-values';
import { dated, toRow, writeBookmarks } from '../database/bookmark-rows';
import { deletionTime } from '../database/clock';
import { commit, type Written } from '../database/commit';
import type { BookmarkChange, BookmarkRow } from '../database/rows';
import { writeShadows } from '../database/shadow-rows';
import type { Store } from '../database/store';
import { JOIN_TABLES } from '../duplicates/join-bookmarks';
import { type HighlightState, unlinkHighlights } from '../highlights/highlight-states';
import { joinedEntry } from '../highlights/move-highlights';
import { replaceEntries } from '../outbox/outbox';
import {
  type JournalEntry,
  type OpenBookmarks,
  openBookmarks,
  type SyncedBookmark,
  type SyncState,
  type SyncTransaction,
  type TransactionBase,
  type TransactionScope,
} from './bookmark-states';
import { moveContents } from './move-contents';
import {
  type Arrival,
  arrivalOf,
  type PackedArticle,
  packArticles,
  withArticle,
  withStoredArticle,
  writeArticles,
} from './store-articles';

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

/** Returns true if sync has changed nothing of a row. */
const isSameBookmark = (row: BookmarkRow, bookmark: SyncedBookmark): boolean =>
  Object.entries(bookmark).every(([field, value]) => row[field as keyof SyncedBookmark] === value);

/**
 * A link to a server is no change of a bookmark. A value that a server or another device wrote over the
 * page's counts as edited by a person. What the server has found in the page, where nothing was known, is
 * the page's own.
 */
function rowOf(
  before: BookmarkRow | null,
  bookmark: SyncedBookmark,
  isReading: boolean,
  now: UnixMs,
): BookmarkRow {
  if (before === null) return toRow(bookmark);
  const linked = { ...before, serverId: bookmark.serverId };
  if (isSameBookmark(linked, bookmark)) return toRow(linked);
  const found = PAGE_VALUE_FIELDS.filter((field) => isReading && !isKnownField(before, field));
  const ofPage = { ...before, ...pick(bookmark, found) };
  const after = { ...keepOriginalValues(ofPage, { ...before, ...bookmark }), updated: now };
  return toRow(dated(before, after));
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
