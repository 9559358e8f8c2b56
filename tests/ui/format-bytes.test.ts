import { describe, expect, it } from 'vitest';
import { formatBytes } from '../../src/ui/format-bytes';

describe('formatBytes', () => {
  it.each([
    [0, '0 bytes'],
    [999, '999 bytes'],
    [1400, '1.4 kB'],
    [12_300_000, '12 MB'],
    [999_999_999, '1 GB'],
    [2e15, '2,000 TB'],
  ])('%i is %s', (bytes, words) => {
    expect(formatBytes(bytes, 'en')).toBe(words);
  });

  it('speaks the language it is given', () => {
    expect(formatBytes(1_500_000_000, 'de')).toBe('1,5\u00a0GB');
  });
});
