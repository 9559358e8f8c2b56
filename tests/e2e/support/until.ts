import { setTimeout as pause } from 'node:timers/promises';
import { CONDITION_TIMEOUT_MS } from '../../support/timeouts.ts';

const POLL_MS = 30;
/** A long wait looks less often, because each look takes time from what it waits for. */
const MAX_POLL_MS = 250;
const SHARE_OF_WAIT = 0.1;
/** Enough for the conditions inside of a condition, and not for the text of a page. */
const MAX_PROBLEM_LENGTH = 600;

/** A condition that waits itself says why it fails. It has this much longer. */
const GRACE_MS = 10_000;

/** Rejects after `ms`, because a call to a browser may never end. Nothing happens after an abort. */
function noAnswer(ms: number, signal: AbortSignal): Promise<never> {
  const late = pause(ms, null, { signal, ref: false }).then(() => {
    throw new Error('the last look has had no answer');
  });
  late.catch(() => {});
  return late;
}

/**
 * Calls `look` repeatedly until it returns a value other than false, null or undefined, and returns
 * that value. A call that throws, for instance because the page navigates, counts as no value.
 *
 * @throws with `what` and the message of the last call that threw, if there is no value after
 * `timeoutMs`
 */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
  timeoutMs: number = CONDITION_TIMEOUT_MS,
  graceMs: number = GRACE_MS,
): Promise<NonNullable<Exclude<T, false>>> {
  const started = Date.now();
  const deadline = started + timeoutMs;
  let problem: unknown = null;
  const ended = new AbortController();
  const late = noAnswer(timeoutMs + graceMs, ended.signal);
  try {
    while (Date.now() < deadline) {
      try {
        const value = await Promise.race([look(), late]);
        // The return type leaves out `false`, null and undefined.
        if (value !== false && value !== null && value !== undefined) {
          return value as NonNullable<Exclude<T, false>>;
        }
      } catch (error) {
        problem = error;
      }
      const waitedMs = Date.now() - started;
      await pause(Math.min(MAX_POLL_MS, Math.max(POLL_MS, waitedMs * SHARE_OF_WAIT)));
    }
  } finally {
    ended.abort();
  }
  const why = problem === null ? '' : ` (${messageOf(problem).slice(0, MAX_PROBLEM_LENGTH)})`;
  throw new Error(`Waited ${timeoutMs / 1000} s in vain: ${what}${why}`, { cause: problem });
}

const messageOf = (problem: unknown): string =>
  problem instanceof Error ? problem.message : String(problem);
