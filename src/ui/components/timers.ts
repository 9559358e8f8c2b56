/** Calls back after `delayMs`. Returns a function that cancels the timer. */
export type Schedule = (run: () => void, delayMs: number) => () => void;

export const schedule: Schedule = (run, delayMs) => {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
};
