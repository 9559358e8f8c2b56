import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Dispose } from '../../library';
import { type EarlyKeys, isTyping, type KeyHint } from './early-keys';

/** A line of the key list with what it does. */
export interface KeyBinding extends KeyHint {
  run(event: KeyboardEvent): void;
}

/**
 * Runs the binding of each key pressed in `target`, unless a person is writing, a modifier is held,
 * a dialog or popover is open, or the key belongs to the focused control. `early` are presses that
 * came before: they are acted on in turn, each when what the last one did is drawn.
 */
export function listenForKeys(
  target: Document,
  bindings: readonly KeyBinding[],
  early: readonly KeyboardEvent[] = [],
): Dispose {
  const byKey = new Map(
    bindings.flatMap((binding) => binding.keys.map((key) => [eventKey(key), binding])),
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (isTyping(event) || isOverlayOpen(target) || isControlKey(event)) return;
    const binding = byKey.get(event.key) ?? byKey.get(latinKey(event));
    if (!binding) return;
    event.preventDefault();
    binding.run(event);
  };
  const waiting = [...early];
  const actOnEarly = () => {
    const event = waiting.shift();
    if (!event) return;
    onKeyDown(event);
    setTimeout(actOnEarly);
  };
  actOnEarly();
  target.addEventListener('keydown', onKeyDown);
  return () => {
    waiting.length = 0;
    target.removeEventListener('keydown', onKeyDown);
  };
}

/** As it is written in the key list → as the event has it. */
const EVENT_KEYS: Readonly<Record<string, string>> = {
  Space: ' ',
  Esc: 'Escape',
  '↓': 'ArrowDown',
  '↑': 'ArrowUp',
};

const eventKey = (key: string): string => EVENT_KEYS[key] ?? key;

/** The letter printed on the key where the keyboard writes another script; else an empty string. */
function latinKey(event: KeyboardEvent): string {
  const isOtherScript = event.key.length === 1 && event.key > '\u007f';
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1];
  return isOtherScript && letter && !event.shiftKey ? letter.toLowerCase() : '';
}

/** An open dialog or popover has its own keys; Esc closes it. */
const isOverlayOpen = (document: Document): boolean =>
  document.querySelector('dialog[open], :popover-open') !== null;

/** Space presses a focused button, and Enter follows a focused link. */
function isControlKey(event: KeyboardEvent): boolean {
  if (event.key !== ' ' && event.key !== 'Enter') return false;
  return event.target instanceof Element && event.target.closest('button, summary, a') !== null;
}

/**
 * Makes the keys of a view work while it is shown; each press finds the bindings of the last draw.
 * `early` has what was pressed before.
 */
export function useKeys(bindings: readonly KeyBinding[], early: EarlyKeys | null = null): void {
  const latest = useRef(bindings);
  latest.current = bindings;
  useLayoutEffect(
    () =>
      listenForKeys(
        document,
        latest.current.map((binding, index) => ({
          ...binding,
          run: (event) => latest.current[index]?.run(event),
        })),
        early?.take(),
      ),
    [early],
  );
}
