const MONTHS_IN_DATES = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** Common written forms of a day, with an optional time. Without a time zone they are in UTC. */
function writtenForms(): readonly RegExp[] {
  const clock = String.raw`(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d{1,9}))?)?(?:\s*(?<half>[ap]m))?`;
  const zone = String.raw`(?:\s*(?<zone>z|utc|gmt|[+-]\d{2}:?\d{2}))?(?:\s*\([a-z ]+\))?`;
  const time = String.raw`(?:(?:t|,?\s+(?:at\s+)?)${clock}${zone})?$`;
  return [
    String.raw`^(?<year>\d{4})(?:[-/.](?<month>\d{1,2})(?:[-/.](?<day>\d{1,2}))?)?`,
    String.raw`^(?<month>\d{1,2})/(?<day>\d{1,2})/(?<year>\d{4})`,
    String.raw`^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})`,
    String.raw`^(?:[a-z]{3,9},?\s+)?(?<day>\d{1,2})[-\s](?<name>[a-z]{3})[a-z]*\.?,?[-\s](?<year>\d{4})`,
    String.raw`^(?:[a-z]{3,9},?\s+)?(?<name>[a-z]{3})[a-z]*\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})`,
  ].map((day) => new RegExp(day + time, 'i'));
}

/** The mark lets a bundler leave them out of scripts that read no such dates. */
const DATE_FORMS = /* @__PURE__ */ writtenForms();

const MAX_DATE_TEXT_LENGTH = 64;

/**
 * Parses a date that a client sends (protocol.md section 1): RFC 3339, a date alone, common written
 * forms, a Unix time. Returns milliseconds since the epoch, or null if it can't be read. `1/2/2026`
 * is January 2, `1.2.2026` is February 1.
 */
export function parseDate(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed.length > MAX_DATE_TEXT_LENGTH) return null;
  if (/^\d+$/.test(trimmed) && trimmed.length > 8) return parseUnix(trimmed);
  const exact = parseInstant(trimmed);
  if (exact !== null) return exact;
  for (const shape of DATE_FORMS) {
    const groups = shape.exec(trimmed)?.groups;
    if (groups) return assemble(groups);
  }
  return /^\d{8}$/.test(trimmed) ? parseCompact(trimmed) : null;
}

/**
 * Parses a Unix time. Its length determines its unit; digits finer than milliseconds are dropped.
 */
function parseUnix(digits: string): number | null {
  switch (digits.length) {
    case 9:
    case 10:
      return Number(digits) * 1000;
    case 12:
    case 13:
      return Number(digits);
    case 16:
      return Number(digits.slice(0, -3));
    case 19:
      return Number(digits.slice(0, -6));
    default:
      return null;
  }
}

const parseCompact = (digits: string) =>
  parseInstant(`${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}T00:00:00Z`);

type Groups = Readonly<Record<string, string | undefined>>;

function assemble(groups: Groups): number | null {
  const month = groups.name
    ? MONTHS_IN_DATES.indexOf(groups.name.toLowerCase()) + 1
    : Number(groups.month ?? 1);
  const day = Number(groups.day ?? 1);
  const hour = hourOf(groups);
  if (hour === null || day < 1 || day > daysIn(Number(groups.year), month)) return null;
  const two = (part: number | string) => String(part).padStart(2, '0');
  const fraction = (groups.fraction ?? '').padEnd(3, '0').slice(0, 3);
  const time = `${two(hour)}:${two(groups.minute ?? 0)}:${two(groups.second ?? 0)}.${fraction}`;
  return parseInstant(`${groups.year}-${two(month)}-${two(day)}T${time}${zoneOf(groups.zone)}`);
}

