import type { BookmarkId } from '../../domain/bookmark';
import { isSameValue } from '../../domain/bookmark-values';
import {
  type Highlight,
  type HighlightChanges,
  type HighlightDoubt,
  type HighlightId,
  type HighlightPosition,
  isUnanchored,
  UNANCHORED,
} from '../../domain/highlight';
import { err, ok } from '../../domain/result';
import { NOT_REVIEWED } from '../../domain/review';
import { act, type Done } from '../database/change-log';
import { commit, type Dispose, type Written, write } from '../database/commit';
import {
  type LocalOnly,
  newHighlightShadow,
  type PlaceOnServer,
} from '../database/highlight-shadow';
import { watch } from '../database/live';
import type { HighlightRow } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import { repository } from '../database/store';
import {
  deleteHighlights,
  editHighlight,
  isTypedOn,
  newId,
  restoreHighlights,
  withResult,
} from './change-highlights';
import {
  HIGHLIGHT_TABLES,
  highlightStates,
  newState,
  writeHighlightStates,
} from './highlight-states';

/** A highlight to create. */
export type NewHighlight = Pick<Highlight, 'bookmarkId' | 'quote' | 'color' | 'position'> &
  Partial<Pick<Highlight, 'note' | 'pagePosition'>>;

type LocalOnlyReasons = ReadonlyMap<HighlightId, LocalOnly>;

/** Returns the reasons why highlights of a page are not on the server. */
export async function localOnlyOf(db: LibraryDatabase, id: BookmarkId): Promise<LocalOnlyReasons> {
  const shadows = await db.highlightShadows.where('bookmarkId').equals(id).toArray();
  return new Map(
    shadows.flatMap((each) => (each.localOnly ? [[each.id, each.localOnly] as const] : [])),
  );
}

const HIGHLIGHT_CHANGE_TABLES = [...HIGHLIGHT_TABLES, 'bookmarks'];

export type HighlightRepository = ReturnType<typeof highlightRepository>;

