import type { DBCore, DBCoreMutateRequest, DBCoreTransaction, Middleware } from 'dexie';
import type { BookmarkId } from '../../domain/bookmark';
import { isSameValue } from '../../domain/bookmark-values';
import type { ArticleRow, BookmarkRow, HighlightRow } from './rows';
import type { SearchPendingRow } from './search-rows';

type Mark = Omit<SearchPendingRow, 'seq'>;

/** The fields whose words are in the search index. `searchDocument` puts them there. */
const SEARCHED_FIELDS = ['title', 'siteName', 'authors', 'description', 'labels', 'note'] as const;
export type SearchedField = (typeof SEARCHED_FIELDS)[number];

/** True if the search index contains the same fields for both. */
export function isSearchedAlike(one: BookmarkRow | null, other: BookmarkRow | null): boolean {
  if (one === null || other === null) return one === other;
  if (one.trashedAt !== null && other.trashedAt !== null) return true;
  return (
    (one.trashedAt === null) === (other.trashedAt === null) &&
    one.url === other.url &&
    one.created === other.created &&
    SEARCHED_FIELDS.every((field) => isSameValue(one[field], other[field]))
  );
}

/** The tables whose every write is a change of what can be searched. */
const MARKED_TABLES = new Set(['articles', 'highlights']);

/**
 * Marks the bookmarks of articles and highlights that are written, in the same transaction, so that
 * no write can forget the search index. `writeBookmarks` marks changes of bookmarks, because it has
 * the values before and after them.
 */
export const markSearchChanges: Middleware<DBCore> = {
  stack: 'dbcore',
  name: 'search-changes',
  create: (core) => ({
    transaction: (tables, mode, options) =>
      tables.every((table) => table.startsWith('search'))
        ? // The index can be built again, so nobody waits until it is on disk.
          core.transaction(tables, mode, { ...options, durability: 'relaxed' })
        : core.transaction(mode === 'readonly' ? tables : withMarks(tables), mode, options),
    table(name) {
      const table = core.table(name);
      // An older schema has no marks. The index is built after the upgrade.
      const hasMarks = core.schema.tables.some((each) => each.name === 'searchPending');
      if (!hasMarks || !MARKED_TABLES.has(name)) return table;
      const pending = core.table('searchPending');
      const mark = (trans: DBCoreTransaction, value: Mark) =>
        pending.mutate({ type: 'add', trans, values: [value] });
      return {
        ...table,
        // Without `await`, after which Dexie would not know the transaction any more.
        mutate(request) {
          const { trans } = request;
          const write = () => table.mutate(request);
          if (name === 'articles') {
            const bookmarkIds = articleIds(request);
            if (bookmarkIds.length === 0) return write();
            return mark(trans, { bookmarkIds, part: 'text' }).then(write);
          }
          if (request.type === 'deleteRange') return write();
          const after: readonly HighlightRow[] = request.type === 'delete' ? [] : request.values;
          const keys = request.type === 'delete' ? request.keys : after.map(({ id }) => id);
          return table.getMany({ trans, keys }).then((before: (HighlightRow | undefined)[]) => {
            const bookmarkIds = changedHighlights(before, after);
            if (bookmarkIds.length === 0) return write();
            return mark(trans, { bookmarkIds, part: 'fields' }).then(write);
          });
        },
      };
    },
  }),
};

const withMarks = (tables: string[]): string[] =>
  tables.includes('searchPending') || !tables.some((table) => MARKED_TABLES.has(table))
    ? tables
    : [...tables, 'searchPending'];

/**
 * Returns the bookmarks of the articles of a request. Adding an image writes the same text again,
 * which the index recognises.
 */
function articleIds(request: DBCoreMutateRequest): readonly BookmarkId[] {
  switch (request.type) {
    case 'add':
    case 'put':
      return request.values.map(({ bookmarkId }: ArticleRow) => bookmarkId);
    case 'delete':
      return request.keys;
    case 'deleteRange':
      return [];
  }
}

/** Returns the bookmarks of highlights whose texts change. */
function changedHighlights(
  rows: readonly (HighlightRow | undefined)[],
  after: readonly HighlightRow[],
): readonly BookmarkId[] {
  const ids = new Set<BookmarkId>();
  rows.forEach((before, at) => {
    const now = after[at];
    const isSame =
      before?.bookmarkId === now?.bookmarkId &&
      before?.note === now?.note &&
      before?.quote.exact === now?.quote.exact;
    for (const row of isSame ? [] : [before, now]) if (row) ids.add(row.bookmarkId);
  });
  return [...ids];
}
