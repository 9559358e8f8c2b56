import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unixMs } from '../../src/domain/time';
import { dayOfStart, intervalOf, parsePeriod } from '../../src/query';

const ZONES = [
  ...['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Apia'],
  ...[
    'America/Sao_Paulo',
    'Africa/Cairo',
    'Asia/Beirut',
    'Pacific/Kiritimati',
    'Australia/Lord_Howe',
  ],
];

const interval = (text: string, now: string, timeZone = 'Europe/Berlin') => {
  const { start, end } = intervalOf(parsePeriod(text)!, { now: unixMs(Date.parse(now)), timeZone });
  return [new Date(start).toISOString(), new Date(end).toISOString()];
};

describe('the interval of a period', () => {
  // It is Tuesday, 31 March 2026, half past midnight in Berlin.
  const now = '2026-03-30T22:30:00Z';

  it.each([
    ['2025', '2024-12-31T23:00:00.000Z', '2025-12-31T23:00:00.000Z'],
    ['2025-07', '2025-06-30T22:00:00.000Z', '2025-07-31T22:00:00.000Z'],
    ['2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['2024-2-29', '2024-02-28T23:00:00.000Z', '2024-02-29T23:00:00.000Z'],
    ['today', '2026-03-30T22:00:00.000Z', '2026-03-31T22:00:00.000Z'],
    ['yesterday', '2026-03-29T22:00:00.000Z', '2026-03-30T22:00:00.000Z'],
    ['week', '2026-03-29T22:00:00.000Z', '2026-04-05T22:00:00.000Z'],
    ['month', '2026-02-28T23:00:00.000Z', '2026-03-31T22:00:00.000Z'],
    ['year', '2025-12-31T23:00:00.000Z', '2026-12-31T23:00:00.000Z'],
    ['1d', '2026-03-30T22:00:00.000Z', '2026-03-31T22:00:00.000Z'],
    ['7d', '2026-03-24T23:00:00.000Z', '2026-03-31T22:00:00.000Z'],
    ['2w', '2026-03-17T23:00:00.000Z', '2026-03-31T22:00:00.000Z'],
    // February has no 31st, so the month begins after its last day.
    ['1m', '2026-02-28T23:00:00.000Z', '2026-03-31T22:00:00.000Z'],
    ['1y', '2025-03-31T22:00:00.000Z', '2026-03-31T22:00:00.000Z'],
  ])('%s begins and ends at midnight of the person', (text, start, end) => {
    expect(interval(text, now)).toEqual([start, end]);
  });

  it('begins later on a day without midnight, and is empty for a day that was skipped', () => {
    expect(interval('2018-11-04', now, 'America/Sao_Paulo')).toEqual([
      '2018-11-04T03:00:00.000Z',
      '2018-11-05T02:00:00.000Z',
    ]);
    expect(interval('2011-12-30', now, 'Pacific/Apia')).toEqual([
      '2011-12-30T10:00:00.000Z',
      '2011-12-30T10:00:00.000Z',
    ]);
  });

  it('joins the one of the next day in every zone', () => {
    const day = fc.date({
      min: new Date('1990-01-01'),
      max: new Date('2030-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(day, fc.constantFrom(...ZONES), (date, timeZone) => {
        const of = (plus: number) => {
          const moved = new Date(date.getTime() + plus * 86_400_000);
          const period = parsePeriod(moved.toISOString().slice(0, 10))!;
          return intervalOf(period, { now: unixMs(0), timeZone });
        };
        expect(of(0).end).toBe(of(1).start);
        expect(of(0).end).toBeGreaterThanOrEqual(of(0).start);
        const { start, end } = of(0);
        if (end > start)
          expect(Object.values(dayOfStart(start, timeZone)!).map(Number)).toEqual(
            date.toISOString().slice(0, 10).split('-').map(Number),
          );
      }),
      { numRuns: 500 },
    );
  });

  it('contains now for each period that ends with today', () => {
    const at = fc.date({
      min: new Date('1990-01-01'),
      max: new Date('2030-01-01'),
      noInvalidDate: true,
    });
    const texts = fc.constantFrom('today', 'week', 'month', 'year', '1d', '7d', '3w', '5m', '2y');
    fc.assert(
      fc.property(at, texts, fc.constantFrom(...ZONES), (date, text, timeZone) => {
        const clock = { now: unixMs(date.getTime()), timeZone };
        const { start, end } = intervalOf(parsePeriod(text)!, clock);
        expect(start <= clock.now && clock.now < end).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
