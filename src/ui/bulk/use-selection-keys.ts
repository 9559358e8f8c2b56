import { useEffect, useRef } from 'preact/hooks';
import type { BookmarkListModel } from '../bookmarks/list-model';
import { isInField, type KeyHint } from '../components/early-keys';
import { arrowTarget } from '../components/key-bindings';
import type { Selection } from './selection';

/** The keys of a selection, as the key list shows them. */
export const SELECTION_KEYS: readonly KeyHint[] = [
  { keys: ['Ctrl+Enter'], action: 'keyOpenTab' },
  { keys: ['x', 'Space'], action: 'keySelect' },
  { keys: ['Shift+↑', 'Shift+↓'], action: 'keySelectRange' },
  { keys: ['Ctrl+A'], action: 'keySelectAll' },
  { keys: ['Esc'], action: 'selectNone' },
];

interface SelectionKeys {
  readonly listModel: Pick<BookmarkListModel, 'list' | 'cursor'>;
  readonly selection: Selection;
  /** Selects the key presses. */
  readonly isMeant: (event: KeyboardEvent) => boolean;
  /** Acts on the selected bookmarks. Returns false if the key has no such action. */
  readonly act: (key: string) => boolean;
}

/**
 * Handles the keys of a selection before those of the list, some of which are the same: with
 * bookmarks selected, `a` archives these and not the current one.
 */
export function useSelectionKeys(keys: SelectionKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.altKey || isInField(event)) return;
      if (document.querySelector('dialog[open], :popover-open') !== null) return;
      if (latest.current.isMeant(event) && handle(event, latest.current)) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}

/** Returns true if the key press was one of a selection. */
function handle(event: KeyboardEvent, keys: SelectionKeys): boolean {
  const { listModel, selection, act } = keys;
  const { list, cursor } = listModel;
  const { key, ctrlKey, metaKey, shiftKey } = event;
  const idAt = (position: number) => list.ids.value?.[position];
  const hasFocus = cursor.focused.value !== null;
  const hasSelection = selection.ids.value.size > 0;
  if (ctrlKey || metaKey) {
    if (key.toLowerCase() !== 'a' || shiftKey || (list.ids.value?.length ?? 0) === 0) return false;
    selection.selectAll();
    return true;
  }
  const position = cursor.position.value;
  const place = { from: position, length: list.length.value, columns: cursor.columns.value };
  const target = shiftKey ? arrowTarget(event, place) : null;
  if (target !== null) {
    const from = idAt(position);
    if (!hasFocus || from === undefined) {
      cursor.moveTo(position);
      return true;
    }
    const to = idAt(target);
    if (selection.ids.value.size === 0 || !selection.ids.value.has(from)) selection.toggle(from);
    if (to === undefined || target === position) return true;
    selection.extendTo(to);
    cursor.moveTo(target);
    return true;
  }
  if (key === 'x' || (key === ' ' && isOnRow(event))) {
    const id = idAt(cursor.position.value);
    if (!hasFocus || id === undefined) cursor.moveTo(cursor.position.value);
    else selection.toggle(id);
    return true;
  }
  if (!hasSelection) return false;
  if (key === 'Escape') {
    selection.clear();
    cursor.moveTo(cursor.position.value);
    return true;
  }
  return act(key);
}

/** Space presses a focused button or checkbox, also in a row. */
const isOnRow = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('.row') !== null && target.matches('a');
