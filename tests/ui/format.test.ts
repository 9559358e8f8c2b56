import { describe, expect, it } from 'vitest';
import { formatBytes, formatPublished } from '../../src/ui/format';

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
