import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { completionsAt, fold, isUnfinished, parseQuery, type ValueLookup } from '../../src/query';
import { anySearch } from './random-query';

const VALUES = {
  label: ['Science', 'science fiction', 'to read', 'a"b', 'is:x'],
  site: ['news.example'],
  author: ['Ada Lovelace'],
};
const lookup: ValueLookup = (field, typed) =>
  VALUES[field].filter((value) => fold(value).startsWith(fold(typed)));

/** The text with the cursor at `|` after each suggestion. */
const completed = (marked: string): readonly string[] => {
  const cursor = marked.indexOf('|');
  const text = marked.replace('|', '');
  const { range, suggestions } = completionsAt(text, cursor, lookup);
  return suggestions.map(
    ({ insert }) => text.slice(0, range.start) + insert + text.slice(range.end),
  );
};

describe('completionsAt', () => {
  it.each<[string, readonly string[]]>([
    ['la|', ['label:']],
    ['one -b|', ['one -before:']],
    ['T|', ['title:', 'type:']],
    ['word|', []],
    ['is:n|', ['is:new', 'is:noted']],
    [
      'is:|',
      [
        'new',
        'reading',
        'read',
        'archived',
        'favourite',
        'highlighted',
        'noted',
        'error',
        'offline',
        'labelled',
      ].map((state) => `is:${state}`),
    ],
    ['-type:P| more', ['-type:photo more']],
    ['before:y|', ['before:yesterday', 'before:year']],
    ['length:|', ['length:<5', 'length:<10', 'length:5-15', 'length:>15', 'length:>30']],
    ['label:sci|', ['label:Science', 'label:"science fiction"']],
    ['label:"to r| more', ['label:"to read" more']],
    ['label:"to r|" more', ['label:"to read" more']],
    [
      'label:|',
      ['label:Science', 'label:"science fiction"', 'label:"to read"', 'label:a"b', 'label:"is:x"'],
    ],
    ['site:n| x', ['site:news.example x']],
    ['title:one|', []],
    ['author:ada|', ['author:"Ada Lovelace"']],
    ['la|bel:x', ['label:x']],
  ])('completes %s', (marked, texts) => {
    expect(completed(marked)).toEqual(texts);
  });

  it('suggests all fields where a term may begin', () => {
    const { range, suggestions } = completionsAt('one ', 4, lookup);
    expect(range).toEqual({ start: 4, end: 4 });
    expect(suggestions).toHaveLength(11);
  });

  it('suggests values that read back as they are', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        const { suggestions } = completionsAt('label:', 6, () => [value]);
        const { terms } = parseQuery(`label:${suggestions[0]!.insert}`);
        expect(terms).toMatchObject([{ kind: 'text', field: 'label', text: value }]);
      }),
    );
  });

  it('never throws, and replaces a part of the text around the cursor', () => {
    fc.assert(
      fc.property(anySearch, fc.nat({ max: 60 }), (text, cursor) => {
        const { start, end } = completionsAt(text, cursor, lookup).range;
        const at = Math.min(cursor, text.length);
        expect(0 <= start && start <= at && at <= end && end <= text.length).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('isUnfinished', () => {
  /** True for each problem of the text, with the cursor at its end. */
  const unfinished = (text: string, cursor = text.length) =>
    parseQuery(text).problems.map((problem) => isUnfinished(problem, cursor));

  it.each([
    ...['label:', 'one author:', '-site:', 'label:"', 'is:', 'is:un', 'IS:Arch', 'type:v'],
    ...[
      'before:20',
      'after:2025-',
      'after:2025-01-',
      'before:2025-01-31T10:',
      'during:mo',
      'after:-',
    ],
    ...['length:<', 'length:>=', 'length:10-', 'length:10-1'],
  ])('is true for %s, which is still being typed', (text) => {
    expect(unfinished(text)).toEqual([true]);
  });

  it.each(['is:unred', 'type:book', 'before:soon', 'after:2025x', 'length:long', 'length:<x'])(
    'is false for %s, which no letter mends',
    (text) => {
      expect(unfinished(text)).toEqual([false]);
    },
  );

  it('is false when the cursor is elsewhere', () => {
    expect(unfinished('is:un word')).toEqual([false]);
    expect(unfinished('is:un', 0)).toEqual([false]);
  });

  it('is true for each beginning of a correct text whose beginning has a problem', () => {
    const texts = ['is:archived', 'type:video', 'before:2025-01-31', 'length:5-15', 'after:week'];
    for (const text of texts) {
      for (let end = 1; end < text.length; end++) {
        expect(unfinished(text.slice(0, end)), text.slice(0, end)).not.toContain(false);
      }
    }
  });
});
