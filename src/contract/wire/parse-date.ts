import { daysIn, parseInstant } from './instant';

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const CLOCK = String.raw`(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d{1,9}))?)?(?:\s*(?<half>[ap]m))?`;
const ZONE = String.raw`(?:\s*(?<zone>z|utc|gmt|[+-]\d{2}:?\d{2}))?(?:\s*\([a-z ]+\))?`;
const TIME = String.raw`(?:(?:t|,?\s+(?:at\s+)?)${CLOCK}${ZONE})?$`;

/** The ways people and programs write a day, the time after it optional. No zone means UTC. */
const SHAPES: readonly RegExp[] = [
  String.raw`^(?<year>\d{4})(?:[-/.](?<month>\d{1,2})(?:[-/.](?<day>\d{1,2}))?)?`,
  String.raw`^(?<month>\d{1,2})/(?<day>\d{1,2})/(?<year>\d{4})`,
  String.raw`^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})`,
  String.raw`^(?:[a-z]{3,9},?\s+)?(?<day>\d{1,2})[-\s](?<name>[a-z]{3})[a-z]*\.?,?[-\s](?<year>\d{4})`,
  String.raw`^(?:[a-z]{3,9},?\s+)?(?<name>[a-z]{3})[a-z]*\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})`,
].map((day) => new RegExp(day + TIME, 'i'));

const LONGEST = 64;

/**
 * A date as it may be sent to the service (protocol.md section 1): RFC 3339, a date alone, common
 * written forms, a Unix time. In milliseconds since the epoch, null when it can't be read.
 * `1/2/2026` is the second of January, `1.2.2026` the first of February.
 */
export function parseDate(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed.length > LONGEST) return null;
  if (/^\d+$/.test(trimmed) && trimmed.length > 8) return parseUnix(trimmed);
  const exact = parseInstant(trimmed);
  if (exact !== null) return exact;
  for (const shape of SHAPES) {
    const groups = shape.exec(trimmed)?.groups;
    if (groups) return assemble(groups);
  }
  return /^\d{8}$/.test(trimmed) ? parseCompact(trimmed) : null;
}

/** A Unix time, its unit told by its length; the digits that are finer than milliseconds go. */
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
    ? MONTHS.indexOf(groups.name.toLowerCase()) + 1
    : Number(groups.month ?? 1);
  const day = Number(groups.day ?? 1);
  const hour = hourOf(groups);
  if (hour === null || day < 1 || day > daysIn(Number(groups.year), month)) return null;
  const two = (part: number | string) => String(part).padStart(2, '0');
  const fraction = (groups.fraction ?? '').padEnd(3, '0').slice(0, 3);
  const time = `${two(hour)}:${two(groups.minute ?? 0)}:${two(groups.second ?? 0)}.${fraction}`;
  return parseInstant(`${groups.year}-${two(month)}-${two(day)}T${time}${zoneOf(groups.zone)}`);
}

/** The hour from 0 to 23; null when it is written with am or pm and is not one of 12. */
function hourOf({ hour = '0', half }: Groups): number | null {
  if (!half) return Number(hour);
  if (Number(hour) < 1 || Number(hour) > 12) return null;
  return (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
}

function zoneOf(zone: string | undefined): string {
  if (!zone || /^[a-z]/i.test(zone)) return 'Z';
  return zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`;
}
