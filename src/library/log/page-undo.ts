import type { BookmarkId } from '../../domain/bookmark';
import { ok } from '../../domain/result';
import { BULK_TABLES } from '../bulk/drop-jobs';
import { attempt, type Written } from '../database/commit';
import type { GroupId } from '../database/rows';
import { repository } from '../database/store';
import { HIGHLIGHT_TABLES } from '../highlights/highlight-states';
import { putHighlightBack } from '../highlights/put-highlights-back';
import { type Undoable, type Undone, undoAct } from './undo-steps';

/** The undo of what a person changed on a page. The background has no other. */
export const pageUndo = repository({
  /** Undoes an act that has changed only highlights of a bookmark. Others are left. */
  async undoOfPage(store, bookmarkId: BookmarkId, id: GroupId): Written<Undone | null> {
    const rows = await attempt(() => store.db.log.where('group').equals(id).toArray());
    if (!rows.ok) return rows;
    const isOfPage = rows.value
      .flatMap(({ entries }) => entries)
      .every((entry) => entry.table === 'highlights' && entry.bookmarkId === bookmarkId);
    return isOfPage ? undoAct(store, id, HIGHLIGHTS) : ok(null);
  },
});

const HIGHLIGHTS: Undoable = {
  tables: [...HIGHLIGHT_TABLES, ...BULK_TABLES, 'bookmarks'],
  async putBack(store, entry, log) {
    if (entry.table === 'highlights') await putHighlightBack(store, entry, log);
  },
};
