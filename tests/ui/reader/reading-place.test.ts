import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { progressOf } from '../../../src/ui/reader/reading-place';

const screen = { top: 48, bottom: 648 };

describe('progressOf', () => {
  it.each([
    ['is 0 while the start is in view', { top: 200, bottom: 5000 }, 0],
    ['is 50 half way', { top: 48 - 1200, bottom: 48 - 1200 + 3000 }, 50],
    ['is 100 when the end is in view', { top: -2400, bottom: 600 }, 100],
    ['is 100 when the end is a rounding error below', { top: -2400, bottom: 649.4 }, 100],
    ['is 100 for an article that fits the screen', { top: 100, bottom: 500 }, 100],
    ['is not 100 before the end', { top: -99_990, bottom: 660 }, 99],
    ['is not 0 once something has passed', { top: 47, bottom: 99_000 }, 1],
  ])('%s', (_, article, percent) => {
    expect(progressOf(article, screen)).toBe(percent);
  });

  it('never decreases while the article moves up', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 50_000 }),
        fc.array(fc.integer({ min: 0, max: 50_000 })),
        (height, offsets) => {
          const seen = offsets
            .sort((a, b) => a - b)
            .map((offset) =>
              progressOf({ top: 48 - offset, bottom: 48 - offset + height }, screen),
            );
          expect(seen).toEqual([...seen].sort((a, b) => a - b));
        },
      ),
    );
  });
});
