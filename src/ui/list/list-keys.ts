import type { KeyBinding } from '../key-bindings';
import type { Shelf } from '../stores/shelf';
import type { ShelfTools } from '../stores/shelf-tools';

/** The keys of a list, as they work and as the key list shows them. */
export function listKeys(
  { list, cursor }: Pick<Shelf, 'list' | 'cursor'>,
  { verbs, toasts, dialogs }: ShelfTools,
): KeyBinding[] {
  // The first press shows the row that Tab leads to; only the next ones move, or do something: with
  // the focus elsewhere nobody sees which row it would be done to.
  const isShown = () => cursor.focused.value !== null;
  const onCurrent = (verb: (typeof verbs)[keyof typeof verbs]) => () => {
    const row = list.rows.value?.[cursor.position.value];
    if (row === undefined) return;
    if (isShown()) verb(row.id);
    else cursor.moveTo(cursor.position.value);
  };
  const step = (by: number) => () => cursor.moveTo(cursor.position.value + (isShown() ? by : 0));
  return [
    { keys: ['j', '↓'], action: 'keyNext', run: step(1) },
    { keys: ['k', '↑'], action: 'keyPrevious', run: step(-1) },
    { keys: ['o', 'Enter'], action: 'keyOpen', run: onCurrent(verbs.open) },
    { keys: ['f'], action: 'keyFavourite', run: onCurrent(verbs.favourite) },
    { keys: ['a'], action: 'keyArchive', run: onCurrent(verbs.archive) },
    { keys: ['l'], action: 'keyLabels', run: onCurrent(verbs.labels) },
    { keys: ['#', 'Delete'], action: 'keyDelete', run: onCurrent(verbs.remove) },
    { keys: ['u'], action: 'keyUndo', run: () => toasts.undoLast() },
    { keys: ['?'], action: 'keyHelp', run: () => dialogs.show({ kind: 'keys' }) },
  ];
}
