import { useLayoutEffect, useMemo } from 'preact/hooks';
import type { PlainKey } from '../strings';

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

/** More would be somebody leaning on the keyboard. */
const MOST = 8;

/** Key presses that came before there was anything to act on them. */
export interface EarlyKeys {
  /** Those that came so far, oldest first; from then on none is kept. */
  take(): readonly KeyboardEvent[];
}

/** Keeps the first key presses of a page whose keys come after its first paint. */
export function useEarlyKeys(): EarlyKeys {
  const keys = useMemo(createEarlyKeys, []);
  useLayoutEffect(() => {
    document.addEventListener('keydown', keys.keep);
    return keys.stop;
  }, [keys]);
  return keys;
}

function createEarlyKeys() {
  let kept: KeyboardEvent[] = [];
  const keep = (event: KeyboardEvent) => {
    if (kept.length < MOST && !isTyping(event)) kept.push(event);
  };
  const stop = () => document.removeEventListener('keydown', keep);
  return {
    keep,
    stop,
    take() {
      stop();
      const taken = kept;
      kept = [];
      return taken;
    },
  };
}
