import type { BookmarkId } from '../../domain/bookmark';
import { ok } from '../../domain/result';
import { restoreRows } from '../bookmarks/trash';
import { commit, type Written } from '../database/commit';
import type { BookmarkRow } from '../database/rows';
import type { Store } from '../database/store';
import { JOIN_TABLES } from '../duplicates/join-bookmarks';
import { CHANGE_TABLES } from '../outbox/change-bookmarks';
import {
  addReady,
  makeReady,
  type Prepared,
  RESTORE_TABLES,
  rowsLike,
  withoutMissing,
} from './add-pages';
import { joinRestored } from './join-restored';
import type { RestoredPage, RestoreResult } from './transferred';

/**
 * Restores bookmarks in one transaction, with articles, images, highlights and what is sent to the server.
 * One whose address the library shows gives it what it lacks, one that is only in the trash here comes
 * back from there, and the others are added. An id that is in use gets a new one.
 *
 * @param own the bookmarks of the file up to here, which take no address from each other
 */
export async function restorePage(
  store: Store,
  page: RestoredPage,
  own: ReadonlySet<BookmarkId>,
): Written<RestoreResult> {
  const ready = await makeReady(page);
  const tables = [...RESTORE_TABLES, ...CHANGE_TABLES, ...JOIN_TABLES];
  return commit(store.db, tables, async () => {
    const rows = await rowsLike(store.db, ready.bookmarks);
    const here = new Map(rows.map((row) => [row.id, row]));
    const isShown = ({ trashedAt }: Pick<BookmarkRow, 'trashedAt'>) => trashedAt === null;
    const others = rows.filter((row) => isShown(row) && !own.has(row.id));
    const shown = new Map(others.toReversed().map((row) => [row.urlKey, row]));
    /** Returns the bookmark of the library for one of the bundle. */
    const targetOf = ({ bookmark: { id, urlKey } }: Prepared): BookmarkRow | undefined => {
      const same = here.get(id);
      return same && isShown(same) ? same : (shown.get(urlKey) ?? same);
    };
    const fresh = ready.bookmarks.filter((one) => targetOf(one) === undefined);
    const { added, missingImages } = await addReady(store, { ...ready, bookmarks: fresh });
    const known = ready.bookmarks.filter((one) => isShown(one.bookmark) && targetOf(one));
    const targets = known.flatMap((one) => targetOf(one) ?? []);
    await restoreRows(store, [...new Set(targets)]);
    const { pages, missing } = await withoutMissing(store.db, known, ready.images);
    const joins = pages.flatMap((came, at) => {
      const into = targets[at];
      return into ? [{ into: into.id, came }] : [];
    });
    const changed = await joinRestored(store, joins, ready.images);
    const back = targets.filter((row) => !isShown(row)).length;
    const joined = targets.filter((row) => isShown(row) && changed.has(row.id)).length;
    const inTrash = ready.bookmarks.filter((one) => {
      const target = targetOf(one);
      return !isShown(one.bookmark) && !(target && isShown(target));
    }).length;
    const counted = added.filter(({ bookmark }) => isShown(bookmark)).length + back;
    return ok({
      added: counted,
      inTrash,
      joined,
      skipped: page.bookmarks.length - counted - inTrash - joined,
      missingImages: missingImages + missing,
    });
  });
}