/** Returns the hour from 0 to 23, or null for an invalid hour with am or pm. */
function hourOf({ hour = '0', half }: Groups): number | null {
  if (!half) return Number(hour);
  if (Number(hour) < 1 || Number(hour) > 12) return null;
  return (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
}

function zoneOf(zone: string | undefined): string {
  if (!zone || /^[a-z]/i.test(zone)) return 'Z';
  return zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`;
}

const RELATIVE = /^([+-]\d{1,5})([dwmy])$/;

/**
 * Resolves `range_start` and `range_end` (protocol.md section 7.1): `now`, an offset such as `-3d`,
 * `+1w`, `-2m`, `-1y`, or a date. `now` and the result are in milliseconds since the epoch. Returns
 * null for other texts.
 */
export function resolveDateExpression(text: string, now: number): number | null {
  const trimmed = text.trim();
  const isOffset = trimmed === 'now' || RELATIVE.test(trimmed);
  return isOffset ? resolveOffset(trimmed, now) : parseDate(trimmed);
}

/** Resolves `now` or an offset; null for other texts. Clients need no more of the expressions. */
export function resolveOffset(text: string, now: number): number | null {
  if (text === 'now') return now;
  const relative = RELATIVE.exec(text);
  if (!relative) return null;
  const moved = moveDate(new Date(now), Number(relative[1]), relative[2] ?? 'd');
  // RFC 3339 can't represent other years. The comparison is also false for an invalid date.
  const isWritable = moved.getUTCFullYear() >= 1 && moved.getUTCFullYear() <= 9999;
  return isWritable ? moved.getTime() : null;
}

/** True if `text` can be resolved; the current time does not matter. */
export const isDateExpression = (text: string): boolean => resolveDateExpression(text, 0) !== null;

function moveDate(date: Date, amount: number, unit: string): Date {
  const moved = new Date(date);
  if (unit === 'd') moved.setUTCDate(date.getUTCDate() + amount);
  else if (unit === 'w') moved.setUTCDate(date.getUTCDate() + 7 * amount);
  else if (unit === 'm') moved.setUTCMonth(date.getUTCMonth() + amount);
  else moved.setUTCFullYear(date.getUTCFullYear() + amount);
  return moved;
}

/**
 * Formats a date as the service does: RFC 3339 in UTC, with a fraction only when needed and without
 * trailing zeros (protocol.md section 1). `at` is in milliseconds since the epoch.
 * @throws RangeError when `at` is not a date.
 */
export function formatInstant(at: number): string {
  return new Date(at).toISOString().replace(/\.?0{0,3}Z$/, 'Z');
}

/** Like `formatInstant`, in whole seconds, for the date headers of sync parts (section 11). */
export function formatInstantInSeconds(at: number): string {
  const day = Math.floor(at / MS_PER_DAY);
  const second = Math.floor((at - day * MS_PER_DAY) / 1000);
  const hour = Math.floor(second / 3600);
  return `${dayText(day)}T${two(hour)}:${two(Math.floor(second / 60) % 60)}:${two(second % 60)}Z`;
}

const MS_PER_DAY = 86_400_000;
const MAX_DAYS = 10_000;
const dayTexts = new Map<number, string>();

/** The texts are kept, because a stream of thousands of bookmarks has few days. */
function dayText(day: number): string {
  const known = dayTexts.get(day);
  if (known !== undefined) return known;
  const text = new Date(day * MS_PER_DAY).toISOString().slice(0, -'T00:00:00.000Z'.length);
  if (dayTexts.size >= MAX_DAYS) dayTexts.clear();
  dayTexts.set(day, text);
  return text;
}

const two = (part: number): string => (part < 10 ? `0${part}` : String(part));

const RFC_3339 =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:[.,](\d{1,9}))?([Zz]|[+-]\d{2}:\d{2})$/;

/**
 * Parses an RFC 3339 date to milliseconds since the epoch; finer fractions are dropped. Returns
 * null for anything else, such as a date without a zone or February 30.
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

/** Returns the number of days of a month counted from 1; 0 for a month that doesn't exist. */
function daysIn(year: number, month: number): number {
  if (month < 1 || month > 12) return 0;
  // Date.UTC would treat the years 0 to 99 as 1900 to 1999.
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
}
