import {
  type BookmarkId,
  err,
  type Highlight,
  type HighlightDoubt,
  type HighlightFields,
  type HighlightId,
  type HighlightPosition,
  ok,
} from '../../domain';
import { commit, type Dispose, type Written } from '../database/commit';
import { watch } from '../database/live';
import type { HighlightRow } from '../database/rows';
import type { Store } from '../database/store';
import { isSameValue } from '../outbox/patches';

/** A highlight to create. */
export type NewHighlight = Pick<Highlight, 'bookmarkId' | 'quote' | 'color' | 'position'> &
  Partial<Pick<Highlight, 'note'>>;

export interface HighlightRepository {
  get(id: HighlightId): Promise<Highlight | null>;
  /** Returns the highlights of a page in the order of its text. */
  ofBookmark(id: BookmarkId): Promise<readonly Highlight[]>;
  /** Calls `listener` with the highlights of a page in the order of its text. */
  watch(id: BookmarkId, listener: (highlights: readonly Highlight[]) => void): Dispose;
  /** Error `not-found` if the bookmark does not exist or is in the trash. */
  add(highlight: NewHighlight): Written<Highlight>;
  /** Sets fields and returns their old values. */
  edit(id: HighlightId, changes: Partial<HighlightFields>): Written<Partial<HighlightFields>>;
  /** Deletes highlights and returns them for `restore`. Unknown ids are skipped. */
  delete(ids: readonly HighlightId[]): Written<readonly Highlight[]>;
  /** Undoes a deletion. Highlights of bookmarks that were deleted for good since are skipped. */
  restore(highlights: readonly Highlight[]): Written<readonly Highlight[]>;
  /**
   * Stores what a search in the saved article found. This is no change of a person. A highlight
   * without a certain place keeps its last position, which helps later searches.
   */
  setPositions(found: ReadonlyMap<HighlightId, HighlightPosition | HighlightDoubt>): Written<void>;
}

const TABLES = ['highlights', 'bookmarks'];

const EDITED_FIELDS = [
  'color',
  'note',
  'quote',
  'isNoteOnly',
  'refused',
] as const satisfies readonly (keyof HighlightFields)[];

export function highlightRepository(store: Store): HighlightRepository {
  const { db, now } = store;
  const rowsOf = (id: BookmarkId) => db.highlights.where('bookmarkId').equals(id).toArray();
  return {
    get: async (id) => (await db.highlights.get(id)) ?? null,
    ofBookmark: async (id) => (await rowsOf(id)).sort(byPosition),
    watch: (id, listener) =>
      watch(
        store,
        () => rowsOf(id),
        (rows) => rows.sort(byPosition),
        listener,
      ),
    add: (fields) =>
      commit(db, TABLES, async () => {
        const bookmark = await db.bookmarks.get(fields.bookmarkId);
        if (bookmark === undefined || bookmark.trashedAt !== null)
          return err({ kind: 'not-found' });
        const times = { created: now(), updated: now() };
        const highlight = {
          note: '',
          isNoteOnly: false,
          refused: [],
          ...fields,
          ...times,
          id: newId(store),
        };
        await db.highlights.add(highlight);
        return ok(highlight);
      }),
    edit: (id, changes) =>
      commit(db, TABLES, async () => {
        const row = await db.highlights.get(id);
        if (row === undefined) return err({ kind: 'not-found' });
        const changed = EDITED_FIELDS.filter(
          (field) => changes[field] !== undefined && !isSameValue(changes[field], row[field]),
        );
        if (changed.length === 0) return ok({});
        await db.highlights.put({ ...row, ...only(changes, changed), updated: now() });
        return ok(only(row, changed));
      }),
    delete: (ids) =>
      commit(db, TABLES, async () => {
        const rows = (await db.highlights.bulkGet([...ids])).filter((row) => row !== undefined);
        await db.highlights.bulkDelete(rows.map(({ id }) => id));
        return ok(rows);
      }),
    restore: (highlights) =>
      commit(db, TABLES, async () => {
        const bookmarks = await db.bookmarks.bulkGet(highlights.map((each) => each.bookmarkId));
        const restored = highlights.filter((_, at) => bookmarks[at] !== undefined);
        await db.highlights.bulkPut(restored);
        return ok(restored);
      }),
    setPositions: (found) =>
      commit(db, TABLES, async () => {
        const rows = await db.highlights.bulkGet([...found.keys()]);
        const changed = rows.flatMap((row) => {
          const result = row && found.get(row.id);
          if (row === undefined || result === undefined) return [];
          const next = withResult(row, result);
          return isSameValue(next, row) ? [] : [next];
        });
        await db.highlights.bulkPut(changed);
        return ok(undefined);
      }),
  };
}

// The only place that creates ids of this type.
const newId = ({ newId: make }: Store): HighlightId => make() as string as HighlightId;

function withResult(row: HighlightRow, found: HighlightPosition | HighlightDoubt): HighlightRow {
  if (typeof found === 'string') return { ...row, doubt: found };
  const { doubt, ...rest } = row;
  return { ...rest, position: found };
}

const only = (
  from: Partial<HighlightFields>,
  fields: readonly (keyof HighlightFields)[],
): Partial<HighlightFields> => Object.fromEntries(fields.map((field) => [field, from[field]]));

/** Sorts the highlights of a page by position. Those without a position are last, oldest first. */
export const byPosition = (a: Highlight, b: Highlight): number =>
  startOf(a) - startOf(b) || a.created - b.created;

const startOf = ({ position }: Highlight): number => position?.start ?? Number.MAX_SAFE_INTEGER;
