import type { BookmarkId } from '../../domain/bookmark';
import { ok } from '../../domain/result';
import { attempt, type Written } from '../database/commit';
import type { GroupId } from '../database/rows';
import { repository } from '../database/store';
import { HIGHLIGHT_TABLES } from '../highlights/highlight-states';
import { putHighlightBack } from '../highlights/put-highlights-back';
import { STEP_TABLES, type Undoing, type Undone, undoAct } from './undo-steps';

/** The background undoes nothing else, so it need not load the code of other undos. */
const HIGHLIGHTS_ONLY: Undoing = {
  tables: [...HIGHLIGHT_TABLES, 'bookmarks', ...STEP_TABLES],
  async putBack(store, entry, _, log) {
    if (entry.table === 'highlights') await putHighlightBack(store, entry, log);
  },
};

/** The undo of changes that a person has made in a page. */
export const pageUndo = repository({
  /** Undoes an act that has changed only highlights of a bookmark. Others are left. */
  async undo(store, bookmarkId: BookmarkId, id: GroupId): Written<Undone | null> {
    const rows = await attempt(() => store.db.log.where('group').equals(id).toArray());
    if (!rows.ok) return rows;
    const isOfPage = rows.value
      .flatMap(({ entries }) => entries)
      .every((entry) => entry.table === 'highlights' && entry.bookmarkId === bookmarkId);
    return isOfPage ? undoAct(store, id, HIGHLIGHTS_ONLY) : ok(null);
  },
});
