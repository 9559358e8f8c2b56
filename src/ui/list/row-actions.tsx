import archiveIcon from 'lucide-static/icons/archive.svg?icon';
import restoreIcon from 'lucide-static/icons/archive-restore.svg?icon';
import starIcon from 'lucide-static/icons/star.svg?icon';
import labelIcon from 'lucide-static/icons/tag.svg?icon';
import trashIcon from 'lucide-static/icons/trash-2.svg?icon';
import type { JSX } from 'preact';
import { IconButton } from '../components/button';
import type { ListRow } from '../list-row';
import { t } from '../strings';
import type { RowVerbs } from './row-verbs';

interface RowActionsProps {
  readonly row: ListRow;
  readonly verbs: RowVerbs;
  /** Only the current row's buttons are in the order of the Tab key. */
  readonly isCurrent: boolean;
}

/** The buttons of a row, at its end. */
export function RowActions({ row, verbs, isCurrent }: RowActionsProps): JSX.Element {
  const tabIndex = isCurrent ? 0 : -1;
  if (row.trashedAt !== null) {
    return (
      <span class="row-actions">
        <IconButton
          label={t('actionRestore')}
          icon={restoreIcon}
          tabIndex={tabIndex}
          onClick={() => verbs.restore(row.id)}
        />
        <IconButton
          label={t('actionPurge')}
          icon={trashIcon}
          tabIndex={tabIndex}
          onClick={() => verbs.remove(row.id)}
        />
      </span>
    );
  }
  return (
    <span class="row-actions">
      <IconButton
        label={t('actionFavourite')}
        icon={starIcon}
        isPressed={row.isFavourite}
        tabIndex={tabIndex}
        onClick={() => verbs.favourite(row.id)}
      />
      <IconButton
        label={t('actionArchive')}
        icon={archiveIcon}
        isPressed={row.isArchived}
        tabIndex={tabIndex}
        onClick={() => verbs.archive(row.id)}
      />
      <IconButton
        label={t('actionLabels')}
        icon={labelIcon}
        tabIndex={tabIndex}
        onClick={() => verbs.labels(row.id)}
      />
      <IconButton
        label={t('actionDelete')}
        icon={trashIcon}
        tabIndex={tabIndex}
        onClick={() => verbs.remove(row.id)}
      />
    </span>
  );
}
