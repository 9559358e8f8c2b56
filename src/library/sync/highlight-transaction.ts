import type { BookmarkId } from '../../domain/bookmark';
import type { Highlight, HighlightId } from '../../domain/highlight';
import { ok } from '../../domain/result';
import type { UnixMs } from '../../domain/time';
import { commit, type Written } from '../database/commit';
import { type HighlightShadow, newHighlightShadow, withState } from '../database/highlight-shadow';
import type { LibraryDatabase } from '../database/schema';
import type { Store } from '../database/store';
import type {
  JournalChange,
  JournalKind,
  JournalRow,
  Shadow,
  ShadowRow,
} from '../database/sync-rows';

/** A highlight with its sync state. */
export interface HighlightState {
  readonly id: HighlightId;
  /** null: it is deleted, and only its annotations are left. */
  readonly highlight: Highlight | null;
  readonly shadow: HighlightShadow;
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
  readonly bookmarkId: BookmarkId;
  /** null: it does not exist any more. */
  readonly bookmark: HighlightedBookmark | null;
  all(): readonly HighlightState[];
  get(id: HighlightId): HighlightState | null;
  newId(): HighlightId;
  put(highlight: Highlight | null, shadow: HighlightShadow): void;
  /** Removes a highlight and its sync state. */
  remove(id: HighlightId): void;
  /** Records that the highlights of the server were read. */
  setRead(): void;
  /** null: the entry is about all highlights of the bookmark. */
  log(kind: JournalKind, about: Highlight | null, changes?: readonly JournalChange[]): void;
}

/** A bookmark on the server. */
export interface LinkedBookmark {
  readonly id: BookmarkId;
  readonly serverId: string;
}

const HIGHLIGHT_TABLES = ['highlights', 'highlightShadows', 'bookmarks', 'shadows', 'journal'];

/** The length of the text of a highlight in the journal, in UTF-16 code units. */
const NAME_LENGTH = 80;

/** Runs `work` over the highlights of a bookmark and writes all of its changes or none. */
export const runHighlightTransaction = <T>(
  { db, now, newId }: Store,
  bookmarkId: BookmarkId,
  work: (tx: HighlightTransaction) => T,
): Written<T> =>
  commit(db, HIGHLIGHT_TABLES, async () => {
    const [row, shadow = null, states] = await Promise.all([
      db.bookmarks.get(bookmarkId),
      db.shadows.get(bookmarkId),
      highlightStates(db, bookmarkId),
    ]);
    const before = new Map(states.map((state) => [state.id, state]));
    const after = new Map(before);
    const entries: Omit<JournalRow, 'id'>[] = [];
    const at = now();
    let isRead = false;
    const result = work({
      now: at,
      bookmarkId,
      bookmark: row ? { isInTrash: row.trashedAt !== null, created: row.created, shadow } : null,
      all: () => [...after.values()],
      get: (id) => after.get(id) ?? null,
      // A new id gets the type of what it is assigned to.
      newId: () => newId() as string as HighlightId,
      put(highlight, next) {
        const { id } = next;
        after.set(id, { id, highlight, shadow: withState(next, highlight) });
      },
      remove: (id) => void after.delete(id),
      setRead() {
        isRead = true;
      },
      log(kind, about, changes = []) {
        const entry = { at, kind, bookmarkId, changes };
        entries.push(about === null ? entry : { ...entry, highlight: nameOf(about) });
      },
    });
    const changed = [...after.values()].filter((state) => before.get(state.id) !== state);
    const gone = [...before.keys()].filter((id) => !after.has(id));
    const deleted = changed.filter(({ highlight }) => highlight === null).map(({ id }) => id);
    await Promise.all([
      db.highlights.bulkPut(changed.flatMap(({ highlight }) => highlight ?? [])),
      db.highlights.bulkDelete([...gone, ...deleted]),
      db.highlightShadows.bulkPut(changed.map((state) => state.shadow)),
      db.highlightShadows.bulkDelete(gone),
      db.journal.bulkAdd(entries),
      isRead && shadow !== null && clearPending(db, shadow),
    ]);
    return ok(result);
  });

const nameOf = ({ id, quote }: Highlight) => ({ id, text: quote.exact.slice(0, NAME_LENGTH) });

/** The article state stays, so the counts of article states do too. */
const clearPending = (db: LibraryDatabase, { annotations: _, ...shadow }: ShadowRow) =>
  db.shadows.put(shadow);

export async function highlightStates(
  db: LibraryDatabase,
  bookmarkId: BookmarkId,
): Promise<readonly HighlightState[]> {
  const [rows, shadows] = await Promise.all([
    db.highlights.where('bookmarkId').equals(bookmarkId).toArray(),
    db.highlightShadows.where('bookmarkId').equals(bookmarkId).toArray(),
  ]);
  const known = new Map<HighlightId, HighlightShadow>(shadows.map((one) => [one.id, one]));
  const live = rows.map((highlight): HighlightState => {
    const { id } = highlight;
    return { id, highlight, shadow: known.get(id) ?? newHighlightShadow(highlight) };
  });
  const isLive = new Set(rows.map(({ id }) => id));
  const deleted = shadows.filter(({ id }) => !isLive.has(id));
  return [...live, ...deleted.map((shadow) => ({ id: shadow.id, highlight: null, shadow }))];
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
