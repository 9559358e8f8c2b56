import { dayOf } from '../domain/calendar';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../domain/time';
import { t } from './strings';

const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Formats a size in steps of 1000: "1.4 GB". `locale` is the browser's language when undefined. */
export function formatBytes(bytes: number, locale?: string): string {
  let size = Math.max(0, bytes);
  let step = 0;
  while (size >= 999.5 && step < BYTE_UNITS.length - 1) {
    size /= 1000;
    step += 1;
  }
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: BYTE_UNITS[step] ?? 'byte',
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: size < 10 && step > 0 ? 1 : 0,
  }).format(size);
}

const DAY = /^\d{4}-\d{2}-\d{2}/;

/**
 * Formats the day on which a page was published. It keeps the page's own day: 23:00 in Tokyo does
 * not become another day here. A value without a day, such as a year, is returned unchanged.
 * `locale` is the browser's language when undefined.
 */
export function formatPublished(
  published: string,
  dateStyle: 'medium' | 'long' = 'long',
  locale?: string,
): string {
  const day = DAY.exec(published)?.[0];
  const at = day ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(at)) return published;
  return new Intl.DateTimeFormat(locale, { dateStyle, timeZone: 'UTC' }).format(at);
}

let dates: Intl.DateTimeFormat | null = null;
let moments: Intl.DateTimeFormat | null = null;
let times: Intl.DateTimeFormat | null = null;

/**
 * Formats the day of an instant (Unix ms) in the browser's language and time zone: "12 Mar 2025".
 */
export function formatDate(at: number): string {
  dates ??= new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
  return dates.format(at);
}

/** Formats the day and time of an instant (Unix ms) in the browser's language and time zone. */
export function formatMoment(at: number): string {
  moments ??= new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  return moments.format(at);
}

/** Formats the time of day of an instant (Unix ms) in the browser's language and time zone: "16:05". */
export function formatTime(at: number): string {
  times ??= new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
  return times.format(at);
}

/** From this many days on, the date says more. */
const WEEK_DAYS = 7;
const relative: { [Style in 'long' | 'short']?: Intl.RelativeTimeFormat } = {};

/** Returns how long ago something happened: "2 hours ago", "yesterday", and its date after six days. */
export function formatAgo(at: number, now: number, style: 'long' | 'short' = 'long'): string {
  relative[style] ??= new Intl.RelativeTimeFormat(t('language'), { numeric: 'auto', style });
  const format = (count: number, unit: 'minute' | 'hour' | 'day') =>
    relative[style]?.format(-count, unit) ?? '';
  const ms = now - at;
  const days = dayOf(now) - dayOf(at);
  if (ms < MINUTE_MS) return t('justNow');
  if (ms < HOUR_MS) return format(Math.floor(ms / MINUTE_MS), 'minute');
  if (days < 1 || ms < DAY_MS / 2) return format(Math.floor(ms / HOUR_MS), 'hour');
  return days < WEEK_DAYS ? format(days, 'day') : formatDate(at);
}
