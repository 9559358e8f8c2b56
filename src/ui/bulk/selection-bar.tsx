import { useSignal } from '@preact/signals';
import archiveIcon from 'lucide-static/icons/archive.svg?icon';
import restoreIcon from 'lucide-static/icons/archive-restore.svg?icon';
import readIcon from 'lucide-static/icons/book-check.svg?icon';
import unreadIcon from 'lucide-static/icons/book-open.svg?icon';
import exportIcon from 'lucide-static/icons/download.svg?icon';
import starIcon from 'lucide-static/icons/star.svg?icon';
import unstarIcon from 'lucide-static/icons/star-off.svg?icon';
import labelIcon from 'lucide-static/icons/tag.svg?icon';
import trashIcon from 'lucide-static/icons/trash-2.svg?icon';
import closeIcon from 'lucide-static/icons/x.svg?icon';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { View } from '../../domain';
import type { BulkPatch, ChosenAction } from '../../library';
import type { BookmarkListModel } from '../bookmarks/list-model';
import type { BookmarkListTools } from '../bookmarks/list-tools';
import { Button, IconButton } from '../components/button';
import { Dialog } from '../components/dialog';
import { Icon, type IconShapes } from '../components/icon';
import { LIBRARY_ERRORS } from '../messages';
import { formatNumber, plural, t } from '../strings';
import { BulkLabelsDialog } from './bulk-labels-dialog';
import type { BulkStore } from './bulk-store';
import type { Selection } from './selection';
import { SELECTION_KEYS, useSelectionKeys } from './use-selection-keys';
import './bulk.css';

interface SelectionBarProps {
  readonly listModel: BookmarkListModel;
  readonly tools: Pick<BookmarkListTools, 'moreKeys'>;
  readonly selection: Selection;
  readonly bulk: BulkStore;
  /** Selects the key presses that are for the list. */
  readonly isMeant: (event: KeyboardEvent) => boolean;
  readonly onExport: () => void;
}

