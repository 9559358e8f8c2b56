/** Calls back after `delayMs`; the result calls it off. */
export type Schedule = (run: () => void, delayMs: number) => () => void;

export const schedule: Schedule = (run, delayMs) => {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
};
