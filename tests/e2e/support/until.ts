import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 30;
/** Long, because two cores may be busy with something else; nothing waits this long that works. */
const PATIENCE_MS = 30_000;

/**
 * Looks again and again until `look` gives something; gives that. A look that throws (the page is
 * just navigating) is one that saw nothing.
 *
 * @throws with `what` when it stays away for `patienceMs`
 */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
  patienceMs: number = PATIENCE_MS,
): Promise<NonNullable<Exclude<T, false>>> {
  const deadline = Date.now() + patienceMs;
  let problem: unknown = null;
  while (Date.now() < deadline) {
    try {
      const seen = await look();
      // `false`, null and undefined are what the return type leaves out.
      if (seen !== false && seen !== null && seen !== undefined) {
        return seen as NonNullable<Exclude<T, false>>;
      }
    } catch (error) {
      problem = error;
    }
    await pause(POLL_MS);
  }
  throw new Error(`Waited ${patienceMs / 1000} s in vain: ${what}`, { cause: problem });
}
