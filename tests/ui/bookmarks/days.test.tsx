import { describe, expect, it } from 'vitest';
import { dayOf } from '../../../src/domain/calendar';
import { dayHeadings, daysOf } from '../../../src/ui/bookmarks/days';

/** A Friday. */
const TODAY = dayOf(new Date(2026, 10, 20).getTime());
const at = (month: number, day: number, hour = 12, year = 2026) =>
  new Date(year, month - 1, day, hour).getTime();

const NEWEST_FIRST = [
  at(11, 20, 23),
  at(11, 20, 0),
  at(11, 19, 23),
  at(11, 16, 0),
  at(11, 15, 23),
  at(11, 9, 0),
  at(11, 8, 23),
  at(11, 1, 0),
  at(10, 31, 23),
  at(10, 2, 12, 2025),
];

const TITLES = [
  'Today',
  'Yesterday',
  'This week',
  'Last week',
  'November 2026',
  'October 2026',
  'October 2025',
];

describe('the days of a list', () => {
  it('name the near days and weeks, and then the months', () => {
    const days = daysOf(NEWEST_FIRST, TODAY);
    expect(days.map(({ title }) => title)).toEqual(TITLES);
    expect(days.map(({ at: first }) => first)).toEqual([0, 2, 3, 4, 6, 8, 9]);
  });

  it('are in the other order in a list whose oldest pages come first', () => {
    const days = daysOf(NEWEST_FIRST.toReversed(), TODAY);
    expect(days.map(({ title }) => title)).toEqual(TITLES.toReversed());
    expect(days.map(({ at: first }) => first)).toEqual([0, 1, 2, 4, 6, 7, 8]);
  });

  it('count a page of the future as one of today', () => {
    expect(daysOf([at(12, 24), at(11, 20)], TODAY)).toEqual([{ at: 0, title: 'Today' }]);
  });

  it('are found in a list of 100,000 pages without looking at each', () => {
    let looked = 0;
    const times = Float64Array.from({ length: 100_000 }, (_, n) => at(11, 20) - n * 3_600_000);
    const counted = new Proxy(times, {
      get(of, key) {
        if (/^\d+$/.test(String(key))) looked += 1;
        return Reflect.get(of, key, of);
      },
    });
    expect(daysOf(counted, TODAY).length).toBeGreaterThan(130);
    expect(looked).toBeLessThan(5000);
  });
});

describe('the headings of a list', () => {
  const ROW = 100;
  const headings = dayHeadings([at(11, 20), at(11, 20), at(11, 19), at(11, 19)], TODAY);
  const heading = headings.pxBefore(1);

  it('push the rows below them down', () => {
    expect([0, 1, 2, 3].map(headings.pxBefore)).toEqual([0, heading, heading, 2 * heading]);
    expect([0, 1, 2, 3].map((row) => headings.at(row) !== undefined)).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  it('tell which row is at a height', () => {
    const secondDay = heading + 2 * ROW;
    const heights = [0, heading + ROW - 1, heading + ROW, secondDay - 1, secondDay];
    expect(heights.map((y) => headings.rowAt(y, ROW))).toEqual([0, 0, 1, 1, 2]);
    expect(headings.rowAt(secondDay + heading + ROW, ROW)).toBe(3);
  });
});
