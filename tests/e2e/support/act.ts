import { CONDITION_TIMEOUT_MS } from '../../support/timeouts.ts';
import { until } from './until.ts';

interface Patience {
  /**
   * The time that an effect may take before the step is repeated, in ms. It is longer where a late input that is
   * given a second time would do harm.
   */
  readonly repeatAfterMs?: number;
  readonly timeoutMs?: number;
}

/** Ten times as long as a busy browser takes for a click. */
const REPEAT_AFTER_MS = 3_000;

/**
 * Does a step and waits for its effect, and repeats the step while there is none: a busy browser or display loses
 * keys and clicks, and a page ignores them until a person can have seen what they hit. The step is not
 * repeated after an effect that is late. One that throws, for instance because the element is gone, counts as lost.
 *
 * @param effect as for `until`; false before the step
 * @returns what `effect` has returned
 */
export async function act<T>(
  what: string,
  step: () => Promise<unknown>,
  effect: () => T | Promise<T>,
  { repeatAfterMs = REPEAT_AFTER_MS, timeoutMs = CONDITION_TIMEOUT_MS }: Patience = {},
): Promise<NonNullable<Exclude<T, false>>> {
  let isFirst = true;
  return until(
    what,
    async () => {
      // A look that throws is no reason against another step.
      const late = isFirst ? null : await lookAt(effect).catch(() => null);
      isFirst = false;
      if (late !== false && late !== null && late !== undefined) return late;
      await step();
      return until('the step has its effect', effect, repeatAfterMs);
    },
    timeoutMs,
  ) as Promise<NonNullable<Exclude<T, false>>>;
}

/** Makes a rejection of what an effect throws at once. */
const lookAt = async <T>(effect: () => T | Promise<T>): Promise<T> => effect();
