import { describe, expect, it } from 'vitest';
import { formatPublished } from '../../../src/ui/reader/published-date';

describe('formatPublished', () => {
  it.each([
    ['2024-03-12', 'March 12, 2024'],
    ['2024-03-12T23:30:00-11:00', 'March 12, 2024'],
    ['2024-03-12T00:30:00+14:00', 'March 12, 2024'],
  ])("gives the page's own day for %s, in whatever zone it is read", (published, day) => {
    expect(formatPublished(published, 'en')).toBe(day);
  });

  it.each(['1998', '2024-13-45', 'last summer'])('leaves %s as it is', (published) => {
    expect(formatPublished(published, 'en')).toBe(published);
  });

  it('speaks the language it is given', () => {
    expect(formatPublished('2024-03-12', 'ja')).toBe('2024年3月12日');
  });
});
