import { formatInstant, parseInstant, resolveOffset } from '../contract';
import { DAY_MS, type UnixMs, unixMs } from '../domain/time';
import { type DateTerm, NAMED_PERIODS, type Period, type PeriodUnit } from './query';

/** The clock of the person. */
export interface Clock {
  readonly now: UnixMs;
  /** IANA name, such as `Europe/Berlin`. */
  readonly timeZone: string;
}

/** A half-open interval. */
export interface Interval {
  readonly start: UnixMs;
  /** Exclusive. */
  readonly end: UnixMs;
}

const CALENDAR = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/;
const LAST_PERIOD = /^([1-9]\d{0,3})([dwmy])$/i;
const OFFSET = /^(now|[+-]\d{1,5}[dwmy])$/;

/**
 * Parses `2025`, `2025-01`, `2025-01-31`, `today`, `yesterday`, `week`, `month`, `year`, `7d`, or an
 * instant such as `-7d` or `2025-01-31T10:00:00Z`.
 */
export function parsePeriod(text: string): Period | null {
  const name = NAMED_PERIODS.find((one) => one === text.toLowerCase());
  if (name !== undefined) return { kind: 'named', name };
  const last = LAST_PERIOD.exec(text);
  if (last) {
    // The expression matches only these units.
    const unit = last[2]?.toLowerCase() as PeriodUnit;
    return { kind: 'last', count: Number(last[1]), unit };
  }
  const parts = CALENDAR.exec(text);
  if (!parts) return parseInstantPeriod(text);
  const [year = 0, month = null, day = null] = parts
    .slice(1)
    .map((part) => (part === undefined ? null : Number(part)));
  const isDate = isDay({ year: year ?? 0, month: month ?? 1, day: day ?? 1 });
  return isDate ? { kind: 'calendar', year: year ?? 0, month, day } : null;
}

function parseInstantPeriod(text: string): Period | null {
  if (OFFSET.test(text)) return resolveOffset(text, 0) === null ? null : { kind: 'instant', text };
  const at = parseInstant(text);
  if (at === null) return null;
  const written = formatInstant(at);
  // A time zone may lead to a year that cannot be written.
  return parseInstant(written) === at ? { kind: 'instant', text: written } : null;
}

/** True for an instant that moves with the current time. */
export const isOffset = (period: Period): boolean =>
  period.kind === 'instant' && OFFSET.test(period.text);

/** Formats a period so that `parsePeriod` reads it back unchanged. */
export function formatPeriod(period: Period): string {
  switch (period.kind) {
    case 'instant':
      return period.text;
    case 'named':
      return period.name;
    case 'last':
      return `${period.count}${period.unit}`;
    case 'calendar': {
      const two = (part: number | null) => (part === null ? [] : String(part).padStart(2, '0'));
      const year = String(period.year).padStart(4, '0');
      return [year, two(period.month), two(period.day)].flat().join('-');
    }
  }
}

/** A day of the calendar. `month` and `day` count from 1. */
export interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Returns the times of saving that a term permits, whether or not it is excluded. */
export function boundsOf({ field, period }: Omit<DateTerm, 'kind' | 'isExcluded'>, clock: Clock) {
  const { start, end } = intervalOf(period, clock);
  return {
    from: field === 'before' ? Number.NEGATIVE_INFINITY : start,
    /** Exclusive. */
    to:
      field === 'after'
        ? Number.POSITIVE_INFINITY
        : field === 'during' || period.kind === 'instant'
          ? end
          : start,
  };
}

/**
 * Returns the interval of a period. Days begin and end at midnight in the time zone. An instant takes a
 * millisecond.
 */
export function intervalOf(period: Period, { now, timeZone }: Clock): Interval {
  if (period.kind === 'instant') {
    // An offset may lead beyond the years that can be written.
    const at = parseInstant(period.text) ?? resolveOffset(period.text, now) ?? now;
    const start = unixMs(at);
    return { start, end: unixMs(start + 1) };
  }
  const [first, next] = daysOf(period, dayAt(now, timeZone));
  return { start: dayStartIn(first, timeZone), end: dayStartIn(next, timeZone) };
}

