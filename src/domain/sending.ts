import { DAY_MS, type UnixMs } from './time';

/** When highlights are sent on: after they have changed, or once a day. */
export type SendTime = 'change' | 'day';

/**
 * Why nothing can be written. `not-allowed`: the browser asks again in a click. `gone`: the folder is no
 * longer there. `full`: the disk is full.
 */
export type SendProblem = 'not-allowed' | 'gone' | 'full';

/**
 * Words of the report on the file of a page. The first three were not written and are tried again.
 * `moved`: its marks were not in order, so another file was begun. `appended`: they were gone, so the part
 * of Leafmark is at its end again.
 */
export type SendPageProblem = 'too-large' | 'not-text' | 'not-written' | 'moved' | 'appended';

/** True if the page is to be tried again. */
export const isUnwritten = (problem: SendPageProblem | undefined): boolean =>
  problem !== undefined && problem !== 'moved' && problem !== 'appended';

/** True if a day is over. A time in the future is from before the clock was set back. */
export const isDayOver = (last: UnixMs | null, now: UnixMs): boolean =>
  last === null || Math.abs(now - last) >= DAY_MS;
