import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { align } from '../../src/anchoring/quote/edit-distance';

const units = (text: string) => Uint16Array.from(text, (letter) => letter.charCodeAt(0));

/** The errors if each unit of `pattern` is aligned with the units of `text` before its offset. */
function errorsOf(pattern: Uint16Array, text: Uint16Array, offsets: Uint16Array): number {
  let errors = text.length - offsets.at(-1)!;
  for (const [at, unit] of pattern.entries()) {
    const part = text.subarray(at === 0 ? 0 : offsets[at], offsets[at + 1]);
    errors += part.length === 0 ? 1 : part.length - 1 + (part.includes(unit) ? 0 : 1);
  }
  return errors;
}

describe('align', () => {
  it.each([
    ['leaf', 'leaf', 0],
    ['leaf', 'xleaf', 1],
    ['leaf', 'lef', 1],
    ['leaf', 'loaf', 1],
    ['leaf', '', 4],
    ['autumn', 'column', 3],
  ])('counts the errors between %s and %s', (pattern, text, errors) => {
    expect(align(units(pattern), units(text)).errors).toBe(errors);
  });

  it('returns the offsets of an alignment with as many errors', () => {
    const short = fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom('a', 'b', 'c') });
    fc.assert(
      fc.property(short, short, (one, other) => {
        const [pattern, text] = [units(one), units(other)];
        const { errors, offsets } = align(pattern, text);
        expect(errorsOf(pattern, text, offsets)).toBe(errors);
      }),
    );
  });
});