/** Returns the first day of a period and the day after it. */
function daysOf(period: Exclude<Period, { kind: 'instant' }>, today: Day): readonly [Day, Day] {
  const { year, month } = today;
  const tomorrow = moved(today, 'd', 1);
  if (period.kind === 'last') {
    return [moved(moved(today, period.unit, -period.count), 'd', 1), tomorrow];
  }
  if (period.kind === 'named') {
    switch (period.name) {
      case 'today':
        return [today, tomorrow];
      case 'yesterday':
        return [moved(today, 'd', -1), today];
      case 'week': {
        const monday = moved(today, 'd', -((utcOf(today).getUTCDay() + 6) % 7));
        return [monday, moved(monday, 'w', 1)];
      }
      case 'month':
        return wholeOf({ year, month, day: null });
      case 'year':
        return wholeOf({ year, month: null, day: null });
    }
  }
  return wholeOf(period);
}

function wholeOf(period: Pick<Period & { kind: 'calendar' }, 'year' | 'month' | 'day'>) {
  const first: Day = { year: period.year, month: period.month ?? 1, day: period.day ?? 1 };
  const unit = period.month === null ? 'y' : period.day === null ? 'm' : 'd';
  return [first, moved(first, unit, 1)] as const;
}

function utcOf({ year, month, day }: Day): Date {
  const date = new Date(0);
  // `Date.UTC` would take the years 0 to 99 for those of a century.
  date.setUTCFullYear(year, month - 1, day);
  return date;
}

const utcDayOf = (date: Date): Day => ({
  year: date.getUTCFullYear(),
  month: date.getUTCMonth() + 1,
  day: date.getUTCDate(),
});

const isDay = (day: Day): boolean => {
  const { month, day: dayOfMonth } = utcDayOf(utcOf(day));
  return month === day.month && dayOfMonth === day.day;
};

/** Moves a day. A day that the target month does not have becomes its last one. */
function moved(from: Day, unit: PeriodUnit, count: number): Day {
  if (unit === 'd' || unit === 'w') {
    const days = unit === 'w' ? 7 * count : count;
    return utcDayOf(utcOf({ ...from, day: from.day + days }));
  }
  const months = unit === 'y' ? 12 * count : count;
  const first = utcDayOf(utcOf({ ...from, month: from.month + months, day: 1 }));
  const { day: length } = utcDayOf(utcOf({ ...first, month: first.month + 1, day: 0 }));
  return { ...first, day: Math.min(from.day, length) };
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Returns the local time at an instant as if it were in UTC, in milliseconds. */
function localTime(at: number, timeZone: string): number {
  let formatter = formatters.get(timeZone);
  if (formatter === undefined) {
    const numeric = { year: 'numeric', month: 'numeric', day: 'numeric', era: 'short' } as const;
    const time = { hour: 'numeric', minute: 'numeric', second: 'numeric' } as const;
    const options = { ...numeric, ...time, timeZone, hourCycle: 'h23' } as const;
    formatter = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', options);
    formatters.set(timeZone, formatter);
  }
  const parts = new Map(formatter.formatToParts(at).map(({ type, value }) => [type, value]));
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type));
  const year = parts.get('era') === 'BC' ? 1 - of('year') : of('year');
  const day = utcOf({ year, month: of('month'), day: of('day') }).getTime();
  return day + ((of('hour') * 60 + of('minute')) * 60 + of('second')) * 1000;
}

const dayAt = (at: UnixMs, timeZone: string): Day => utcDayOf(new Date(localTime(at, timeZone)));

/** Returns the day that begins at an instant; null: none does. */
export function dayOfStart(at: UnixMs, timeZone: string): Day | null {
  const day = dayAt(at, timeZone);
  return day.year >= 1 && day.year <= 9999 && dayStartIn(day, timeZone) === at ? day : null;
}

/** Returns the first instant of a day. Where clocks skip midnight, the day begins later. */
function dayStartIn(day: Day, timeZone: string): UnixMs {
  const midnight = utcOf(day).getTime();
  const offsetAt = (at: number) => localTime(at, timeZone) - at;
  // No zone changes its offset twice within two days.
  const [before, after] = [offsetAt(midnight - DAY_MS), offsetAt(midnight + DAY_MS)];
  const [early, late] = [midnight - Math.max(before, after), midnight - Math.min(before, after)];
  const isMidnight = (at: number) => localTime(at, timeZone) === midnight;
  if (isMidnight(early)) return unixMs(early);
  if (isMidnight(late)) return unixMs(late);
  // Midnight is skipped. The clock shows the same jump at both candidates; the change is between.
  return unixMs(firstInstant(early, late, (at) => localTime(at, timeZone) >= midnight));
}

function firstInstant(from: number, to: number, isReached: (at: number) => boolean): number {
  let [low, high] = [from, to];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isReached(middle)) high = middle;
    else low = middle;
  }
  return isReached(low) ? low : high;
}