export const highlightRepository = repository({
  async get({ db }, id: HighlightId): Promise<Highlight | null> {
    return (await db.highlights.get(id)) ?? null;
  },

  /** Returns the number of highlights of a page. */
  count: ({ db }, id: BookmarkId): Promise<number> =>
    db.highlights.where('bookmarkId').equals(id).count(),

  /** Returns the highlights of a page in the order of its text. */
  ofBookmark: ({ db }, id: BookmarkId): Promise<readonly Highlight[]> => inTextOrder(db, id),

  /** Calls `listener` with the highlights of a page in the order of its text. */
  watch: (store, id: BookmarkId, listener: (highlights: readonly Highlight[]) => void): Dispose =>
    watch(store, () => inTextOrder(store.db, id), listener),

  /** Returns the reasons why highlights of a page are not on the server. */
  localOnly: ({ db }, id: BookmarkId): Promise<LocalOnlyReasons> => localOnlyOf(db, id),

  /** Calls `listener` with what `localOnly` returns. */
  watchLocalOnly: (store, id: BookmarkId, listener: (reasons: LocalOnlyReasons) => void): Dispose =>
    watch(store, () => localOnlyOf(store.db, id), listener),

  /** Error `not-found` if the bookmark does not exist or is in the trash. */
  add: (store, fields: NewHighlight): Written<Highlight> =>
    commit(store.db, HIGHLIGHT_CHANGE_TABLES, async () => {
      const { db, now } = store;
      const bookmark = await db.bookmarks.get(fields.bookmarkId);
      if (bookmark === undefined || bookmark.trashedAt !== null) return err({ kind: 'not-found' });
      const highlight = {
        note: '',
        review: NOT_REVIEWED,
        isNoteOnly: false,
        refused: [],
        ...fields,
        created: now(),
        updated: now(),
        id: newId(store),
      };
      const added = newState(newHighlightShadow(highlight), highlight);
      await writeHighlightStates(db, [], [added], now());
      return ok(highlight);
    }),

  /**
   * Sets fields. With a position, the place is certain. A new quote or position clears the positions that
   * are not given, because they may be those of another copy. `doubt` is what the search says that follows
   * from the changes. A note that goes on within a minute is one act.
   */
  edit: (
    store,
    id: HighlightId,
    changes: HighlightChanges,
    doubt?: HighlightDoubt,
  ): Written<Done<void>> =>
    act(
      store,
      HIGHLIGHT_TABLES,
      async (log) => {
        const [state] = await highlightStates(store.db, [id]);
        if (!state?.highlight) return err({ kind: 'not-found' });
        await editHighlight(store, state, { changes, doubt }, log);
        return ok(undefined);
      },
      isTypedOn,
    ),

  /**
   * Deletes highlights and returns them. Unknown ids are skipped. The deletion is sent after `UNDO_MS` at
   * the earliest.
   */
  delete: (store, ids: readonly HighlightId[]): Written<Done<readonly Highlight[]>> =>
    act(store, HIGHLIGHT_TABLES, async (log) => ok(await deleteHighlights(store, ids, log))),

  /**
   * Undoes a deletion, even if the server has it already. One that is here again stays as it is.
   * Highlights of bookmarks that were deleted for good since are skipped. Returns the others.
   */
  restore: (store, highlights: readonly Highlight[]): Written<Done<readonly Highlight[]>> =>
    act(store, HIGHLIGHT_CHANGE_TABLES, async (log) =>
      ok(await restoreHighlights(store, highlights, log)),
    ),

  /**
   * Stores what a search in the saved article found. This is no change of a person. A highlight
   * without a certain place keeps its last position, which helps later searches.
   */
  setPositions: (
    { db },
    found: ReadonlyMap<HighlightId, HighlightPosition | HighlightDoubt>,
  ): Written<void> =>
    write(db, HIGHLIGHT_CHANGE_TABLES, async () => {
      const rows = await db.highlights.bulkGet([...found.keys()]);
      const changed = rows.flatMap((row) => {
        const result = row && found.get(row.id);
        if (row === undefined || result === undefined) return [];
        const next = withResult(row, result);
        return isSameValue(next, row) ? [] : [next];
      });
      await db.highlights.bulkPut(changed);
    }),

  /** Returns a bookmark with highlights that the background has to look for; null: there is none. */
  nextUnanchored: ({ db }): Promise<BookmarkId | null> => nextUnanchored(db),

  /**
   * Returns where other devices have made highlights of a bookmark in the server's article, if that of
   * this device is the same one.
   */
  async placesOnServer({ db }, id: BookmarkId): Promise<ReadonlyMap<HighlightId, PlaceOnServer>> {
    const shadow = await db.shadows.get(id);
    if (shadow?.article !== 'synced') return new Map();
    const rows = await db.highlightShadows.where('bookmarkId').equals(id).toArray();
    return new Map(rows.flatMap((row) => (row.madeAt ? [[row.id, row.madeAt]] : [])));
  },

  /** Calls `listener` while there are highlights that the background has to look for. */
  watchUnanchored: (store, listener: () => void): Dispose =>
    watch(
      store,
      () => nextUnanchored(store.db),
      (id) => {
        if (id !== null) listener();
      },
    ),

  /** Gives the highlights of a bookmark without an article up. They are marked when it gets one. */
  leaveUnanchored: ({ db }, id: BookmarkId): Written<void> =>
    write(db, HIGHLIGHT_CHANGE_TABLES, async () => {
      const rows = await inTextOrder(db, id);
      const left = rows.filter(({ doubt }) => isUnanchored(doubt));
      // One that was not certain is not certain in the next article either.
      const given = left.map(
        ({ doubt, ...row }): Highlight =>
          doubt === 'unanchored-unsure' ? { ...row, doubt: 'unsure' } : row,
      );
      await db.highlights.bulkPut(given);
    }),

  /** Stores where highlights of a bookmark are in its live page. Others are skipped. */
  setPagePositions: (
    { db },
    id: BookmarkId,
    positions: ReadonlyMap<HighlightId, HighlightPosition>,
  ): Written<void> =>
    write(db, HIGHLIGHT_CHANGE_TABLES, async () => {
      const rows = await inTextOrder(db, id);
      const changed = rows.flatMap((row) => {
        const pagePosition = positions.get(row.id);
        return pagePosition === undefined ? [] : [{ ...row, pagePosition }];
      });
      await db.highlights.bulkPut(changed);
    }),
});

async function inTextOrder(db: LibraryDatabase, id: BookmarkId): Promise<readonly HighlightRow[]> {
  const rows = await db.highlights.where('bookmarkId').equals(id).toArray();
  return rows.sort(byPosition);
}

/** The newest is first. Skips highlights that have become notes. */
async function nextUnanchored(db: LibraryDatabase): Promise<BookmarkId | null> {
  const row = await db.highlights
    .where('[doubt+created]')
    // No other doubt is between the two in the order of the index.
    .between([UNANCHORED[0], -Infinity], [UNANCHORED[1], Infinity])
    .reverse()
    .and(({ isNoteOnly }) => !isNoteOnly)
    .first();
  return row?.bookmarkId ?? null;
}

/** Sorts the highlights of a page by position. Those without a position are last, oldest first. */
export const byPosition = (a: Highlight, b: Highlight): number =>
  startOfHighlight(a) - startOfHighlight(b) || a.created - b.created;

const startOfHighlight = ({ position }: Highlight): number =>
  position?.start ?? Number.MAX_SAFE_INTEGER;
