import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { confirmedTime, type KnownClock, lookAtClock } from '../../src/domain/confirmed-clock';
import { DAY_MS, HOUR_MS, MINUTE_MS, unixMs } from '../../src/domain/time';

const START = Date.parse('2026-05-01');

interface Look {
  readonly at: number;
  /** The time of a server. */
  readonly server?: number;
}

const knownAfter = (...looks: readonly Look[]): KnownClock | null =>
  looks.reduce<KnownClock | null>(
    (known, { at, server }) =>
      lookAtClock(known, unixMs(at), server === undefined ? null : unixMs(server)),
    null,
  );

/** Returns the time that is confirmed after the last look, in days since `START`. */
function confirmedDays(...looks: readonly Look[]): number | null {
  const confirmed = confirmedTime(knownAfter(...looks), unixMs(looks.at(-1)?.at ?? 0));
  return confirmed === 0 ? null : (confirmed - START) / DAY_MS;
}

const day = (days: number): Look => ({ at: START + days * DAY_MS });
const withServer = (days: number, serverDays: number): Look => ({
  ...day(days),
  server: START + serverDays * DAY_MS,
});

describe('the confirmed time', () => {
  it('is unknown after the first look', () => {
    expect(confirmedDays(day(0))).toBeNull();
  });

  it('follows the days on which the clock ran', () => {
    expect(confirmedDays(day(0), day(1))).toBe(0);
    expect(confirmedDays(day(0), day(1), day(2), day(3))).toBe(2);
  });

  it('adds up hours of running', () => {
    const hours = Array.from({ length: 25 }, (_, hour) => day(hour / 24));
    expect(confirmedDays(...hours.slice(0, 24))).toBeNull();
    expect(confirmedDays(...hours)).toBe(0);
  });

  it('does not follow a clock that was ahead for a minute', () => {
    const minute = MINUTE_MS / DAY_MS;
    const ahead = [day(40), day(40 + minute)];
    expect(confirmedDays(day(0), day(1), ...ahead)).toBe(0);
    expect(confirmedDays(day(0), day(1), ...ahead, day(1 + 2 * minute), day(2), day(3))).toBe(1);
  });

  it('does not follow a clock that jumps ahead twice', () => {
    expect(confirmedDays(day(0), day(1), day(40), day(80))).toBe(0);
  });

  it('follows the clock of a device that slept for a month after it has run for two days', () => {
    expect(confirmedDays(day(0), day(1), day(31))).toBe(0);
    expect(confirmedDays(day(0), day(1), day(31), day(32))).toBe(1);
    expect(confirmedDays(day(0), day(1), day(31), day(32), day(33))).toBe(32);
  });

  it('follows a browser that runs for a few minutes a week, slowly', () => {
    const minutes = 10;
    const looks = Array.from({ length: 150 }, (_, week) => [
      day(7 * week),
      day(7 * week + (minutes * MINUTE_MS) / DAY_MS),
    ]).flat();
    expect(confirmedDays(...looks)).toBe(0);
  });

  it('is the time of the device if the server has the same time', () => {
    expect(confirmedDays(withServer(40, 40.5))).toBe(40);
  });

  it('does not follow a server whose clock is ahead', () => {
    expect(confirmedDays(withServer(0, 40))).toBeNull();
    expect(confirmedDays(day(0), day(1), withServer(1.1, 40))).toBe(0);
  });

  it('does not follow a device whose clock runs ahead for days while a server contradicts it', () => {
    const days = Array.from({ length: 10 }, (_, n) => withServer(40 + n, n));
    expect(confirmedDays(withServer(0, 0), ...days)).toBe(0);
  });

  it('goes back to the time that a server confirms, after a clock that was ahead for days', () => {
    const ahead = [day(40), day(41), day(42)];
    expect(confirmedDays(...ahead)).toBe(41);
    expect(knownAfter(...ahead, withServer(2, 2))?.confirmed).toBe(START + 2 * DAY_MS);
  });

  it('goes back by itself, so that a clock that was ahead for days may be so again', () => {
    const ahead = [day(40), day(41), day(42)];
    expect(confirmedDays(...ahead, day(2), day(3), day(4), day(43))).toBe(3);
  });

  it('is never after the true time, whenever the clock is wrong for less than a day', () => {
    const span = fc.record({
      rightMs: fc.integer({ min: 1, max: 60 * DAY_MS }),
      wrongMs: fc.integer({ min: 1, max: DAY_MS - 1 }),
      byMs: fc.integer({ min: -400 * DAY_MS, max: 400 * DAY_MS }),
      looks: fc.integer({ min: 1, max: 5 }),
    });
    fc.assert(
      fc.property(fc.array(span, { maxLength: 12 }), (spans) => {
        let known: KnownClock | null = null;
        let time = START;
        const look = (offset: number) => {
          known = lookAtClock(known, unixMs(time + offset), null);
          expect(known.confirmed).toBeLessThanOrEqual(time);
        };
        for (const { rightMs, wrongMs, byMs, looks } of spans) {
          time += rightMs;
          look(0);
          for (let n = 0; n < looks; n += 1) {
            time += wrongMs / looks;
            look(byMs);
          }
        }
      }),
    );
  });

  it('is at most three days old after three days with a look at each hour, whatever was before', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 4 * START })), (earlier) => {
        const hours = Array.from({ length: 73 }, (_, hour) => ({ at: START + hour * HOUR_MS }));
        const known = knownAfter(...earlier.map((at) => ({ at })), ...hours);
        const now = START + 72 * HOUR_MS;
        expect(now - (known?.confirmed ?? 0)).toBeLessThanOrEqual(3 * DAY_MS);
      }),
    );
  });
});
