import type { KeyBinding } from '../key-bindings';
import type { Shelf } from '../stores/shelf';
import type { ShelfTools } from '../stores/shelf-tools';

/** The keys of a list, as they work and as the key list shows them. */
export function listKeys(
  { list, cursor }: Pick<Shelf, 'list' | 'cursor'>,
  { verbs, toasts, dialogs }: ShelfTools,
): KeyBinding[] {
  const onCurrent = (verb: (typeof verbs)[keyof typeof verbs]) => () => {
    const row = list.rows.value?.[cursor.position.value];
    if (row) verb(row.id);
  };
  // The first press finds the row that Tab leads to; only the next ones move.
  const step = (by: number) => () =>
    cursor.moveTo(cursor.position.value + (cursor.focused.value === null ? 0 : by));
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
