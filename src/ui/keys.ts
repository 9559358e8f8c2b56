import type { PlainKey } from './strings';

/** A key and what it does, as data: one line of the key list (`?`). */
export interface KeyHint {
  /** As they are written on the keyboard; any of them does it. */
  readonly keys: readonly string[];
  readonly action: PlainKey;
}

/** True when a key press is a person writing, or one the browser wants for itself. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing) return true;
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input, textarea, select');
}
