import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findLetters, lettersOf } from '../../src/anchoring';

const whole = (text: string) => lettersOf(text, { start: 0, end: text.length });

const find = (copy: string, wanted: string, share = 0) => {
  const span = findLetters(whole(copy), whole(wanted), share);
  return span && copy.slice(span.start, span.end);
};

describe('the letters of a text', () => {
  it('are the same for other spaces, hyphens, forms of letters and accents', () => {
    expect(whole('The ﬁrst har-\nbour, Ängström').text).toBe('thefirstharbourangstrom');
    expect(whole('The first harbour; A\u0308ngstro\u0308m').text).toBe('thefirstharbourangstrom');
  });

  it('are each at their character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        const letters = whole(text);
        expect(letters.starts).toHaveLength(letters.text.length);
        for (const [at, start] of letters.starts.entries()) {
          const end = letters.ends[at] ?? 0;
          expect(whole(text.slice(start, end)).text).toContain(letters.text[at]);
        }
      }),
    );
  });
});

describe('a text that is looked for in another copy', () => {
  it('is found where lines are broken and words divided', () => {
    const copy = '12 HARBOUR\nThe ferry comes when it co-\nmes, and no-\nbody waits.';
    expect(find(copy, 'comes, and nobody')).toBe('co-\nmes, and no-\nbody');
    expect(find(copy, 'a lighthouse')).toBeNull();
    expect(find(copy, '…')).toBeNull();
  });

  it('is the nearest one of several', () => {
    const copy = 'A boat. A pier. A boat. A pier. A boat.';
    const at = (share: number) => findLetters(whole(copy), whole('boat'), share)?.start;
    expect([at(0), at(0.5), at(1)]).toEqual([2, 18, 34]);
  });

  it('is found by its ends where a line of the page stands in it', () => {
    const before = 'The harbour was dug in the winter of the year in which the old pier fell,';
    const after = 'and nobody who had seen the pier fall ever wanted to speak of that winter.';
    const copy = `${before}\n27\nTHE HARBOUR\n${after}`;
    expect(find(copy, `${before} ${after}`)).toBe(copy.slice(0, -1));
  });

  it('is found wherever it is in a text, whatever is between its letters', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/);
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 3, maxLength: 30 }),
        fc.nat(),
        fc.nat(),
        (words, one, other) => {
          const [first, last] = [one % words.length, other % words.length].sort((a, b) => a - b);
          const wanted = words.slice(first, (last ?? 0) + 1).join(' ');
          const copy = words.join('-\n');
          const share = words.slice(0, first).join('').length / Math.max(1, words.join('').length);
          expect(find(copy, wanted, share)?.replaceAll('-\n', ' ')).toBe(wanted);
        },
      ),
    );
  });
});
