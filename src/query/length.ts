import type { Comparison, Length } from './query';

const COMPARED_LENGTH = /^(<=|>=|<|>|=)?(\d{1,5})$/;
const RANGE = /^(\d{1,5})-(\d{1,5})$/;

/** Parses `<10`, `<=10`, `>10`, `>=10`, `=10`, `10` or `5-10`. */
export function parseLength(text: string): Length | null {
  const compared = COMPARED_LENGTH.exec(text);
  if (compared) {
    // The expression matches only these signs.
    const comparison = (compared[1] ?? '=') as Comparison;
    return { kind: 'compared', comparison, minutes: Number(compared[2]) };
  }
  const range = RANGE.exec(text);
  if (!range) return null;
  const [from, to] = [Number(range[1]), Number(range[2])];
  return from <= to ? { kind: 'range', from, to } : null;
}

/** Formats a length so that `parseLength` reads it back unchanged. */
export const formatLength = (length: Length): string =>
  length.kind === 'range'
    ? `${length.from}-${length.to}`
    : `${length.comparison === '=' ? '' : length.comparison}${length.minutes}`;

/** Returns true if a reading time is of this length. */
export function hasLength(minutes: number, length: Length): boolean {
  if (length.kind === 'range') return minutes >= length.from && minutes <= length.to;
  switch (length.comparison) {
    case '<':
      return minutes < length.minutes;
    case '<=':
      return minutes <= length.minutes;
    case '>':
      return minutes > length.minutes;
    case '>=':
      return minutes >= length.minutes;
    case '=':
      return minutes === length.minutes;
  }
}
