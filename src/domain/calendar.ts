import { DAY_MS } from './time';

/**
 * The number of a day in the time zone of the browser. Consecutive days have consecutive numbers,
 * also when the clocks change.
 */
export function dayOf(at: number): number {
  const date = new Date(at);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS;
}

/** Returns the Monday of the week of a day. */
export const mondayOf = (day: number): number => day - ((((day + 3) % 7) + 7) % 7);

/** Returns the first instant of a day in UTC, in Unix ms, which shows the day when it is formatted in UTC. */
export const instantOf = (day: number): number => day * DAY_MS;

export interface Streaks {
  /** Days in a row that end today or yesterday; 0 if there are none. */
  readonly current: number;
  readonly longest: number;
}

/**
 * Counts days in a row. A streak goes on until a whole day is missed. Its last day may be after today,
 * because a person has flown to the west.
 */
export function streaksOf(days: Iterable<number>, today: number): Streaks {
  const all = new Set(days);
  let [current, longest] = [0, 0];
  for (const first of all) {
    if (all.has(first - 1)) continue;
    let last = first;
    while (all.has(last + 1)) last += 1;
    const length = last - first + 1;
    longest = Math.max(longest, length);
    if (last >= today - 1) current = length;
  }
  return { current, longest };
}
