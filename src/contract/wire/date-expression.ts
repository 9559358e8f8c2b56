import { parseDate } from './parse-date';

const RELATIVE = /^([+-]\d{1,5})([dwmy])$/;

/**
 * The moment that `range_start` and `range_end` name (protocol.md section 7.1): `now`, a distance
 * from now such as `-3d`, `+1w`, `-2m`, `-1y`, or a date. `now` and the answer are in milliseconds
 * since the epoch; null when the text is neither.
 */
export function resolveDateExpression(text: string, now: number): number | null {
  const trimmed = text.trim();
  if (trimmed === 'now') return now;
  const relative = RELATIVE.exec(trimmed);
  if (!relative) return parseDate(trimmed);
  const moved = moveDate(new Date(now), Number(relative[1]), relative[2] ?? 'd');
  // Beyond these years it can't be written as RFC 3339 has it; also false for an invalid date.
  const isWritable = moved.getUTCFullYear() >= 1 && moved.getUTCFullYear() <= 9999;
  return isWritable ? moved.getTime() : null;
}

/** Whether `text` can be resolved, whatever the time is. */
export const isDateExpression = (text: string): boolean => resolveDateExpression(text, 0) !== null;

function moveDate(date: Date, amount: number, unit: string): Date {
  const moved = new Date(date);
  if (unit === 'd') moved.setUTCDate(date.getUTCDate() + amount);
  else if (unit === 'w') moved.setUTCDate(date.getUTCDate() + 7 * amount);
  else if (unit === 'm') moved.setUTCMonth(date.getUTCMonth() + amount);
  else moved.setUTCFullYear(date.getUTCFullYear() + amount);
  return moved;
}