/** The number of selected bookmarks and the actions on them. It also handles the keys. */
export function SelectionBar(props: SelectionBarProps): JSX.Element | null {
  const { listModel, tools, selection, bulk, isMeant, onExport } = props;
  const dialog = useSignal<'labels' | 'purge' | null>(null);
  const { view } = listModel.list.choice.value;
  const ids = selection.ids.value;
  const count = ids.size;
  const isTrash = view === 'trash';

  const act = (action: ChosenAction) => void bulk.act(action, [...ids]);
  const edit = (patch: BulkPatch) => act({ kind: 'edit', patch });
  const remove = () => {
    if (isTrash) dialog.value = 'purge';
    else act({ kind: 'trash' });
  };
  const archive = () => edit({ isArchived: view !== 'archive' });
  const favour = () => edit({ isFavourite: view !== 'favourites' });
  const showLabels = () => {
    dialog.value = 'labels';
  };

  useSelectionKeys({
    listModel,
    selection,
    isMeant,
    act(key) {
      if (key === '#' || key === 'Delete') remove();
      else if (isTrash) return false;
      else if (key === 'a') archive();
      else if (key === 'f') favour();
      else if (key === 'l') showLabels();
      else return false;
      return true;
    },
  });
  useEffect(() => {
    tools.moreKeys.value = SELECTION_KEYS;
  }, [tools]);
  const isShown = count > 0;
  useEffect(() => {
    // The bar takes room from the end of the list, where the row may be that was selected.
    if (!isShown) dialog.value = null;
    else document.activeElement?.closest('.row')?.scrollIntoView?.({ block: 'nearest' });
  }, [isShown, dialog]);
  if (!isShown) return null;

  return (
    <section class="selection-bar" aria-label={t('selectionName')}>
      <IconButton label={t('selectionClear')} icon={closeIcon} onClick={selection.clear} />
      <p class="selection-count" role="status">
        {plural('selectionCount', count)}
      </p>
      {count < listModel.list.length.value && (
        <Button look="quiet" onClick={selection.selectAll}>
          {t('selectionAll', formatNumber(listModel.list.length.value))}
        </Button>
      )}
      <div class="selection-actions">
        {isTrash ? (
          <Action
            name={t('actionRestore')}
            icon={restoreIcon}
            run={() => act({ kind: 'restore' })}
          />
        ) : (
          <>
            <Action name={t('actionLabels')} icon={labelIcon} run={showLabels} />
            {isOffered('archive', view) && (
              <Action
                name={t('actionArchive')}
                icon={archiveIcon}
                run={() => edit({ isArchived: true })}
              />
            )}
            {isOffered('unread', view) && (
              <Action
                name={t('bulkUnarchive')}
                icon={restoreIcon}
                run={() => edit({ isArchived: false })}
              />
            )}
            {isOffered('favourites', view) && (
              <Action
                name={t('actionFavourite')}
                icon={starIcon}
                run={() => edit({ isFavourite: true })}
              />
            )}
            <Action
              name={t('bulkUnfavour')}
              icon={unstarIcon}
              run={() => edit({ isFavourite: false })}
            />
            <Action
              name={t('bulkMarkRead')}
              icon={readIcon}
              run={() => edit({ readProgress: 100 })}
            />
            <Action
              name={t('bulkMarkUnread')}
              icon={unreadIcon}
              run={() => edit({ readProgress: 0, readAnchor: '' })}
            />
          </>
        )}
        {!isTrash && <Action name={t('exportTitle')} icon={exportIcon} run={onExport} />}
        <Action name={t(isTrash ? 'actionPurge' : 'actionDelete')} icon={trashIcon} run={remove} />
      </div>
      {dialog.value === 'labels' && (
        <BulkLabelsDialog
          count={count}
          known={listModel.labels.value}
          onApply={edit}
          onClose={() => {
            dialog.value = null;
          }}
        />
      )}
      {dialog.value === 'purge' && (
        <Dialog
          title={t('purgeTitle')}
          onClose={() => {
            dialog.value = null;
          }}
        >
          <p>{plural('bulkPurgeText', count)}</p>
          <p class="buttons">
            <Button
              onClick={() => {
                dialog.value = null;
              }}
            >
              {t('actionCancel')}
            </Button>
            <Button
              look="danger"
              onClick={() => {
                dialog.value = null;
                act({ kind: 'purge' });
              }}
            >
              {t('actionPurge')}
            </Button>
          </p>
        </Dialog>
      )}
    </section>
  );
}

/** An action that moves bookmarks to a view is not offered in a list that shows only that view. */
const isOffered = (target: View, view: View): boolean => target !== view;

interface ActionProps {
  readonly name: string;
  readonly icon: IconShapes;
  readonly run: () => void;
}

/** A button whose name is shown where there is room. */
function Action({ name, icon, run }: ActionProps): JSX.Element {
  return (
    <button type="button" class="button" data-look="quiet" title={name} onClick={run}>
      <Icon shapes={icon} />
      <span>{name}</span>
    </button>
  );
}

/** A shorter job ends before its progress could be read. */
const SHORTEST_CHUNKS = 3;

/** The progress of an action on many bookmarks, or why it does not continue. */
export function BulkProgress({ bulk }: { readonly bulk: BulkStore }): JSX.Element | null {
  const job = bulk.job.value;
  const problem = bulk.problem.value;
  if (job === null || (problem === null && job.chunks < SHORTEST_CHUNKS)) return null;
  const isUndo = job.state === 'undoing';
  const done = formatNumber(job.done);
  return (
    <section class="bulk-progress" aria-label={t('bulkProgressName')}>
      {problem === null ? (
        <>
          <p>{isUndo ? t('bulkUndoing', done) : t('bulkRunning', done, formatNumber(job.total))}</p>
          <progress
            aria-label={t('bulkProgressName')}
            max={job.total}
            value={isUndo ? job.total - job.done : job.done}
          />
        </>
      ) : (
        <>
          <p role="alert">{t('bulkProblem', t(LIBRARY_ERRORS[problem.kind]))}</p>
          <Button onClick={bulk.retry}>{t('actionTryAgain')}</Button>
        </>
      )}
      <Button onClick={() => void bulk.cancel()}>{t('bulkCancel')}</Button>
    </section>
  );
}
