import type { BookmarkId } from '../../domain/bookmark';
import { pick } from '../../domain/bookmark-fields';
import { isSameValue } from '../../domain/bookmark-values';
import {
  HIGHLIGHT_FIELD_NAMES,
  HIGHLIGHT_PLACE_FIELDS,
  type Highlight,
  type HighlightChanges,
  type HighlightDoubt,
  type HighlightId,
  type HighlightPosition,
  isUnanchored,
  UNANCHORED,
} from '../../domain/highlight';
import { err, ok } from '../../domain/result';
import { UNDO_MS, type UnixMs, unixMs } from '../../domain/time';
import { deletionTime } from '../database/clock';
import { commit, type Dispose, type Written, write } from '../database/commit';
import {
  type HighlightShadow,
  type LocalOnly,
  newHighlightShadow,
  type PlaceOnServer,
  UNLINKED_HIGHLIGHT,
} from '../database/highlight-shadow';
import { watch } from '../database/live';
import { highlightName, logReplaced, OWN_TABLES } from '../database/own-changes';
import type { HighlightRow } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import { repository, type Store } from '../database/store';
import {
  HIGHLIGHT_TABLES,
  type HighlightState,
  highlightStates,
  newHighlightEntry,
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

const TABLES = [...HIGHLIGHT_TABLES, ...OWN_TABLES, 'bookmarks'];

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
    commit(store.db, TABLES, async () => {
      const { db, now } = store;
      const bookmark = await db.bookmarks.get(fields.bookmarkId);
      if (bookmark === undefined || bookmark.trashedAt !== null) return err({ kind: 'not-found' });
      const highlight = {
        note: '',
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
   * Sets fields and returns their old values. With a position, the place is certain. A new quote or
   * position clears the positions that are not given, because they may be those of another copy.
   */
  edit: (store, id: HighlightId, given: HighlightChanges): Written<HighlightChanges> =>
    commit(store.db, TABLES, async () => {
      const { db, now } = store;
      const changes = withClearedPositions(given);
      const [state] = await highlightStates(db, [id]);
      const row = state?.highlight;
      if (!state || !row) return err({ kind: 'not-found' });
      const before = { pagePosition: null, ...row };
      const changed = HIGHLIGHT_FIELD_NAMES.filter(
        (field) => changes[field] !== undefined && !isSameValue(changes[field], before[field]),
      );
      if (changed.length === 0) return ok({});
      const next = { ...row, ...pick(changes, changed), updated: now() };
      const edited = changes.position ? withResult(next, changes.position) : next;
      await writeHighlightStates(db, [state], editedStates(store, state, edited), now());
      if (changed.includes('note')) {
        const about = { bookmarkId: row.bookmarkId, highlight: highlightName(row) };
        const note = { field: 'note', ours: row.note, theirs: edited.note };
        await logReplaced(store, about, [note], edited, true);
      }
      return ok(pick(before, changed));
    }),

  /**
   * Deletes highlights and returns them for `restore`. Unknown ids are skipped. The deletion is sent
   * after `UNDO_MS` at the earliest.
   */
  delete: (store, ids: readonly HighlightId[]): Written<readonly Highlight[]> =>
    commit(store.db, TABLES, async () => {
      const { db, now } = store;
      const states = (await highlightStates(db, ids)).filter(({ highlight }) => highlight);
      const rows = states.flatMap(({ highlight }) => highlight ?? []);
      const deletedAt = await deletionTime(store);
      await db.deletedHighlights.bulkPut(rows.map((row) => ({ ...row, deletedAt })));
      await writeHighlightStates(db, states, deletedStates(states, now()), now());
      return ok(rows);
    }),

  /** Returns deleted highlights for `restore`, also after the context that deleted them has ended. */
  async deleted({ db }, ids: readonly HighlightId[]): Promise<readonly Highlight[]> {
    const rows = await db.deletedHighlights.bulkGet([...ids]);
    return rows.flatMap((row) => {
      if (row === undefined) return [];
      const { deletedAt, ...highlight } = row;
      return [highlight];
    });
  },

  /**
   * Undoes a deletion, even if the server has it already. One that is here again stays as it is.
   * Highlights of bookmarks that were deleted for good since are skipped.
   */
  restore: ({ db, now }, highlights: readonly Highlight[]): Written<readonly Highlight[]> =>
    commit(db, TABLES, async () => {
      const bookmarks = await db.bookmarks.bulkGet(highlights.map((each) => each.bookmarkId));
      const restored = highlights.filter((_, at) => bookmarks[at] !== undefined);
      const ids = restored.map(({ id }) => id);
      await db.deletedHighlights.bulkDelete(ids);
      const states = await highlightStates(db, ids);
      const isHere = new Set(states.flatMap(({ highlight }) => highlight?.id ?? []));
      const gone = states.filter(({ id }) => !isHere.has(id));
      const back = restored.filter(({ id }) => !isHere.has(id));
      await writeHighlightStates(db, gone, restoredStates(gone, back), now());
      return ok(restored);
    }),

  /**
   * Stores what a search in the saved article found. This is no change of a person. A highlight
   * without a certain place keeps its last position, which helps later searches.
   */
  setPositions: (
    { db },
    found: ReadonlyMap<HighlightId, HighlightPosition | HighlightDoubt>,
  ): Written<void> =>
    write(db, TABLES, async () => {
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
    write(db, TABLES, async () => {
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
    write(db, TABLES, async () => {
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

/** The newest is first. One that was kept as a note since is not looked for. */
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

/**
 * Returns the states after an edit. An annotation cannot move to another text, so a highlight with
 * another quote is created again, and its annotations are deleted.
 */
function editedStates(
  store: Store,
  state: HighlightState,
  edited: Highlight,
): readonly HighlightState[] {
  const { highlight: before, shadow } = state;
  if (edited.quote === before?.quote) {
    const isPlaced = isPlacedAgain(before, edited, shadow);
    return [
      { ...state, highlight: edited, shadow: isPlaced ? { ...shadow, localOnly: null } : shadow },
    ];
  }
  const isThere = shadow.parts.length > 0 || shadow.attempted !== null;
  const replacedBy = edited.id;
  const replaced = { ...shadow, id: newId(store), isDeleted: true, deleted: null, replacedBy };
  return [
    newState({ ...shadow, ...UNLINKED_HIGHLIGHT }, edited),
    ...(isThere ? [newState(replaced, null)] : []),
  ];
}

/** True if a person has given a highlight the place that it had to have to be sent. */
const isPlacedAgain = (before: Highlight, edited: Highlight, { localOnly }: HighlightShadow) =>
  (localOnly === 'note-only' && !edited.isNoteOnly) ||
  (localOnly === 'not-found' && edited.position !== null && edited.position !== before.position);

/** Returns the states after a deletion. Nothing is left of a highlight that the server never had. */
const deletedStates = (states: readonly HighlightState[], now: UnixMs): readonly HighlightState[] =>
  states.flatMap(({ shadow, highlight: deleted }) => {
    if (shadow.parts.length === 0 && shadow.creates === 0) return [];
    const gone = { ...shadow, isDeleted: true, deleted, localOnly: null };
    return newState(gone, null, newHighlightEntry(gone, now, unixMs(now + UNDO_MS)));
  });

/**
 * Returns restored states, also of highlights without a state. A highlight whose deletion the server may have is created
 * there again.
 */
export function restoredStates(
  states: readonly HighlightState[],
  rows: readonly Highlight[],
): readonly HighlightState[] {
  const known = new Map(states.map(({ id, shadow }) => [id, shadow]));
  return rows.map((row) => {
    const former = known.get(row.id);
    // The annotations of another bookmark are left to it.
    const shadow = former?.bookmarkId === row.bookmarkId ? former : newHighlightShadow(row);
    const link = shadow.isDeleteTried ? UNLINKED_HIGHLIGHT : {};
    return newState({ ...shadow, ...link, isDeleted: false, deleted: null }, row);
  });
}

// The only place that creates ids of this type.
const newId = ({ newId: make }: Store): HighlightId => make() as string as HighlightId;

function withResult(row: HighlightRow, found: HighlightPosition | HighlightDoubt): HighlightRow {
  if (typeof found === 'string') return { ...row, doubt: found };
  const { doubt, ...rest } = row;
  return { ...rest, position: found };
}

function withClearedPositions(changes: HighlightChanges): HighlightChanges {
  const isPlaced = HIGHLIGHT_PLACE_FIELDS.some((field) => changes[field] !== undefined);
  return isPlaced ? { position: null, pagePosition: null, ...changes } : changes;
}

/** Sorts the highlights of a page by position. Those without a position are last, oldest first. */
export const byPosition = (a: Highlight, b: Highlight): number =>
  startOf(a) - startOf(b) || a.created - b.created;

const startOf = ({ position }: Highlight): number => position?.start ?? Number.MAX_SAFE_INTEGER;
