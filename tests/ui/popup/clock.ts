import { act } from '@testing-library/preact';
import type { Schedule } from '../../../src/ui/components/timers';

/** A clock that only advances by `pass`. */
export function testClock(): { readonly later: Schedule; pass(ms: number): Promise<void> } {
  let now = 0;
  const waiting = new Set<{ at: number; run: () => void }>();
  return {
    later(run, delayMs) {
      const timer = { at: now + delayMs, run };
      waiting.add(timer);
      return () => void waiting.delete(timer);
    },
    pass: (ms) =>
      act(async () => {
        now += ms;
        for (const timer of [...waiting].filter(({ at }) => at <= now)) {
          waiting.delete(timer);
          timer.run();
        }
      }),
  };
}
