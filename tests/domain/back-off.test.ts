import { describe, expect, it } from 'vitest';
import { backOffMs, retryAfterMs } from '../../src/domain/back-off';
import { DAY_MS } from '../../src/domain/time';

describe('Retry-After', () => {
  const now = Date.UTC(2026, 0, 15, 12);
  it.each([
    ['120', 120_000],
    ['0', 0],
    ['Thu, 15 Jan 2026 12:00:30 GMT', 30_000],
    ['Wed, 14 Jan 2026 12:00:00 GMT', 0],
    ['9'.repeat(400), DAY_MS],
    ['Fri, 01 Jan 9999 00:00:00 GMT', DAY_MS],
    ['soon', null],
    ['-5', null],
    ['', null],
  ])('is parsed: %j', (value, ms) => {
    expect(retryAfterMs(new Headers({ 'Retry-After': value }), now)).toBe(ms);
  });
  it('is null when the header is absent', () => {
    expect(retryAfterMs(new Headers(), now)).toBeNull();
  });
});

describe('the wait after failures', () => {
  const bounds = { firstMs: 1000, maxMs: 60_000 };
  it.each([
    [0, 1000],
    [1, 1000],
    [2, 2000],
    [5, 16_000],
    [7, 60_000],
    [5000, 60_000],
  ])('doubles up to the longest: %i', (failures, longest) => {
    expect(backOffMs(failures, 1, bounds)).toBe(longest);
    expect(backOffMs(failures, 0, bounds)).toBe(longest / 2);
  });
});
