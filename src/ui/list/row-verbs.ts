import type { BookmarkId } from '../../domain';
import type { ListRow } from '../list-row';
import type { BookmarkActions } from '../stores/bookmark-actions';
import type { DialogStore } from '../stores/dialog-store';
import type { ListStore } from '../stores/list-store';
import type { ToastStore } from '../stores/toast-store';
import { t } from '../strings';

/**
 * What can be done with a row. A row may still be a picture of how the list was: each verb waits
 * for the library's own row and acts on that, or says that the bookmark is gone.
 */
export interface RowVerbs {
  open(id: BookmarkId): void;
  favourite(id: BookmarkId): void;
  archive(id: BookmarkId): void;
  labels(id: BookmarkId): void;
  /** To the trash; in the trash, for good, when the person says yes. */
  remove(id: BookmarkId): void;
  restore(id: BookmarkId): void;
}

interface RowVerbDeps {
  readonly list: Pick<ListStore, 'trueRow'>;
  readonly actions: BookmarkActions;
  readonly toasts: Pick<ToastStore, 'alarm'>;
  readonly dialogs: Pick<DialogStore, 'show'>;
  readonly read: (id: BookmarkId) => void;
}

export function createRowVerbs({ list, actions, toasts, dialogs, read }: RowVerbDeps): RowVerbs {
  const onTrueRow = (act: (row: ListRow) => void) => (id: BookmarkId) => {
    void list.trueRow(id).then((row) => {
      if (row) act(row);
      else toasts.alarm(t('errorGone'));
    });
  };
  const unlessTrashed = (act: (row: ListRow) => void) =>
    onTrueRow((row) => {
      if (row.trashedAt === null) act(row);
    });

  return {
    open: onTrueRow((row) => read(row.id)),
    favourite: unlessTrashed((row) => void actions.setFavourite(row, !row.isFavourite)),
    archive: unlessTrashed((row) => void actions.setArchived(row, !row.isArchived)),
    labels: unlessTrashed((row) => dialogs.show({ kind: 'labels', id: row.id, title: row.title })),
    remove: onTrueRow((row) => {
      if (row.trashedAt === null) void actions.trash(row);
      else dialogs.show({ kind: 'purge', id: row.id, title: row.title });
    }),
    restore: onTrueRow((row) => void actions.restore(row)),
  };
}
