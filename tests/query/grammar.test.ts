import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  boxesOfQuery,
  formatTerms,
  parseTerms,
  parseTextQuery,
  queryOfBoxes,
  SEARCH_FIELDS,
  type SearchField,
  type TextTerm,
  tokenise,
} from '../../src/query';

const term = (text: string, more: Partial<TextTerm> = {}): TextTerm => ({
  kind: 'text',
  field: null,
  text,
  isPrefix: false,
  isExcluded: false,
  ...more,
});

const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom(...'ab"\'\\ -*:\n'), maxLength: 12 }),
  fc.constantFrom('title:', 'label:x', 'to read', '-', '*', '--', '"', '日本語', ''),
);
const anyTerm: fc.Arbitrary<TextTerm> = fc.record({
  kind: fc.constant('text' as const),
  field: fc.constantFrom<SearchField | null>(null, ...SEARCH_FIELDS),
  text: anyText,
  isPrefix: fc.boolean(),
  isExcluded: fc.boolean(),
});
const anySearch = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom(...'ab"\'\\ -*:', 'title:', '-label:'), maxLength: 30 }),
);

describe('parseTextQuery', () => {
  it.each<[string, readonly TextTerm[]]>([
    ['', []],
    ['  \t\n ', []],
    ['one two', [term('one'), term('two')]],
    ['-one', [term('one', { isExcluded: true })]],
    ['one-two', [term('one-two')]],
    ['on*', [term('on', { isPrefix: true })]],
    ['o*n', [term('o*n')]],
    ['"one two"', [term('one two')]],
    ["'one two'", [term('one two')]],
    ['"one two"*', [term('one two', { isPrefix: true })]],
    ['"one*"', [term('one*')]],
    [String.raw`"say \"so\" \\ \n"`, [term(String.raw`say "so" \ \n`)]],
    ['"one two', [term('one two')]],
    ["don't", [term("don't")]],
    ['"one"two', [term('one'), term('two')]],
    ['"one"*two', [term('one'), term('*two')]],
    ['title:one', [term('one', { field: 'title' })]],
    ['-label:"to read"', [term('to read', { field: 'label', isExcluded: true })]],
    ['site:ex*', [term('ex', { field: 'site', isPrefix: true })]],
    ['Title:One', [term('One', { field: 'title' })]],
    ['title:one:two', [term('one:two', { field: 'title' })]],
    ['https://example.org', [term('https://example.org')]],
    ['is:unread', [term('is:unread')]],
    ['title: one', [term('title:'), term('one')]],
    ['-', [term('-')]],
    ['--one', [term('-one', { isExcluded: true })]],
    ['*', [term('*')]],
    ['""', [term('')]],
  ])('parses %j', (text, terms) => {
    expect(parseTextQuery(text).terms).toEqual(terms);
  });

  it('has no special meaning for a colon in the box of a field', () => {
    expect(parseTerms('title:one -two', 'label')).toEqual([
      term('title:one', { field: 'label' }),
      term('two', { field: 'label', isExcluded: true }),
    ]);
  });

  it('never throws, and parses a formatted query to the same query', () => {
    fc.assert(
      fc.property(anySearch, (text) => {
        const query = parseTextQuery(text);
        expect(parseTextQuery(formatTerms(query.terms))).toEqual(query);
      }),
      { numRuns: 1000 },
    );
  });

  it('parses back what formatTerms wrote for any query', () => {
    fc.assert(
      fc.property(fc.array(anyTerm), (terms) => {
        expect(parseTextQuery(formatTerms(terms))).toEqual({ terms });
      }),
      { numRuns: 1000 },
    );
  });

  it('keeps every word of the input', () => {
    fc.assert(
      fc.property(anySearch, (text) => {
        const parsed = parseTextQuery(text).terms.map(
          ({ field, text: words }) => `${field ?? ''} ${words}`,
        );
        const words = (from: string) => tokenise(from).join('');
        expect(words(parsed.join(' '))).toBe(words(text));
      }),
      { numRuns: 1000 },
    );
  });

  it('parses a megabyte in a short time', () => {
    const before = process.threadCpuUsage();
    expect(parseTextQuery('-title:a '.repeat(120_000)).terms).toHaveLength(120_000);
    parseTextQuery(`"${'\\"'.repeat(500_000)}`);
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(2000);
  });
});

describe('queryOfBoxes and boxesOfQuery', () => {
  it('put terms with a field into the box of that field', () => {
    const query = queryOfBoxes({
      search: 'one label:"to read" -title:two "x y"',
      labels: 'blue',
      note: 'a:b',
    });
    expect(boxesOfQuery(query)).toEqual({
      search: 'one "x y"',
      title: '-two',
      author: '',
      site: '',
      labels: '"to read" blue',
      note: 'a:b',
    });
  });

  it('convert to boxes and back without a change', () => {
    fc.assert(
      fc.property(fc.array(anyTerm), (terms) => {
        const boxes = boxesOfQuery({ terms });
        expect(boxesOfQuery(queryOfBoxes(boxes))).toEqual(boxes);
        expect(queryOfBoxes(boxes).terms).toHaveLength(terms.length);
      }),
    );
  });
});
