import { useLayoutEffect, useMemo } from 'preact/hooks';
import { isTyping } from '../keys';

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
