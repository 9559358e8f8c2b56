import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/**
 * Returns the current time in Unix ms and updates it every `everyMs` while the component is
 * mounted.
 */
export function useNow(everyMs: number): number {
  const now = useSignal(Date.now());
  useEffect(() => {
    const ticking = setInterval(() => {
      now.value = Date.now();
    }, everyMs);
    return () => clearInterval(ticking);
  }, [everyMs, now]);
  return now.value;
}
