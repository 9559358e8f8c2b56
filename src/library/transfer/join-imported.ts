import type { Bookmark, BookmarkId } from '../../domain/bookmark';
import { PAGE_VALUE_FIELDS, type PageValueField, pick } from '../../domain/bookmark-fields';
import { joinNotes } from '../../domain/excerpt';
import { isKnownValue } from '../../domain/join-values';
import type { UrlKey } from '../../domain/url-identity';
import { editRows, undoPatch } from '../bookmarks/edit-bookmark';
import { restoreRows } from '../bookmarks/trash';
import type { ImportJoin } from '../database/import-rows';
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
  const back = await restoreRows(store, await rowsOf(store, keysOf(imported)));
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
 * `CHANGE_TABLES`. A bookmark in the trash stays as it is. Returns the changes by address.
 */
export async function joinImported(
  store: Store,
  imported: readonly Bookmark[],
): Promise<ReadonlyMap<UrlKey, ImportJoin>> {
  const joins = new Map<UrlKey, ImportJoin>();
  if (imported.length === 0) return joins;
  const byKey = new Map(imported.map((one) => [one.urlKey, one]));
  const added = new Map<BookmarkId, Required<Pick<ImportJoin, 'note' | 'filled'>>>();
  const here = await shownRows(store, [...byKey.keys()]);
  const inverses = await editRows(store, here, (row) => {
    const came = byKey.get(row.urlKey);
    if (came === undefined) return {};
    const note = joinNotes([row.note, came.note]);
    const isLacking = (field: PageValueField) =>
      !isKnownValue(field, row[field]) && isKnownValue(field, came[field]);
    const filled = pick(came, PAGE_VALUE_FIELDS.filter(isLacking));
    added.set(row.id, { note, filled });
    return { addLabels: came.labels, note, ...filled };
  });
  for (const { id, urlKey } of here) {
    const [inverse, values] = [inverses.get(id), added.get(id)];
    if (inverse && values) joins.set(urlKey, { id, ...values, inverse });
  }
  return joins;
}

const keysOf = (bookmarks: readonly Bookmark[]) => bookmarks.map(({ urlKey }) => urlKey);

/** Returns the first bookmark of each address that is not in the trash. */
export const shownRows = async (
  store: Store,
  keys: readonly UrlKey[],
): Promise<readonly BookmarkRow[]> =>
  (await rowsOf(store, keys)).filter(({ trashedAt }) => trashedAt === null);

/** Returns a bookmark of each address: the first outside the trash, or else the last that went there. */
async function rowsOf({ db }: Store, keys: readonly UrlKey[]): Promise<readonly BookmarkRow[]> {
  const rows = await allOf(db.bookmarks, 'urlKey', new Set(keys));
  const leftAt = ({ trashedAt }: BookmarkRow) => trashedAt ?? Number.MAX_VALUE;
  const sorted = rows.toReversed().toSorted((a, b) => leftAt(a) - leftAt(b));
  return [...new Map(sorted.map((row) => [row.urlKey, row])).values()];
}

/**
 * Takes away what `joinImported` has added, inside a transaction over
 * `CHANGE_TABLES`. A note that a person has changed since stays. Returns the number of these.
 */
export async function takeBackJoins(
  store: Store,
  joins: readonly ImportJoin[],
): Promise<{ readonly kept: number }> {
  const byId = new Map(joins.map((one) => [one.id, one]));
  const rows = await store.db.bookmarks.bulkGet([...byId.keys()]);
  const shown = rows.filter((row) => row !== undefined).filter((row) => row.trashedAt === null);
  let kept = 0;
  await editRows(store, shown, (row) => {
    const { note = '', filled = {}, inverse = {} } = byId.get(row.id) ?? {};
    const undone = undoPatch(row, { note, ...filled }, inverse);
    if (inverse.note !== undefined && undone.note === undefined) kept += 1;
    return undone;
  });
  return { kept };
}
