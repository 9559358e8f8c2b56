import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { unixMs } from '../../domain/time';
import type { Clock } from '../../query';

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

/** Returns the clock of the conditions about time. */
export const clockNow = (): Clock => ({
  now: unixMs(Date.now()),
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});
