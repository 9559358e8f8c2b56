import type { BookmarkId } from '../../domain';
import type { ListRow } from '../list-row';
import type { BookmarkActions } from '../stores/bookmark-actions';
import type { DialogStore } from '../stores/dialog-store';
import type { ListStore } from '../stores/list-store';
import type { ToastStore } from '../stores/toast-store';
import { t } from '../strings';

/**
 * What can be done with a row, which may still be a picture of how the list was. What is done is
 * what the row offers as it is shown, and what is opened is the library's own; each says so when the
 * bookmark is gone.
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
  readonly list: Pick<ListStore, 'rows' | 'trueRow'>;
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
  // At once, not when the library has opened: the page may close before that, and what was clicked
  // would be lost.
  const onShownRow = (act: (row: ListRow) => void) => (id: BookmarkId) => {
    const shown = list.rows.value?.find((row) => row.id === id);
    if (shown) act(shown);
    else onTrueRow(act)(id);
  };
  const unlessTrashed = (act: (row: ListRow) => void) => (row: ListRow) => {
    if (row.trashedAt === null) act(row);
  };

  return {
    open: onTrueRow((row) => read(row.id)),
    favourite: onShownRow(unlessTrashed((row) => void actions.setFavourite(row, !row.isFavourite))),
    archive: onShownRow(unlessTrashed((row) => void actions.setArchived(row, !row.isArchived))),
    labels: onTrueRow(
      unlessTrashed((row) => dialogs.show({ kind: 'labels', id: row.id, title: row.title })),
    ),
    remove: onShownRow((row) => {
      if (row.trashedAt === null) void actions.trash(row);
      else dialogs.show({ kind: 'purge', id: row.id, title: row.title });
    }),
    restore: onShownRow((row) => void actions.restore(row)),
  };
}
