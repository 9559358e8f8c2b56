import { DAY_MS, MINUTE_MS } from '../../domain/time';

const MONTHS_IN_CLAIMS = [
  'jan',
  'feb',
  'mar',
  'apr',
  'may',
  'jun',
  'jul',
  'aug',
  'sep',
  'oct',
  'nov',
  'dec',
];

/** Years outside this range are template defaults (1, 1601, 9999). */
const FIRST_YEAR = 1700;
const LAST_YEAR = 2100;

/** In UTF-16 code units, of a claim that is read. */
const MAX_DATE_CLAIM_LENGTH = 100;

const ISO =
  /^(\d{4})([-/.]?)(\d{1,2})\2(\d{1,2})(?:(?:T|\s+)(\d{1,2}):?(\d{2})(?::?(\d{2})(?:[.,]\d+)?)?\s*(Z|UTC|GMT|[ECMP][SD]T|[+-]\d{2}:?\d{2}|[+-]\d{2})?)?/i;
const PUBLISHED_DAY_FIRST =
  /^(?:[a-z]{2,9},?\s+)?(\d{1,2})(?:st|nd|rd|th)?[\s-]+([a-z]{3,9})\.?,?[\s-]+(\d{4})(?:,?\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*(Z|UTC|GMT|[ECMP][SD]T|[+-]\d{4})?)?/i;
const PUBLISHED_MONTH_FIRST =
  /^(?:[a-z]{2,9},?\s+)?([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})/i;

/**
 * Parses a publication date. Returns RFC 3339 with the time zone of the page, or a date without
 * time when there is no zone (the time would be ambiguous). Reads ISO 8601 with common deviations,
 * RFC 2822, English dates in words, and Unix times. Returns null for anything else, for days that
 * don't exist, and for numeric dates whose order is ambiguous (`03/04/2024`).
 */
export function cleanDate(value: string): string | null {
  const text = value.slice(0, MAX_DATE_CLAIM_LENGTH).trim();
  if (/^\d{10}(?:\d{3})?$/.test(text)) return ofUnixTime(text);
  const iso = ISO.exec(text);
  if (iso) {
    const [, year, , month, day, hours, minutes, seconds, zone] = iso;
    return rfc3339([year, month, day], [hours, minutes, seconds], zone);
  }
  const dayFirst = PUBLISHED_DAY_FIRST.exec(text);
  if (dayFirst) {
    const [, day, month, year, hours, minutes, seconds, zone] = dayFirst;
    return rfc3339([year, monthNumber(month), day], [hours, minutes, seconds], zone);
  }
  const monthFirst = PUBLISHED_MONTH_FIRST.exec(text);
  if (monthFirst) {
    const [, month, day, year] = monthFirst;
    return rfc3339([year, monthNumber(month), day], [], undefined);
  }
  return null;
}

/** `01:38:07 PM IST Nov 20, 2019`: a time before the date. */
const TIME_BEFORE = /^\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]m)?(?: [a-z]{2,5})? (?=\D)/i;

/** Dates of a page beside those that it declares. */
export interface OtherDates {
  /** All dates beside the headline and that of the address, for a page that declares none. */
  readonly undeclared: Iterable<string>;
  /** When the page says that it was changed. */
  readonly modified: readonly string[];
  /** The time beside the headline; empty without one. */
  readonly stamp: string;
  /** Times with a zone in the text beside the headline, as RFC 3339. */
  readonly shown: readonly string[];
}

/**
 * Chooses the publication date, first from what the page declares. The first claim counts. If it has
 * no time, a later one of the same day may have it; a time without a zone is complete only with a
 * claim of the same time in a zone.
 * Two things are corrected by what readers see: a claim that is also the time of the last change,
 * and a time in another zone than the shown one.
 */
export function choosePublished(claims: Iterable<string>, others: OtherDates): string | null {
  const declared = firstPublished(claims);
  const first =
    declared === null ? firstPublished(others.undeclared, isPast) : withShownTime(declared, others);
  if (first === null) return null;
  const isChange = others.modified.some((claim) => dateOf(claim) === first);
  const stamp = isChange ? dateOf(others.stamp) : null;
  const isLater = stamp !== null && dayOfDate(stamp) < dayOfDate(first);
  const published = isLater ? (firstPublished([stamp, ...others.shown]) ?? stamp) : first;
  if (published.length === DATE_LENGTH) return published;
  return others.shown.find((shown) => isSameTimeElsewhere(shown, published)) ?? published;
}

/** Dates without a zone, which take longer to read, can't complete another one. */
const withShownTime = (date: string, { stamp, shown }: OtherDates): string | null =>
  date.length > DATE_LENGTH ? date : firstPublished([date, stamp, ...shown]);

