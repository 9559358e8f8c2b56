import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayOf, instantOf, mondayOf, streaksOf } from '../../src/domain/calendar';

describe('days', () => {
  it('have consecutive numbers, also when the clocks change', () => {
    // Noon of each day of 2025, in the time zone of the test.
    const noons = Array.from({ length: 365 }, (_, at) => new Date(2025, 0, 1 + at, 12).getTime());
    const days = noons.map(dayOf);
    expect(days.every((day, at) => at === 0 || day - days[at - 1]! === 1)).toBe(true);
  });

  it('belong to a week that begins on Monday', () => {
    fc.assert(
      fc.property(fc.integer({ min: -10_000, max: 40_000 }), (day) => {
        const monday = mondayOf(day);
        expect(day - monday).toBeGreaterThanOrEqual(0);
        expect(day - monday).toBeLessThan(7);
        expect(new Date(instantOf(monday)).getUTCDay()).toBe(1);
      }),
    );
  });
});

describe('a streak', () => {
  it.each([
    ['nothing', [], 10, { current: 0, longest: 0 }],
    ['today', [10], 10, { current: 1, longest: 1 }],
    ['yesterday, which goes on', [8, 9], 10, { current: 2, longest: 2 }],
    ['tomorrow, after a flight to the west', [9, 10, 11], 10, { current: 3, longest: 3 }],
    ['a missed day', [7, 8], 10, { current: 0, longest: 2 }],
    ['a longer one before', [1, 2, 3, 9, 10], 10, { current: 2, longest: 3 }],
  ])('counts the days in a row: %s', (_, days, today, streaks) => {
    expect(streaksOf(days, today)).toEqual(streaks);
  });

  it('does not depend on the order of the days', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 40 })), (days) => {
        expect(streaksOf(days.toReversed(), 40)).toEqual(streaksOf(days, 40));
      }),
    );
  });
});
