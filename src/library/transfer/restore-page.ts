import type { BookmarkId } from '../../domain/bookmark';
import { restoreRows } from '../bookmarks/trash';
import type { ChangeLog } from '../database/change-log';
import type { BookmarkRow } from '../database/rows';
import type { Store } from '../database/store';
import { JOIN_TABLES } from '../duplicates/join-bookmarks';
import { CHANGE_TABLES } from '../outbox/change-bookmarks';
import {
  addReady,
  type Prepared,
  RESTORE_TABLES,
  type ReadyPage,
  rowsLike,
  withoutMissing,
} from './add-pages';
import { joinRestored } from './join-restored';
import type { TransferredBookmark } from './transferred';

/** The tables that `restoreReady` writes. */
export const RESTORE_PAGE_TABLES = [...RESTORE_TABLES, ...CHANGE_TABLES, ...JOIN_TABLES];

/** The bookmarks of a bundle, by what became of them. */
export interface RestoredRows {
  /** New ones outside the trash. */
  readonly added: readonly TransferredBookmark[];
  /** Those that came back from the trash, as they were there. */
  readonly back: readonly BookmarkRow[];
  /** Those that the library shows. A joined one got something. */
  readonly here: readonly { readonly url: string; readonly isJoined: boolean }[];
  /** Number of bookmarks of the file's trash that went to the trash or were there. */
  readonly inTrash: number;
  /** Number of images that neither the page nor the library has. */
  readonly missingImages: number;
}

/**
 * Restores bookmarks with articles, images, highlights and what is sent to the server, inside a transaction
 * over `RESTORE_PAGE_TABLES`. One whose address the library shows gives it what it lacks, one that is only in
 * the trash here comes back from there, and the others are added. An id that is in use gets a new one.
 *
 * @param own the bookmarks of the file up to here, which take no address from each other
 * @param log gets what can be undone of the bookmarks that the library shows
 */
export async function restoreReady(
  store: Store,
  ready: ReadyPage,
  own: ReadonlySet<BookmarkId>,
  log: ChangeLog,
): Promise<RestoredRows> {
  const rows = await rowsLike(store.db, ready.bookmarks);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const isShown = ({ trashedAt }: Pick<BookmarkRow, 'trashedAt'>) => trashedAt === null;
  const others = rows.filter((row) => isShown(row) && !own.has(row.id));
  const shown = new Map(others.toReversed().map((row) => [row.urlKey, row]));
  /** Returns the bookmark of the library for one of the bundle. */
  const targetOf = ({ bookmark: { id, urlKey } }: Prepared): BookmarkRow | undefined => {
    const same = byId.get(id);
    return same && isShown(same) ? same : (shown.get(urlKey) ?? same);
  };
  const fresh = ready.bookmarks.filter((one) => targetOf(one) === undefined);
  const { added, missingImages } = await addReady(store, { ...ready, bookmarks: fresh });
  const known = ready.bookmarks.filter((one) => isShown(one.bookmark) && targetOf(one));
  const targets = known.flatMap((one) => targetOf(one) ?? []);
  // The undo does not count a capture from before it.
  const notOwn = [...new Set(targets)].map(({ isOwn, ...row }): BookmarkRow => row);
  const back = await restoreRows(store, notOwn);
  const { pages, missing } = await withoutMissing(store.db, known, ready.images);
  const joins = pages.flatMap((came, at) => {
    const into = targets[at];
    return into ? [{ into: into.id, came, isBack: !isShown(into) }] : [];
  });
  const changed = await joinRestored(store, joins, ready.images, log);
  const here = ready.bookmarks.flatMap((one) => {
    const target = targetOf(one);
    if (!target || !isShown(target)) return [];
    return { url: one.bookmark.url, isJoined: isShown(one.bookmark) && changed.has(target.id) };
  });
  const inTrash = ready.bookmarks.filter((one) => {
    const target = targetOf(one);
    return !isShown(one.bookmark) && !(target && isShown(target));
  }).length;
  return {
    added: added.flatMap(({ bookmark }) => (isShown(bookmark) ? bookmark : [])),
    back,
    here,
    inTrash,
    missingImages: missingImages + missing,
  };
}
