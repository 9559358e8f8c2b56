import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createSketchSet,
  resemblance,
  resembles,
  sketchText,
} from '../../../src/domain/duplicates/text-sketch';

const words = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => `word${from + at}`);
const sketch = (text: readonly string[]) => sketchText(text.join(' '))!;

describe('the sketch of a text', () => {
  it('does not depend on case, white space and punctuation', () => {
    const plain = sketchText('in the garden of forking paths the gate stood open');
    expect(sketchText('In the garden, of forking\n\npaths: the gate “stood” open!')).toEqual(plain);
  });

  it('is null for a text of fewer than three words', () => {
    expect(sketchText('')).toBeNull();
    expect(sketchText('two words…')).toBeNull();
  });

  it('estimates how much of two texts is the same', () => {
    const shares = Array.from({ length: 30 }, (_, at) => {
      const all = words(900, at * 10_000);
      // A third of the runs of both.
      const half = [...all.slice(0, 450), ...words(450, at * 10_000 + 5_000)];
      return resemblance(sketch(all), sketch(half));
    });
    const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
    expect(mean).toBeGreaterThan(0.3);
    expect(mean).toBeLessThan(0.36);
    expect(resemblance(sketch(words(900)), sketch(words(900, 10_000)))).toBeLessThan(0.1);
  });

  it('compares texts that are written without spaces', () => {
    const text = Array.from({ length: 400 }, (_, at) => String.fromCharCode(0x4e00 + at * 7)).join(
      '',
    );
    const copy = `${text.slice(0, 200)}新しい${text.slice(200)}`;
    expect(resembles(sketchText(text), sketchText(copy))).toBe(true);
  });
});

describe('a set of sketches', () => {
  it('connects copies of which some words are changed, and no other texts', () => {
    const texts = fc.record({
      length: fc.integer({ min: 200, max: 800 }),
      first: fc.nat(20),
      others: fc.integer({ min: 0, max: 60 }),
    });
    fc.assert(
      fc.property(texts, ({ length, first, others }) => {
        const set = createSketchSet<string>();
        const text = words(length);
        for (let at = 0; at < others; at += 1)
          set.add(`other ${at}`, sketch(words(length, at * 1_000 + 1_000)));
        set.add('text', sketch(text));
        // Every twentieth word.
        set.add(
          'copy',
          sketch(text.map((word, at) => (at % 20 === first % 20 ? 'changed' : word))),
        );
        const pairs: string[] = [];
        for (const _ of set.joinResembling((a, b) => pairs.push(`${a}, ${b}`)))
          expect(_).toBeUndefined();
        expect(new Set(pairs)).toEqual(new Set(['text, copy']));
      }),
    );
  });
});
