import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Dispose } from '../../library';
import { type EarlyKeys, isTyping, type KeyHint } from './early-keys';

/** A line of the key list with its action. */
export interface KeyBinding extends KeyHint {
  run(event: KeyboardEvent): void;
}

/**
 * Runs the binding of each key that is pressed in `target`. It ignores keys while the user types,
 * with a modifier, while a dialog or popover is open, and keys that the focused control handles.
 * `early` are key presses from before. They and those that follow meanwhile run in order, each after
 * the previous one was rendered. `isMeant` says whether a key press is for these bindings.
 */
export function listenForKeys(
  target: Document,
  bindings: readonly KeyBinding[],
  early: readonly KeyboardEvent[] = [],
  isMeant: (event: KeyboardEvent) => boolean = () => true,
): Dispose {
  const byKey = new Map(
    bindings.flatMap((binding) => binding.keys.map((key) => [eventKey(key), binding])),
  );
  const bindingOf = (event: KeyboardEvent) => {
    if (isTyping(event) || isOverlayOpen(target) || isControlKey(event)) return;
    if (!isMeant(event)) return;
    return byKey.get(event.key) ?? byKey.get(latinKey(event));
  };
  const waiting = early.map((event) => () => bindingOf(event)?.run(event));
  const actOnEarly = () => {
    const act = waiting.shift();
    if (!act) return;
    act();
    setTimeout(actOnEarly);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const binding = bindingOf(event);
    if (!binding) return;
    event.preventDefault();
    const act = () => binding.run(event);
    // No key overtakes those from before.
    if (waiting.length > 0) waiting.push(act);
    else act();
  };
  actOnEarly();
  target.addEventListener('keydown', onKeyDown);
  return () => {
    waiting.length = 0;
    target.removeEventListener('keydown', onKeyDown);
  };
}

/** Maps the names in the key list to `KeyboardEvent.key`. */
const EVENT_KEYS: Readonly<Record<string, string>> = {
  Space: ' ',
  Esc: 'Escape',
  '↓': 'ArrowDown',
  '↑': 'ArrowUp',
  '←': 'ArrowLeft',
  '→': 'ArrowRight',
  PgDn: 'PageDown',
  PgUp: 'PageUp',
};

const eventKey = (key: string): string => EVENT_KEYS[key] ?? key;

/**
 * Returns the Latin letter on the key where the keyboard layout has another script, or an empty
 * string.
 */
function latinKey(event: KeyboardEvent): string {
  const isOtherScript = event.key.length === 1 && event.key > '\u007f';
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1];
  return isOtherScript && letter && !event.shiftKey ? letter.toLowerCase() : '';
}

/** An open dialog or popover handles its own keys, such as Esc. */
const isOverlayOpen = (document: Document): boolean =>
  document.querySelector('dialog[open], :popover-open') !== null;

/** Space presses a focused button and Enter follows a focused link. */
function isControlKey(event: KeyboardEvent): boolean {
  if (event.key !== ' ' && event.key !== 'Enter') return false;
  return event.target instanceof Element && event.target.closest('button, summary, a') !== null;
}

/**
 * Activates the bindings of a view while it is mounted. Each key press uses the bindings of the
 * last render. `early` has the key presses from before. `isMeant` selects the key presses.
 */
export function useKeys(
  bindings: readonly KeyBinding[],
  early: EarlyKeys | null = null,
  isMeant: (event: KeyboardEvent) => boolean = () => true,
): void {
  const latest = useRef({ bindings, isMeant });
  latest.current = { bindings, isMeant };
  useLayoutEffect(
    () =>
      listenForKeys(
        document,
        latest.current.bindings.map((binding, index) => ({
          ...binding,
          run: (event) => latest.current.bindings[index]?.run(event),
        })),
        early?.take(),
        (event) => latest.current.isMeant(event),
      ),
    [early],
  );
}

/** True for a key press in the list or the sidebar of the library page. */
export const isInLibrary = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('.library') !== null;

/**
 * Returns the position that an arrow key leads to from `from`, in a grid of `length` items that is
 * filled line by line. At an edge it is `from`. null for other keys, and for keys to the side in a
 * single column.
 */
export function arrowTarget(
  { key }: Pick<KeyboardEvent, 'key'>,
  {
    from,
    length,
    columns,
  }: { readonly from: number; readonly length: number; readonly columns: number },
): number | null {
  const isRtl = document.documentElement.dir === 'rtl';
  const last = length - 1;
  switch (key) {
    case 'ArrowDown': {
      const isLastLine = Math.floor(from / columns) === Math.floor(last / columns);
      return isLastLine ? from : Math.min(last, from + columns);
    }
    case 'ArrowUp':
      return from < columns ? from : from - columns;
    case 'ArrowLeft':
    case 'ArrowRight': {
      if (columns === 1) return null;
      const step = (key === 'ArrowRight') === isRtl ? -1 : 1;
      return Math.max(0, Math.min(last, from + step));
    }
    default:
      return null;
  }
}
