import type { JSX, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { BookmarkId, HighlightId } from '../../domain';
import type { BookmarkListTools } from '../bookmarks/list-tools';
import { type KeyBinding, useKeys } from '../components/key-bindings';
import { KeyList } from '../components/key-list';

/** The properties that both lists of highlights get from their page. */
export interface HighlightListProps {
  readonly tools: Pick<BookmarkListTools, 'toasts' | 'dialogs'>;
  /** False while the reader covers the page. The list ignores keys then. */
  readonly isInFront: boolean;
  /** Returns the address of a page in the reader, at a highlight if it is not null. */
  readonly readHref: (id: BookmarkId, highlight: HighlightId | null) => string;
}

/** Moves the focus between the items of a list. */
export interface ItemFocus {
  /** Returns the item that has the focus; null: none has it. */
  current(): HighlightId | null;
  /** Focuses the item `by` places after the current one, or the current one if none has the focus. */
  step(by: number): void;
  first(): void;
  last(): void;
}

/**
 * Creates the focus of a list. Tab stops only at the controls of the last focused item and of its
 * group, and then leaves the list. When the focused item disappears, the one in its place gets the
 * focus. `rows` is what the list shows.
 */
export function useItemFocus(
  list: RefObject<HTMLElement | null>,
  selector: string,
  rows: unknown,
): ItemFocus {
  const place = useRef<number | null>(null);
  const hadFocus = useRef(false);
  const focus = useMemo(() => {
    const items = () => [...(list.current?.querySelectorAll<HTMLElement>(selector) ?? [])];
    const focused = () => items().findIndex((item) => item.contains(document.activeElement));
    const goTo = (at: number) => {
      const all = items();
      const item = all[Math.max(0, Math.min(at, all.length - 1))];
      item?.querySelector<HTMLElement>('a, button')?.focus();
      item?.scrollIntoView({ block: 'nearest' });
    };
    const setTabStops = () => {
      const all = items();
      const current = all[Math.min(place.current ?? 0, all.length - 1)];
      const group = current?.closest(GROUP);
      for (const control of list.current?.querySelectorAll<HTMLElement>(GROUP_CONTROLS) ?? []) {
        const item = control.closest(selector);
        const isStop = control.closest(GROUP) === group && (item ?? current) === current;
        control.tabIndex = isStop ? 0 : -1;
      }
    };
    return {
      setTabStops,
      current: () => (items()[focused()]?.dataset.id as HighlightId | undefined) ?? null,
      step(by: number) {
        const at = focused();
        goTo(at === -1 ? (place.current ?? 0) : at + by);
      },
      first: () => goTo(0),
      last: () => goTo(Number.POSITIVE_INFINITY),
      goTo,
      focused,
    };
  }, [list, selector]);
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
    if (hadFocus.current && isLost && place.current !== null) focus.goTo(place.current);
  }, [rows, focus]);
  return focus;
}

const GROUP = '.highlight-group';
const GROUP_CONTROLS = `${GROUP} :is(a, button, input)`;

interface ListKeysProps extends Pick<HighlightListProps, 'tools'> {
  readonly focus: ItemFocus;
  /** The keys of the actions on an item. */
  readonly more: readonly KeyBinding[];
}

/** Activates the keys of a list of highlights, and lists them on request. */
export function ListKeys({ focus, tools, more }: ListKeysProps): JSX.Element | null {
  const { toasts, dialogs } = tools;
  const keys: readonly KeyBinding[] = [
    { keys: ['j', '↓'], action: 'keyNextHighlight', run: () => focus.step(1) },
    { keys: ['k', '↑'], action: 'keyPreviousHighlight', run: () => focus.step(-1) },
    { keys: ['Home'], action: 'keyFirstHighlight', run: focus.first },
    { keys: ['End'], action: 'keyLastHighlight', run: focus.last },
    ...more,
    { keys: ['u'], action: 'keyUndo', run: () => toasts.undoLast() },
    { keys: ['?'], action: 'keyHelp', run: () => dialogs.show({ kind: 'keys' }) },
  ];
  useKeys(keys);
  if (dialogs.dialog.value?.kind !== 'keys') return null;
  return <KeyList hints={[ENTER, ...keys]} onClose={dialogs.close} />;
}

/** The browser follows the focused link. */
const ENTER = { keys: ['Enter'], action: 'keyOpenHighlight' } as const;
