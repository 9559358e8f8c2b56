import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundedNormalise } from '../../src/domain/bounded-normalise';

const FORMS = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const;
const JOINER = '\u034F';
const isMark = (character: string) => character !== JOINER && /\p{M}/u.test(character);

/** Characters whose decomposed form is, begins with or ends with one or more marks. */
const MARKED = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((character) => [...character.normalize('NFKD')].some(isMark));

const marked = fc.oneof(fc.constantFrom(...MARKED), fc.constantFrom('\u0300', '\u0316', '\u0344'));
const letter = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 2 }),
  fc.constantFrom('a', 'カ', ' '),
);

/** The most marks in sequence in the decomposed form. */
function mostMarks(text: string): number {
  let [marks, most] = [0, 0];
  for (const character of text.normalize('NFKD')) {
    marks = isMark(character) ? marks + 1 : 0;
    most = Math.max(most, marks);
  }
  return most;
}

const textOf = (sequences: readonly (readonly string[])[]) => sequences.flat().join('');

describe('boundedNormalise', () => {
  it('returns the same as String.prototype.normalize when no sequence has more than 30 marks', () => {
    const sequence = fc.tuple(
      letter,
      fc.array(marked, { maxLength: 12 }).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(fc.array(sequence), fc.constantFrom(...FORMS), (sequences, form) => {
        const text = textOf(sequences);
        fc.pre(mostMarks(text) <= 30);
        expect(boundedNormalise(text, form)).toBe(text.normalize(form));
      }),
      { numRuns: 500 },
    );
  });

  it('divides longer sequences, changes nothing else, and leaves its own results unchanged', () => {
    const sequence = fc.tuple(
      letter,
      fc.array(marked, { maxLength: 99 }).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(fc.array(sequence), fc.constantFrom(...FORMS), (sequences, form) => {
        const text = textOf(sequences).replaceAll(JOINER, '');
        const bounded = boundedNormalise(text, form);
        expect(mostMarks(bounded)).toBeLessThanOrEqual(30);
        expect(bounded.replaceAll(JOINER, '').normalize(form)).toBe(text.normalize(form));
        for (const again of FORMS) {
          expect(boundedNormalise(bounded, again)).toBe(bounded.normalize(again));
        }
        expect(boundedNormalise(bounded, form)).toBe(bounded);
      }),
      { numRuns: 500 },
    );
  });

  it('divides after exactly 30 marks', () => {
    const marks = (count: number) => '\u0316'.repeat(count);
    expect(boundedNormalise(`a${marks(30)}`, 'NFC')).toBe(`a${marks(30)}`);
    expect(boundedNormalise(`a${marks(31)}`, 'NFC')).toBe(`a${marks(30)}${JOINER}${marks(1)}`);
    // The letter has a mark of its own.
    expect(boundedNormalise(`ä${marks(30)}`, 'NFD')).toBe(
      `a${marks(29)}\u0308${JOINER}${marks(1)}`,
    );
  });

  it.each(FORMS)('makes %s of a million marks in the wrong order', (form) => {
    const marks = '\u0300'.repeat(500_000) + '\u0316'.repeat(500_000);
    expect(boundedNormalise(marks, form).length).toBeGreaterThan(marks.length);
  });
});
