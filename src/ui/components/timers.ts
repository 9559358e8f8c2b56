import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** The time, Unix ms, read again every so often for as long as it is shown. */
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

/** Calls back after `delayMs`; the result calls it off. */
export type Schedule = (run: () => void, delayMs: number) => () => void;

export const schedule: Schedule = (run, delayMs) => {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
};
