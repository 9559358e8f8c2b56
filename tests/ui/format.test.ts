import { describe, expect, it } from 'vitest';
import { formatAgo, formatBytes, formatPublished } from '../../src/ui/format';

describe('formatBytes', () => {
  it.each([
    [0, '0 bytes'],
    [999, '999 bytes'],
    [1400, '1.4 kB'],
    [12_300_000, '12 MB'],
    [999_999_999, '1 GB'],
    [2e15, '2,000 TB'],
  ])('formats %i as %s', (bytes, words) => {
    expect(formatBytes(bytes, 'en')).toBe(words);
  });

  it('uses the given language', () => {
    expect(formatBytes(1_500_000_000, 'de')).toBe('1,5\u00a0GB');
  });
});

describe('formatPublished', () => {
  it.each([
    ['2024-03-12', 'March 12, 2024'],
    ['2024-03-12T23:30:00-11:00', 'March 12, 2024'],
    ['2024-03-12T00:30:00+14:00', 'March 12, 2024'],
  ])("gives the page's own day for %s in any time zone", (published, day) => {
    expect(formatPublished(published, 'long', 'en')).toBe(day);
  });

  it.each(['1998', '2024-13-45', 'last summer'])('returns %s unchanged', (published) => {
    expect(formatPublished(published, 'long', 'en')).toBe(published);
  });

  it('uses the given language', () => {
    expect(formatPublished('2024-03-12', 'long', 'ja')).toBe('2024年3月12日');
  });
});

describe('formatAgo', () => {
  const now = new Date(2026, 10, 20, 18).getTime();
  const at = (day: number, hour: number, minute = 0) =>
    new Date(2026, 10, day, hour, minute).getTime();

  it.each([
    [now, 'just now'],
    [at(20, 17, 48), '12 minutes ago'],
    [at(20, 16), '2 hours ago'],
    [at(20, 0), '18 hours ago'],
    [at(19, 17), 'yesterday'],
    [at(14, 23), '6 days ago'],
  ])('formats %i as %s', (saved, words) => {
    expect(formatAgo(saved, now)).toBe(words);
  });

  it('gives the date after six days', () => {
    const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
    expect(formatAgo(at(13, 23), now)).toBe(day.format(at(13, 23)));
  });

  it('is short where there is little room', () => {
    expect(formatAgo(at(20, 16), now, 'short')).toBe('2 hr. ago');
  });
});
