import type { ReadonlySignal } from '@preact/signals';
import type { JSX, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { PlainKey } from '../strings';
import type { KeyHint } from './early-keys';
import { type KeyBinding, useKeys } from './key-bindings';
import { KeyList } from './key-list';
import type { ToastStore } from './toasts';

interface ItemSelectors {
  readonly item: string;
  /** The control of an item that gets the focus. */
  readonly control: string;
  /** With it, Tab stops only at the controls of the last focused item and of its group. */
  readonly group?: string;
  /** The element that gets the focus when no item is left. */
  readonly empty?: string;
}

/** Moves the focus between the items of a list. */
export type ItemFocus = ReturnType<typeof createItemFocus>;

function createItemFocus(
  list: RefObject<HTMLElement | null>,
  place: RefObject<number | null>,
  { item, control, group, empty }: ItemSelectors,
) {
  const items = () => [...(list.current?.querySelectorAll<HTMLElement>(item) ?? [])];
  const focused = () => items().findIndex((each) => each.contains(document.activeElement));
  const goTo = (at: number) => {
    const all = items();
    const next = all[Math.max(0, Math.min(at, all.length - 1))];
    next?.querySelector<HTMLElement>(control)?.focus();
    next?.scrollIntoView({ block: 'nearest' });
    if (!next && empty) document.querySelector<HTMLElement>(empty)?.focus();
  };
  return {
    focused,
    goTo,
    /** Returns the id of the item that has the focus; undefined: none has it. */
    current: () => items()[focused()]?.dataset.id,
    /** Focuses the item `by` places after the current one, or the current one if none has the focus. */
    step(by: number) {
      const at = focused();
      goTo(at === -1 ? (place.current ?? 0) : at + by);
    },
    setTabStops() {
      if (group === undefined) return;
      const all = items();
      const current = all[Math.min(place.current ?? 0, all.length - 1)];
      const currentGroup = current?.closest(group);
      const controls = `${group} :is(a, button, input)`;
      for (const each of list.current?.querySelectorAll<HTMLElement>(controls) ?? []) {
        const isInGroup = each.closest(group) === currentGroup;
        each.tabIndex = isInGroup && (each.closest(item) ?? current) === current ? 0 : -1;
      }
    },
  };
}

/**
 * Creates the focus of a list. When the focused item disappears, the one in its place gets the focus.
 * `rows` is what the list shows; null while nothing in it can have the focus.
 */
export function useItemFocus(
  list: RefObject<HTMLElement | null>,
  selectors: ItemSelectors,
  rows: unknown,
): ItemFocus {
  const place = useRef<number | null>(null);
  const hadFocus = useRef(false);
  const focus = useMemo(() => createItemFocus(list, place, selectors), [list]);
  useEffect(() => {
    const note = () => {
      const at = focus.focused();
      hadFocus.current = at !== -1;
      if (at === -1 || at === place.current) return;
      place.current = at;
      focus.setTabStops();
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, [focus]);
  useLayoutEffect(() => {
    focus.setTabStops();
    if (list.current === null) return;
    const observer = new MutationObserver(focus.setTabStops);
    observer.observe(list.current, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [rows, focus, list]);
  useLayoutEffect(() => {
    const { activeElement } = document;
    const isLost = activeElement === null || activeElement === document.body;
    if (hadFocus.current && isLost && rows !== null) focus.goTo(place.current ?? 0);
  }, [rows, focus]);
  return focus;
}

/** The page around a list, with its messages and dialogs. */
interface ListTools {
  readonly toasts: Pick<ToastStore, 'undoLast'>;
  readonly dialogs: {
    readonly dialog: ReadonlySignal<{ readonly kind: string } | null>;
    show(dialog: { readonly kind: 'keys' }): void;
    close(): void;
  };
}

interface ListKeysProps {
  readonly focus: ItemFocus;
  readonly tools: ListTools;
  /** The texts of *Next* and *Previous*. */
  readonly names: readonly [next: PlainKey, previous: PlainKey];
  /** Further keys of the list. */
  readonly more?: readonly KeyBinding[];
  /** Keys that the browser handles. They are only listed. */
  readonly native?: readonly KeyHint[];
}

/** Activates the keys of a list, and lists them on request. */
export function ListKeys(props: ListKeysProps): JSX.Element | null {
  const { focus, tools, names, more = [], native = [] } = props;
  const { toasts, dialogs } = tools;
  const keys: readonly KeyBinding[] = [
    { keys: ['j', '↓'], action: names[0], run: () => focus.step(1) },
    { keys: ['k', '↑'], action: names[1], run: () => focus.step(-1) },
    ...more,
    { keys: ['u'], action: 'actionUndo', run: toasts.undoLast },
    { keys: ['?'], action: 'keyHelp', run: () => dialogs.show({ kind: 'keys' }) },
  ];
  useKeys(keys);
  if (dialogs.dialog.value?.kind !== 'keys') return null;
  return <KeyList hints={[...native, ...keys]} onClose={dialogs.close} />;
}
