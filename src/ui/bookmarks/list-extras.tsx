import { useSignal } from '@preact/signals';
import archiveIcon from 'lucide-static/icons/archive.svg?icon';
import restoreIcon from 'lucide-static/icons/archive-restore.svg?icon';
import moreIcon from 'lucide-static/icons/ellipsis.svg?icon';
import editIcon from 'lucide-static/icons/pencil.svg?icon';
import starIcon from 'lucide-static/icons/star.svg?icon';
import labelIcon from 'lucide-static/icons/tag.svg?icon';
import trashIcon from 'lucide-static/icons/trash-2.svg?icon';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { View } from '../../domain/bookmark';
import { Button, IconButton } from '../components/button';
import { deferred } from '../components/deferred';
import type { EarlyKeys } from '../components/early-keys';
import { Empty } from '../components/empty';
import { FirstSteps } from '../components/first-steps';
import { arrowTarget, isInLibrary, type KeyBinding, useKeys } from '../components/key-bindings';
import { type PlainKey, t } from '../strings';
import type { BookmarkListModel, LibraryProblemKind } from './list-model';
import type { BookmarkListTools, RowCommands } from './list-tools';
import { PurgeDialog } from './purge-dialog';
import type { ListRow } from './snapshot';

const KeyList = deferred(async () => (await import('../components/key-list')).KeyList);
const BookmarkDialog = deferred(async () => (await import('./bookmark-dialog')).BookmarkDialog);

interface ListExtrasProps {
  readonly listModel: BookmarkListModel;
  readonly tools: BookmarkListTools;
  readonly earlyKeys: EarlyKeys;
  /** True while a reader beside the list has the keys that are not pressed in the list. */
  readonly isBesideReader: boolean;
}

/**
 * Activates the keys of the list while it is in front, and shows the open dialog and a warning if there
 * is little space.
 */
export function ListExtras(props: ListExtrasProps): JSX.Element {
  const { listModel, tools, earlyKeys, isBesideReader } = props;
  const keys = useMemo(() => listKeys(listModel, tools), [listModel, tools]);
  useKeys(keys, earlyKeys, isBesideReader ? isInLibrary : undefined);
  return (
    <>
      {listModel.isStorageLow.value && (
        <p class="storage-low" role="status">
          {t('storageLow')}
        </p>
      )}
      <OpenDialog {...props} keys={keys} />
    </>
  );
}

interface OpenDialogProps extends ListExtrasProps {
  readonly keys: readonly KeyBinding[];
}

function OpenDialog(props: OpenDialogProps): JSX.Element | null {
  const { listModel, tools, keys, isBesideReader } = props;
  const dialog = tools.dialogs.dialog.value;
  if (dialog === null) return null;
  const isGrid = listModel.cursor.columns.value > 1;
  const isPossible = ({ action }: KeyBinding) => isGrid || action !== 'keyBeside';
  switch (dialog.kind) {
    case 'keys':
      return (
        <KeyList
          hints={[...keys.filter(isPossible), ...tools.moreKeys.value]}
          onClose={tools.dialogs.close}
        />
      );
    case 'purge':
      return (
        <PurgeDialog
          what={dialog.title}
          onPurge={() => void tools.actions.purge(dialog)}
          onClose={tools.dialogs.close}
        />
      );
    case 'labels':
    case 'details':
    case 'share':
      // The reader beside the list shows this dialog.
      if (isBesideReader) return null;
      return (
        <BookmarkDialog
          key={dialog.id}
          library={listModel.library}
          known={listModel.labels.value}
          actions={tools.actions}
          openDraft={tools.openDraft}
          background={tools.background}
          dialog={dialog}
          onClose={tools.dialogs.close}
        />
      );
  }
}

/** Returns the key bindings of a list. The key list shows them, too. */
function listKeys(
  { list, cursor }: Pick<BookmarkListModel, 'list' | 'cursor'>,
  { commands, toasts, dialogs, pageLabels, goToSearch }: BookmarkListTools,
): KeyBinding[] {
  // The first press only focuses the current row. Without focus, the user does not see which row an
  // action would affect.
  const isShown = () => cursor.focused.value !== null;
  const onCurrent = (command: (typeof commands)[keyof typeof commands]) => () => {
    const id = list.ids.value?.[cursor.position.value];
    if (id === undefined) return;
    if (isShown()) command(id);
    else cursor.moveTo(cursor.position.value);
  };
  const labels = () => {
    if (isShown() || pageLabels.value === null) onCurrent(commands.labels)();
    else pageLabels.value();
  };
  const step = (by: number) => cursor.moveTo(cursor.position.value + (isShown() ? by : 0));
  const screen = (by: 1 | -1) => () => {
    const columns = cursor.columns.value;
    const lines = Math.max(1, Math.floor(list.visibleRows() / columns) - 1);
    step(by * lines * columns);
  };
  // The letters go from one to the next, also in a grid.
  const move = (by: 1 | -1) => (event: KeyboardEvent) => {
    const place = { length: list.length.value, columns: cursor.columns.value };
    const target = arrowTarget(event, { from: cursor.position.value, ...place });
    if (target === null || !isShown()) step(event.key.startsWith('Arrow') ? 0 : by);
    else cursor.moveTo(target);
  };
  const toEnd = () => {
    list.readWhole();
    cursor.moveTo(list.length.value - 1);
  };
  return [
    { keys: ['j', '↓'], action: 'keyNext', run: move(1) },
    { keys: ['k', '↑'], action: 'keyPrevious', run: move(-1) },
    { keys: ['←', '→'], action: 'keyBeside', run: move(1) },
    { keys: ['PgDn'], action: 'keyPageDown', run: screen(1) },
    { keys: ['PgUp'], action: 'keyPageUp', run: screen(-1) },
    { keys: ['Home'], action: 'keyFirst', run: () => cursor.moveTo(0) },
    { keys: ['End'], action: 'keyLast', run: toEnd },
    { keys: ['o', 'Enter'], action: 'keyOpen', run: onCurrent(commands.open) },
    { keys: ['f'], action: 'keyFavourite', run: onCurrent(commands.favourite) },
    { keys: ['a'], action: 'keyArchive', run: onCurrent(commands.archive) },
    { keys: ['l'], action: 'labelsTitle', run: labels },
    { keys: ['e'], action: 'actionEdit', run: onCurrent(commands.details) },
    { keys: ['s'], action: 'actionShare', run: onCurrent(commands.share) },
    { keys: ['#', 'Delete'], action: 'actionDelete', run: onCurrent(commands.remove) },
    { keys: ['u', 'Ctrl+Z'], action: 'actionUndo', run: () => toasts.undoLast() },
    { keys: ['/'], action: 'barSearch', run: () => goToSearch.value?.() },
    { keys: ['?'], action: 'keyHelp', run: () => dialogs.show({ kind: 'keys' }) },
  ];
}

