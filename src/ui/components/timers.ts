/** Calls back after `delayMs`. Returns a function that cancels the timer. */
export type Schedule = (run: () => void, delayMs: number) => () => void;

export const schedule: Schedule = (run, delayMs) => {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
};

/** Settles once the browser has painted what was rendered, or when the page is hidden. */
export function painted(): Promise<void> {
  if (document.visibilityState === 'hidden') return Promise.resolve();
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve, 0));
    // A hidden page paints nothing.
    document.addEventListener('visibilitychange', () => resolve(), { once: true });
  });
}
