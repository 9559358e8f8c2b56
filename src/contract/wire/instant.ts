/**
 * A date as the service writes it: RFC 3339 in UTC, the fraction without trailing zeros, and none
 * when there is nothing to say (protocol.md section 1). `at` is in milliseconds since the epoch.
 * @throws RangeError when `at` is not a date.
 */
export function formatInstant(at: number): string {
  return new Date(at).toISOString().replace(/\.?0{0,3}Z$/, 'Z');
}

/** As `formatInstant`, in whole seconds: the date headers of sync parts (section 11). */
export function formatInstantInSeconds(at: number): string {
  return `${new Date(at).toISOString().slice(0, -'.000Z'.length)}Z`;
}

const RFC_3339 =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:[.,](\d{1,9}))?([Zz]|[+-]\d{2}:\d{2})$/;

/**
 * An RFC 3339 date in milliseconds since the epoch; finer fractions are cut. null for anything
 * else, such as a date without a zone or the 30th of February.
 */
export function parseInstant(text: string): number | null {
  const match = RFC_3339.exec(text);
  if (!match) return null;
  const [, year = '', month = '', day = '', hour = '', minute = '', second = ''] = match;
  const ms = (match[7] ?? '').padEnd(3, '0').slice(0, 3);
  const zone = match[8]?.toUpperCase() ?? 'Z';
  if (Number(day) > daysIn(Number(year), Number(month))) return null;
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}${zone}`);
  return Number.isNaN(at) ? null : at;
}

/** Days of a month counted from 1; 0 for a month that doesn't exist. */
export function daysIn(year: number, month: number): number {
  if (month < 1 || month > 12) return 0;
  // Not Date.UTC: it takes the years 0 to 99 for 1900 to 1999.
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
}