interface RowActionsProps {
  readonly row: ListRow;
  readonly commands: RowCommands;
  /** Only the buttons of the current row are in the tab order. */
  readonly isCurrent: boolean;
  /** True if *More* shows the rarer ones. */
  readonly isFolded: boolean;
}

/** Shows the buttons at the end of a row. */
export function RowActions(props: RowActionsProps): JSX.Element {
  const { row, commands, isCurrent, isFolded } = props;
  const isOpen = useSignal(!isFolded);
  const tabIndex = isCurrent ? 0 : -1;
  if (row.trashedAt !== null) {
    return (
      <span class="row-actions">
        <IconButton
          label={t('actionRestore')}
          icon={restoreIcon}
          tabIndex={tabIndex}
          onClick={() => commands.restore(row.id)}
        />
        <IconButton
          label={t('actionPurge')}
          icon={trashIcon}
          tabIndex={tabIndex}
          onClick={() => commands.remove(row.id)}
        />
      </span>
    );
  }
  return (
    <span class="row-actions" {...(isFolded && { 'data-more': isOpen.value ? 'open' : 'closed' })}>
      <IconButton
        label={t('actionFavourite')}
        icon={starIcon}
        isPressed={row.isFavourite}
        tabIndex={tabIndex}
        onClick={() => commands.favourite(row.id)}
      />
      <IconButton
        label={t('actionArchive')}
        icon={archiveIcon}
        isPressed={row.isArchived}
        tabIndex={tabIndex}
        onClick={() => commands.archive(row.id)}
      />
      {isOpen.value && (
        <>
          <IconButton
            label={t('labelsTitle')}
            icon={labelIcon}
            tabIndex={tabIndex}
            onClick={() => commands.labels(row.id)}
          />
          <IconButton
            label={t('actionEdit')}
            icon={editIcon}
            tabIndex={tabIndex}
            onClick={() => commands.details(row.id)}
          />
          <IconButton
            label={t('actionDelete')}
            icon={trashIcon}
            tabIndex={tabIndex}
            onClick={() => commands.remove(row.id)}
          />
        </>
      )}
      {isFolded && (
        <IconButton
          label={t('popupMore')}
          icon={moreIcon}
          isExpanded={isOpen.value}
          tabIndex={tabIndex}
          onClick={() => {
            isOpen.value = !isOpen.value;
          }}
        />
      )}
    </span>
  );
}

const EMPTY_TEXTS: Readonly<Record<View, readonly [title: PlainKey, text?: PlainKey]>> = {
  unread: ['emptyUnreadTitle', 'emptyUnread'],
  all: ['emptyAllTitle'],
  favourites: ['emptyFavouritesTitle', 'emptyFavourites'],
  archive: ['emptyArchiveTitle', 'emptyArchive'],
  trash: ['emptyTrashTitle', 'emptyTrash'],
};

interface EmptyListProps {
  readonly view: View;
  readonly label: string | null;
  /** True when there is no bookmark at all, not even in the trash. */
  readonly isNew: boolean;
  readonly newLibrary: JSX.Element | undefined;
}

/** Explains what an empty list is for and how bookmarks get there. */
export function EmptyList({ view, label, isNew, newLibrary }: EmptyListProps): JSX.Element {
  if (label !== null) return <Empty title={'emptyLabelTitle'} text={'emptyLabel'} hasMark />;
  const [title, text] = EMPTY_TEXTS[isNew && view === 'unread' ? 'all' : view];
  if (isNew && newLibrary !== undefined && view !== 'trash') return newLibrary;
  return (
    <Empty title={title} {...(text && { text, hasMark: true })}>
      {isNew && text === undefined && <FirstSteps />}
    </Empty>
  );
}

/** Shown instead of the list when the library cannot be opened. */
export function LibraryProblem({ kind }: { readonly kind: LibraryProblemKind }): JSX.Element {
  if (kind === 'private-window') {
    return <Empty role="status" title={'errorLibraryPrivateTitle'} text={'errorLibraryPrivate'} />;
  }
  return (
    <Empty role="alert" title={'errorLibraryTitle'} text={'errorLibraryUnavailable'}>
      <Button onClick={() => location.reload()}>{t('actionTryAgain')}</Button>
    </Empty>
  );
}
