import type { BookmarkId } from '../../domain/bookmark';
import { EDITABLE_FIELDS } from '../../domain/bookmark-fields';
import { changedFields, isSameValue, OF_TEXT } from '../../domain/bookmark-values';
import type { BookmarkLogEntry, LogEntry, LoggedArticle, LoggedBookmark } from './log-rows';
import type { BookmarkChange, BookmarkRow } from './rows';

const LOGGED_BOOKMARK_FIELDS = [...EDITABLE_FIELDS, 'trashedAt'] as const;

/**
 * Returns what can be undone of changes of bookmarks. `fields` are those whose values are logged, beside
 * the labels.
 */
export const bookmarkEntries = (
  changes: readonly BookmarkChange[],
  fields: readonly (keyof BookmarkRow)[] = LOGGED_BOOKMARK_FIELDS,
): readonly BookmarkLogEntry[] =>
  changes.flatMap(
    ({ before, after }) => (before && after && bookmarkEntry(before, after, fields)) ?? [],
  );

/** The values of a bookmark that its article does not decide. */
const LOGGED_PAGE_FIELDS = [
  ...LOGGED_BOOKMARK_FIELDS,
  ...(['excerpt', 'description', 'icon', 'image', 'created', 'updated', 'isOwn'] as const),
  ...(['originalValues', 'hasPageValues', 'canonicalKey', 'keywords'] as const),
] as const;

/**
 * Returns what can be undone of joins, and of other changes of more than what a person edits. The entry
 * has the time of the change. `hasArticle`: an entry of an article has the values of the text.
 */
export const pageEntries = (
  changes: readonly BookmarkChange[],
  hasArticle: boolean,
): readonly BookmarkLogEntry[] =>
  changes.flatMap((change) => {
    const fields = hasArticle ? LOGGED_PAGE_FIELDS : [...LOGGED_PAGE_FIELDS, ...OF_TEXT];
    const dated = ({ updated }: BookmarkRow, side: LoggedBookmark) => ({ ...side, updated });
    return bookmarkEntries([change], fields).map((entry) => ({
      ...entry,
      before: change.before ? dated(change.before, entry.before) : entry.before,
      after: change.after ? dated(change.after, entry.after) : entry.after,
    }));
  });

/** True for an entry of `pageEntries`. */
export const isPageEntry = ({ after }: BookmarkLogEntry): boolean => 'updated' in after;

function bookmarkEntry(
  before: BookmarkRow,
  after: BookmarkRow,
  logged: readonly (keyof BookmarkRow)[],
): BookmarkLogEntry | null {
  const fields = changedFields(logged, (field) => !isSameValue(before[field], after[field]));
  const removed = before.labels.filter((label) => !after.labels.includes(label));
  const added = after.labels.filter((label) => !before.labels.includes(label));
  if (fields.length + removed.length + added.length === 0) return null;
  const side = (row: BookmarkRow, labels: readonly string[]): LoggedBookmark => ({
    ...Object.fromEntries(fields.map((field) => [field, row[field]])),
    ...(labels.length > 0 && { labels }),
  });
  const table = 'bookmarks';
  return { table, ids: [before.id], before: side(before, removed), after: side(after, added) };
}

function bookmarksOf(entry: LogEntry): readonly BookmarkId[] {
  switch (entry.table) {
    case 'bookmarks':
      return entry.ids;
    case 'highlights':
      return entry.from ? [entry.bookmarkId, entry.from] : [entry.bookmarkId];
    case 'joins':
      return [...entry.ids, ...entry.others];
    case 'articles':
      return [...entry.ids, ...[entry.before, entry.after].flatMap(({ copyOf }) => copyOf ?? [])];
    case 'texts':
      return entry.ids;
    case 'collections':
    case 'siteRules':
    case 'imports':
      return [];
  }
}

/** Returns the bookmarks that entries are about, each once. */
export const aboutOf = (entries: readonly LogEntry[]): readonly BookmarkId[] => [
  ...new Set(entries.flatMap(bookmarksOf)),
];

/** Returns the number of changed records. */
export function countChanged(entries: readonly LogEntry[]): number {
  const added = entries.map((entry) => (entry.table === 'imports' ? entry.after.added : 0));
  const ids = new Set(entries.flatMap(({ table, ids }) => ids.map((id) => `${table} ${id}`)));
  return ids.size + added.reduce((sum, count) => sum + count, 0);
}

/** Joins the changes of bookmarks that are the same. */
export function together(entries: readonly LogEntry[]): readonly LogEntry[] {
  const kinds = Map.groupBy(entries, (entry) => {
    const { ids, ...change } = entry;
    return entry.table === 'bookmarks' ? JSON.stringify(change) : entry;
  });
  return [...kinds.values()].flatMap((same) => {
    const [first] = same;
    if (first?.table !== 'bookmarks') return same;
    return [{ ...first, ids: same.flatMap(bookmarksOf) }];
  });
}

/** Returns the size of what is logged, in UTF-16 code units of its JSON. Packed texts count their bytes. */
export function sizeOfLogged(logged: object): number {
  let bytes = 0;
  const json = JSON.stringify(logged, (_, value: unknown) => {
    if (!ArrayBuffer.isView(value)) return value;
    bytes += value.byteLength;
    return null;
  });
  return json.length + bytes;
}

/** Returns what an entry says of the bookmarks that are left; null: nothing. */
export function leftOf(entry: LogEntry, isLeft: (id: BookmarkId) => boolean): LogEntry | null {
  switch (entry.table) {
    case 'bookmarks': {
      const ids = entry.ids.filter(isLeft);
      return ids.length === 0 ? null : { ...entry, ids };
    }
    case 'joins': {
      const others = entry.others.filter(isLeft);
      return others.length === 0 || !entry.ids.every(isLeft) ? null : { ...entry, others };
    }
    case 'articles': {
      const left = (side: LoggedArticle): LoggedArticle =>
        side.copyOf === null || isLeft(side.copyOf) ? side : { ...side, copyOf: null };
      const [before, after] = [left(entry.before), left(entry.after)];
      return entry.ids.every(isLeft) ? { ...entry, before, after } : null;
    }
    case 'highlights':
    case 'texts':
    case 'collections':
    case 'siteRules':
    case 'imports':
      return bookmarksOf(entry).every(isLeft) ? entry : null;
  }
}

/**
 * Returns the entries that can be undone without these earlier articles. The values of a page stay with its
 * text, except for those of a join, which has others to restore.
 */
export function withoutArticles(
  entries: readonly LogEntry[],
  gone: ReadonlySet<number>,
): readonly LogEntry[] {
  const lost = entries.filter((entry) => gone.has(revisionOf(entry) ?? -1));
  const isJoin = entries.some(({ table }) => table === 'joins');
  const ids = new Set(isJoin ? [] : lost.flatMap(bookmarksOf));
  return entries.filter(
    (entry) => !lost.includes(entry) && !bookmarksOf(entry).some((id) => ids.has(id)),
  );
}

/** Returns the earlier article that the undo of a change needs. */
function revisionOf(entry: LogEntry): number | null {
  if (entry.table === 'texts') return entry.before.revision;
  return entry.table === 'articles' ? (entry.before.revision?.id ?? null) : null;
}
