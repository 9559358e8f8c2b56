import { useSignal } from '@preact/signals';
import archiveIcon from 'lucide-static/icons/archive.svg?icon';
import restoreIcon from 'lucide-static/icons/archive-restore.svg?icon';
import readIcon from 'lucide-static/icons/book-check.svg?icon';
import unreadIcon from 'lucide-static/icons/book-open.svg?icon';
import exportIcon from 'lucide-static/icons/download.svg?icon';
import getIcon from 'lucide-static/icons/file-down.svg?icon';
import starIcon from 'lucide-static/icons/star.svg?icon';
import unstarIcon from 'lucide-static/icons/star-off.svg?icon';
import labelIcon from 'lucide-static/icons/tag.svg?icon';
import trashIcon from 'lucide-static/icons/trash-2.svg?icon';
import closeIcon from 'lucide-static/icons/x.svg?icon';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { View } from '../../domain/bookmark';
import type { BulkPatch, ChosenAction } from '../../library';
import type { BookmarkListModel } from '../bookmarks/list-model';
import type { BookmarkListTools } from '../bookmarks/list-tools';
import { PurgeDialog } from '../bookmarks/purge-dialog';
import { Button, IconButton } from '../components/button';
import { Icon, type IconShapes } from '../components/icon';
import { MoreMenu } from '../components/more-menu';
import { setTo } from '../components/signals';
import { WorkProgress } from '../jobs/work-progress';
import { LIBRARY_ERRORS } from '../messages';
import { formatNumber, type PlainKey, plural, t } from '../strings';
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
  /** Opens the export with the selected bookmarks. */
  readonly onExport: () => void;
  /** Opens *Get the articles* with the selected bookmarks. Absent in the web app. */
  readonly onGet?: () => void;
}

/** The number of selected bookmarks and the actions on them. It also handles the keys. */
export function SelectionBar(props: SelectionBarProps): JSX.Element | null {
  const { listModel, tools, selection, bulk, isMeant, onExport, onGet } = props;
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
  const showLabels = setTo(dialog, 'labels');

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

  const actions = actionsOf({ view, act, edit, showLabels, onExport, onGet, remove });
  return (
    <section class="selection-bar cluster row-gap-1" aria-label={t('selectionName')}>
      <IconButton label={t('selectNone')} icon={closeIcon} onClick={selection.clear} />
      <p class="selection-count semibold" role="status">
        {t('selectedCount', formatNumber(count))}
      </p>
      {count < listModel.list.length.value && (
        <Button look="quiet" onClick={selection.selectAll}>
          {t('selectionAll', formatNumber(listModel.list.length.value))}
        </Button>
      )}
      <div class="selection-actions cluster gap-0 push">
        {actions.slice(0, COMMON).map((action) => (
          <Action key={action.name} {...action} />
        ))}
        {actions.length > COMMON && (
          <MoreMenu>
            {actions.slice(COMMON).map((action) => (
              <Action key={action.name} {...action} />
            ))}
          </MoreMenu>
        )}
      </div>
      {dialog.value === 'labels' && (
        <BulkLabelsDialog
          count={count}
          known={listModel.labels.value}
          onApply={edit}
          onClose={setTo(dialog, null)}
        />
      )}
      {dialog.value === 'purge' && (
        <PurgeDialog
          what={plural('bookmarks', count)}
          onPurge={() => act({ kind: 'purge' })}
          onClose={setTo(dialog, null)}
        />
      )}
    </section>
  );
}

interface BarActions {
  readonly view: View;
  readonly act: (action: ChosenAction) => void;
  readonly edit: (patch: BulkPatch) => void;
  readonly showLabels: () => void;
  readonly onExport: () => void;
  readonly onGet: (() => void) | undefined;
  readonly remove: () => void;
}

/** The number of actions that are shown on a phone, too. *More* has the others. */
const COMMON = 4;

/**
 * Returns the actions on the selected bookmarks, the most common ones first, except those that would
 * change nothing in `view`.
 */
function actionsOf(actions: BarActions): ActionProps[] {
  const { view, act, edit, showLabels, onExport, onGet, remove } = actions;
  if (view === 'trash') {
    return [
      { name: 'actionRestore', icon: restoreIcon, run: () => act({ kind: 'restore' }) },
      { name: 'actionPurge', icon: trashIcon, run: remove },
    ];
  }
  const moves: (ActionProps & { readonly to: View })[] = [
    {
      to: 'archive',
      name: 'actionArchive',
      icon: archiveIcon,
      run: () => edit({ isArchived: true }),
    },
    {
      to: 'favourites',
      name: 'actionFavourite',
      icon: starIcon,
      run: () => edit({ isFavourite: true }),
    },
    {
      to: 'unread',
      name: 'bulkUnarchive',
      icon: restoreIcon,
      run: () => edit({ isArchived: false }),
    },
  ];
  const shown = moves.filter(({ to }) => to !== view);
  const notStarted = { readProgress: 0, readAnchor: '' };
  return [
    { name: 'labelsTitle', icon: labelIcon, run: showLabels },
    ...shown.slice(0, 2),
    { name: 'actionDelete', icon: trashIcon, run: remove },
    ...shown.slice(2),
    { name: 'bulkUnfavour', icon: unstarIcon, run: () => edit({ isFavourite: false }) },
    { name: 'searchIsRead', icon: readIcon, run: () => edit({ readProgress: 100 }) },
    { name: 'searchIsUnread', icon: unreadIcon, run: () => edit(notStarted) },
    ...(onGet ? [{ name: 'gettingTitle' as const, icon: getIcon, run: onGet }] : []),
    { name: 'exportTitle', icon: exportIcon, run: onExport },
  ];
}

interface ActionProps {
  readonly name: PlainKey;
  readonly icon: IconShapes;
  readonly run: () => void;
}

/** A button whose name is shown where there is room, which is below its picture on a phone. */
function Action({ name, icon, run }: ActionProps): JSX.Element {
  return (
    <button type="button" class="button" data-look="quiet" title={t(name)} onClick={run}>
      <Icon shapes={icon} />
      <span>{t(name)}</span>
    </button>
  );
}

/** A shorter job ends before its progress could be read. */
const MIN_SHOWN_PARTS = 3;

/** The progress of an action on many bookmarks, or why it does not continue. */
export function BulkProgress({ bulk }: { readonly bulk: BulkStore }): JSX.Element | null {
  const work = bulk.work.value;
  const problem = bulk.problem.value;
  if (work === null || (problem === null && work.parts < MIN_SHOWN_PARTS)) return null;
  const { isUndo, done, total } = work;
  return (
    <section class="bulk-progress cluster row-gap-1" aria-label={t('progress')}>
      {problem === null ? (
        <WorkProgress running={isUndo ? 'bulkUndoing' : 'bulkRunning'} done={done} all={total} />
      ) : (
        <>
          <p role="alert">{t('bulkProblem', t(LIBRARY_ERRORS[problem.kind]))}</p>
          <Button onClick={bulk.retry}>{t('actionTryAgain')}</Button>
        </>
      )}
      <Button onClick={() => void bulk.cancel()}>{t('actionStop')}</Button>
    </section>
  );
}
