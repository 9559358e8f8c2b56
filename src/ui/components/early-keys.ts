import { useLayoutEffect, useMemo } from 'preact/hooks';
import type { PlainKey } from '../strings';

/** One line of the key list (`?`): keys and the text of their action. */
export interface KeyHint {
  /** The keys as they are printed on the keyboard. Each of them triggers the action. */
  readonly keys: readonly string[];
  readonly action: PlainKey;
}

/** Returns true when the user is typing, or when the browser handles the key itself. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing) return true;
  return event.ctrlKey || event.metaKey || event.altKey || isInField(event);
}

/** Returns true for a key press in a field, where the browser handles the key. */
export const isInField = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type="checkbox"]), textarea, select'));

/** More key presses would come from a key that is held down. */
const MAX_EARLY_KEYS = 8;

/** Records the first key presses of a page whose key bindings are loaded after its first paint. */
export function useEarlyKeys(): EarlyKeys {
  const keys = useMemo(createEarlyKeys, []);
  useLayoutEffect(() => {
    document.addEventListener('keydown', keys.keep);
    return keys.stop;
  }, [keys]);
  return keys;
}

export type EarlyKeys = ReturnType<typeof createEarlyKeys>;

function createEarlyKeys() {
  const kept: KeyboardEvent[] = [];
  const keep = (event: KeyboardEvent) => {
    if (kept.length < MAX_EARLY_KEYS && !isTyping(event)) kept.push(event);
  };
  const stop = () => document.removeEventListener('keydown', keep);
  return {
    keep,
    stop,
    /** Returns the key presses so far, oldest first, and stops recording. */
    take(): readonly KeyboardEvent[] {
      stop();
      return kept.splice(0);
    },
  };
}