const dayOfDate = (date: string): string => date.slice(0, DATE_LENGTH);

/** False for the date of something that is to come. Somewhere it is already tomorrow. */
const isPast = (date: string): boolean => Date.parse(date) < Date.now() + DAY_MS;

function firstPublished(
  claims: Iterable<string>,
  isCredible: (date: string) => boolean = () => true,
): string | null {
  let first: string | null = null;
  for (const claim of claims) {
    const date = dateOf(claim);
    if (date === null || !isCredible(date)) continue;
    first ??= date;
    if (date.length > DATE_LENGTH && date.startsWith(first)) return date;
  }
  return first;
}

/** Zones differ by full or half hours. */
const ZONE_STEP_MINUTES = 30;
const MAX_ZONE_MINUTES = 14 * 60;

/** True if two times differ as a time does that was stored with a wrong zone. */
function isSameTimeElsewhere(shown: string, stored: string): boolean {
  if (shown.length === DATE_LENGTH || stored.length === DATE_LENGTH) return false;
  const [a, b] = [shown, stored].map((time) => Math.floor(Date.parse(time) / MINUTE_MS));
  const minutes = Math.abs((a ?? 0) - (b ?? 0));
  return minutes > 0 && minutes <= MAX_ZONE_MINUTES && minutes % ZONE_STEP_MINUTES === 0;
}

/** `/2024/05/06/`, `/2024-05-06-`, `_2024_5_6.`, `/20240506/` */
const IN_ADDRESS =
  /[/_-]((?:19|20)\d\d)(?:([/_-])(\d{1,2})\2(\d{1,2})|(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01]))(?=[/_.-]|$)/;

/** Returns the day that the path of an address holds; empty without one. */
export function dateInAddress(url: string): string {
  const found = IN_ADDRESS.exec(url.split(/[?#]/, 1)[0] ?? '') ?? [];
  const [, year, , month = found[5] ?? '', day = found[6] ?? ''] = found;
  return year === undefined ? '' : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** Returns the date of a claim, also if its time stands before it. */
export function dateOf(claim: string): string | null {
  const start = claim.slice(0, MAX_DATE_CLAIM_LENGTH);
  // Every date has a year.
  if (!/\d{4}/.test(start)) return null;
  return cleanDate(start) ?? cleanDate(start.replace(TIME_BEFORE, ''));
}

const DATE_LENGTH = '2024-01-31'.length;

type Part = string | undefined;

function rfc3339(date: readonly Part[], time: readonly Part[], zone: Part): string | null {
  const [year = 0, month = 0, day = 0] = date.map(Number);
  if (year < FIRST_YEAR || year > LAST_YEAR || !isDay(year, month, day)) return null;
  const bare = [year, month, day].map(twoDigits).join('-');
  const [hours = 0, minutes = 0, seconds = 0] = time.map((part) => Number(part ?? 0));
  const offset = zoneOf(zone);
  if (offset === null || hours > 23 || minutes > 59 || seconds > 59) return bare;
  // A template wrote midnight for a date without time. In another zone it would be the day before.
  if (hours + minutes + seconds === 0) return bare;
  return `${bare}T${[hours, minutes, seconds].map(twoDigits).join(':')}${offset}`;
}

/**
 * The zones with a name that times in mails may have.
 * @see https://www.rfc-editor.org/rfc/rfc2822#section-4.3
 */
const NAMED_ZONES: Readonly<Record<string, string>> = {
  EDT: '-04:00',
  EST: '-05:00',
  CDT: '-05:00',
  CST: '-06:00',
  MDT: '-06:00',
  MST: '-07:00',
  PDT: '-07:00',
  PST: '-08:00',
};

/** Returns `Z` or `±hh:mm`; null when the zone is missing or invalid. */
function zoneOf(zone: Part): string | null {
  if (zone === undefined) return null;
  const named = NAMED_ZONES[zone.toUpperCase()];
  if (named !== undefined) return named;
  if (/^[a-z]/i.test(zone)) return 'Z';
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  const [hours, minutes] = [digits.slice(0, 2), digits.slice(2)];
  return Number(hours) <= 14 && Number(minutes) <= 59 ? `${zone[0]}${hours}:${minutes}` : null;
}

function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day && day > 0;
}

function monthNumber(name: Part): string {
  return String(MONTHS_IN_CLAIMS.indexOf(name?.slice(0, 3).toLowerCase() ?? '') + 1);
}

function ofUnixTime(digits: string): string | null {
  const date = new Date(Number(digits.padEnd(13, '0')));
  const year = date.getUTCFullYear();
  // Ten digits start in 2001. Smaller numbers are not Unix times.
  return year > LAST_YEAR ? null : `${date.toISOString().slice(0, 19)}Z`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
