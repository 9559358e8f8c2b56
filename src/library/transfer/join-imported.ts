import type { Bookmark } from '../../domain/bookmark';
import { PAGE_VALUE_FIELDS, type PageValueField, pick } from '../../domain/bookmark-fields';
import { joinNotes } from '../../domain/excerpt';
import { isKnownValue } from '../../domain/join-values';
import type { UrlKey } from '../../domain/url-identity';
import { editRows } from '../bookmarks/edit-bookmark';
import { restoreRows } from '../bookmarks/trash';
import { type ChangeLog, createChangeLog } from '../database/change-log';
import type { BookmarkRow } from '../database/rows';
import type { Store } from '../database/store';
import { allOf } from '../outbox/outbox';

/**
 * Restores bookmarks of addresses that only the trash has, as saving these does, with the labels and
 * notes of the imported ones, inside a transaction over `CHANGE_TABLES`. Returns them as they are in
 * the trash.
 */
export async function restoreImported(
  store: Store,
  imported: readonly Bookmark[],
): Promise<readonly BookmarkRow[]> {
  const rows = await bookmarkRowsOf(store, keysOf(imported));
  // The undo of the import does not count a capture from before it.
  const notOwn = rows.map(({ isOwn, ...row }): BookmarkRow => row);
  const back = await restoreRows(store, notOwn);
  const keys = new Set(keysOf(back));
  await joinImported(
    store,
    imported.filter(({ urlKey }) => keys.has(urlKey)),
  );
  return back;
}

/**
 * Adds the labels and notes of imported bookmarks to the bookmarks of the library that have their
 * addresses, and the values of the page that these lack, as an edit does, inside a transaction over
 * `CHANGE_TABLES`. A bookmark in the trash stays as it is. Returns the addresses of those that have changed.
 */
export async function joinImported(
  store: Store,
  imported: readonly Bookmark[],
  log?: ChangeLog,
): Promise<ReadonlySet<UrlKey>> {
  if (imported.length === 0) return new Set();
  const byKey = new Map(imported.map((one) => [one.urlKey, one]));
  const here = await shownRows(store, [...byKey.keys()]);
  const changes = createChangeLog();
  const patchOf = (row: BookmarkRow) => {
    const came = byKey.get(row.urlKey);
    if (came === undefined) return {};
    const isLacking = (field: PageValueField) =>
      !isKnownValue(field, row[field]) && isKnownValue(field, came[field]);
    const filled = pick(came, PAGE_VALUE_FIELDS.filter(isLacking));
    return { addLabels: came.labels, note: joinNotes([row.note, came.note]), ...filled };
  };
  await editRows(store, here, patchOf, changes);
  const { entries } = changes.read();
  log?.add(entries);
  const ids = new Set(entries.flatMap<string>((entry) => entry.ids));
  return new Set(keysOf(here.filter(({ id }) => ids.has(id))));
}

const keysOf = (bookmarks: readonly Pick<Bookmark, 'urlKey'>[]) =>
  bookmarks.map(({ urlKey }) => urlKey);

/** Returns the first bookmark of each address that is not in the trash. */
export const shownRows = async (
  store: Store,
  keys: readonly UrlKey[],
): Promise<readonly BookmarkRow[]> =>
  (await bookmarkRowsOf(store, keys)).filter(({ trashedAt }) => trashedAt === null);

/** Returns a bookmark of each address: the first outside the trash, or else the last that went there. */
async function bookmarkRowsOf(
  { db }: Store,
  keys: readonly UrlKey[],
): Promise<readonly BookmarkRow[]> {
  const rows = await allOf(db.bookmarks, 'urlKey', new Set(keys));
  const leftAt = ({ trashedAt }: BookmarkRow) => trashedAt ?? Number.MAX_VALUE;
  const sorted = rows.toReversed().toSorted((a, b) => leftAt(a) - leftAt(b));
  return [...new Map(sorted.map((row) => [row.urlKey, row])).values()];
}
