import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Mark, marksIn, parseQuery, passageOf, patternsIn } from '../../src/query';

const patterns = (query: string) => patternsIn(parseQuery(query), null);

/** The text with its marks in brackets. */
const shown = (text: string, marks: readonly Mark[]) =>
  marks.reduceRight(
    (all, [start, end]) => `${all.slice(0, start)}[${all.slice(start, end)}]${all.slice(end)}`,
    text,
  );
const marked = (text: string, query: string) => shown(text, marksIn(text, patterns(query)));
const passage = (text: string, query: string) => {
  const found = passageOf(text, patterns(query));
  return found && shown(found.text, found.marks);
};

describe('marks', () => {
  it.each([
    ['The ice melts.', 'ice', 'The [ice] melts.'],
    ['Icecaps and ice', 'ice*', '[Icecaps] and [ice]'],
    ['Das “Café” hier', 'cafe', 'Das “[Café]” hier'],
    ['one two three', '"two three"', 'one [two three]'],
    ['one two three', 'two three', 'one [two] [three]'],
    ['one two', '-two one', '[one] two'],
    ['straße', 'STRASSE', '[straße]'],
    ['مُحَمَّد قال', 'محمد', '[مُحَمَّد] قال'],
    ['nothing here', 'label:here title:nothing', 'nothing here'],
  ])('of %j for %s are around the words that match', (text, query, expected) => {
    expect(marked(text, query)).toBe(expected);
  });

  it('are in order, within the text and do not overlap, for any text and query', () => {
    const text = fc.string({
      unit: fc.oneof(
        fc.constantFrom('a', 'b', ' ', 'ß', '東'),
        fc.string({ minLength: 1, maxLength: 1, unit: 'binary' }),
      ),
    });
    fc.assert(
      fc.property(text, text, (content, query) => {
        let last = 0;
        for (const [start, end] of marksIn(content, patterns(query))) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          last = end;
        }
        expect(last).toBeLessThanOrEqual(content.length);
      }),
    );
  });
});

describe('a passage', () => {
  it('is the first line that has most of the words', () => {
    const text = 'Only ice here.\nHere are ice and snow.\nice and snow again';
    expect(passage(text, 'ice snow')).toBe('Here are [ice] and [snow].');
  });

  it('begins shortly before its first mark', () => {
    const found = passage(`${'word '.repeat(200)}glacier${' more'.repeat(200)}`, 'glacier') ?? '';
    expect(found.indexOf('[glacier]')).toBeLessThan(50);
    expect(found.startsWith('…word ')).toBe(true);
    expect(found.endsWith('…')).toBe(true);
    expect(found.length).toBeLessThan(260);
  });

  it('is null if no line has a word', () => {
    expect(passage('one\ntwo', 'three')).toBeNull();
  });
});
