import { PAGE_VALUE_FIELDS, pick } from '../../domain/bookmark-fields';
import { changedFields, isSameValue } from '../../domain/bookmark-values';
import { labelKey } from '../../domain/label';
import { keptSince } from '../../domain/retention';
import { DAY_MS, type UnixMs } from '../../domain/time';
import { wantArticles } from '../bookmarks/trash';
import { dated, toRow } from '../database/bookmark-rows';
import type { ChangeLog } from '../database/change-log';
import { deletionTime } from '../database/clock';
import { pageEntries } from '../database/log-entries';
import type { BookmarkLogEntry, LoggedBookmark } from '../database/log-rows';
import type { BookmarkRow } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import { readRetention } from '../database/storage';
import type { Store } from '../database/store';
import { bookmarkAssets, moveAssetUses } from '../images/assets';
import { changeBookmarks } from '../outbox/change-bookmarks';

/** Undoes an entry of `pageEntries`, inside a transaction over `CHANGE_TABLES` and `ASSET_TABLES`. */
export async function putPageBack(
  store: Store,
  row: BookmarkRow,
  entry: BookmarkLogEntry,
  log: ChangeLog,
): Promise<void> {
  const { db, now } = store;
  const { before, after } = entry;
  const isMoved = 'trashedAt' in after && row.trashedAt === after.trashedAt;
  const trashedAt = isMoved ? await trashTimeAgain(store, before.trashedAt) : row.trashedAt;
  const restored = await withImagesHere(db, row, restoredPage(row, entry));
  const back = toRow(dated(row, { ...restored, trashedAt }));
  const change = { before: row, after: back };
  const entries = pageEntries([change], false);
  if (entries.length === 0) return;
  log.add(entries);
  await changeBookmarks(db, [change], now());
  await moveAssetUses(db, bookmarkAssets(back), bookmarkAssets(row));
  if (row.trashedAt !== null && back.trashedAt === null) await wantArticles(db, [row.id]);
}

/**
 * Returns the time at which a page went to the trash, for one that goes back there, or null. It is the
 * time of before, because the undo of an earlier act knows the page by it, or now if the trash would
 * delete the page within a day.
 */
export async function trashTimeAgain(
  store: Store,
  before: UnixMs | null | undefined,
): Promise<UnixMs | null> {
  if (before === null || before === undefined) return null;
  const now = await deletionTime(store);
  const { trashDays } = await readRetention(store.db);
  return before > keptSince(now, trashDays) + DAY_MS ? before : now;
}

/** Leaves the icon and the picture as they are where the others are deleted for good. */
async function withImagesHere(
  db: LibraryDatabase,
  row: BookmarkRow,
  back: BookmarkRow,
): Promise<BookmarkRow> {
  const uses = await db.assetUses.bulkGet(bookmarkAssets(back));
  const here = new Set(uses.map((use) => use?.hash));
  const lost = (['icon', 'image'] as const).filter(
    (field) => back[field] !== null && !here.has(back[field]),
  );
  return { ...back, ...pick(row, lost) };
}

type Sides = Pick<BookmarkLogEntry, 'before' | 'after'>;

/** Returns the values from before a change where nothing has changed them since. */
function restoredPage(row: BookmarkRow, { before, after }: Sides): BookmarkRow {
  const isSince = (field: keyof LoggedBookmark) => !isSameValue(row[field], after[field]);
  // They have no other keys.
  const logged = (Object.keys(after) as (keyof LoggedBookmark)[]).filter(
    (field) => field !== 'trashedAt' && field !== 'labels' && field !== 'originalValues',
  );
  const changedSince = changedFields(logged, isSince);
  const isOwn = (field: string) => field === 'isOwn' && changedSince.includes('updated');
  const back = logged.filter((field) => !changedSince.includes(field) && !isOwn(field));
  const values = {
    ...row,
    ...Object.fromEntries(back.map((field) => [field, before[field]])),
    ...originalsOf(row, { before, after }, (field) => changedSince.some((one) => one === field)),
    labels: labelsToPutBack(row, { before, after }),
  };
  // A field that was absent is absent again.
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as unknown as BookmarkRow;
}

/** Returns the values of the page for those that count as edited. */
function originalsOf(
  row: BookmarkRow,
  { before, after }: Sides,
  isSince: (field: keyof LoggedBookmark) => boolean,
): Pick<LoggedBookmark, 'originalValues'> {
  if (!('originalValues' in after)) return {};
  const [now, former, made] = [row, before, after].map((one) => one.originalValues ?? {});
  const originals = PAGE_VALUE_FIELDS.flatMap((field) => {
    const isLeft = field in after ? !isSince(field) : isSameValue(now?.[field], made?.[field]);
    const from = (isLeft ? former : now) ?? {};
    return field in from ? [[field, from[field]] as const] : [];
  });
  // A bookmark of which nothing was edited has none.
  if (originals.length === 0) return { originalValues: undefined as never };
  return { originalValues: Object.fromEntries(originals) };
}

/** Returns the labels without those that were added, and with those that were removed. */
function labelsToPutBack(row: BookmarkRow, { before, after }: Sides): readonly string[] {
  const added = new Set((after.labels ?? []).map(labelKey));
  const kept = row.labels.filter((label) => !added.has(labelKey(label)));
  const keys = new Set(kept.map(labelKey));
  return [...kept, ...(before.labels ?? []).filter((label) => !keys.has(labelKey(label)))];
}
