import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatQuery, matches, parseQuery, parseTextQuery, type QueryTerm } from '../../src/query';
import { matchesQuery } from './matches-query';
import { anyDocument, anySearch, anyTerm, CLOCK } from './random-query';

const text = (words: string, field: string | null = null) => ({
  kind: 'text',
  field,
  text: words,
  isPrefix: false,
  isExcluded: false,
});
const state = (name: string, isExcluded = false) => ({ kind: 'state', state: name, isExcluded });
const date = (field: string, period: object) => ({
  kind: 'date',
  field,
  period,
  isExcluded: false,
});
const calendar = (year: number, month: number | null = null, day: number | null = null) => ({
  kind: 'calendar',
  year,
  month,
  day,
});
const compared = (comparison: string, minutes: number) => ({
  kind: 'length',
  length: { kind: 'compared', comparison, minutes },
  isExcluded: false,
});

describe('parseQuery', () => {
  it.each<[string, readonly object[]]>([
    ['one is:unread', [text('one'), state('unread')]],
    ['one is:new', [text('one'), state('unread')]],
    ['-is:Archived', [state('archived', true)]],
    ['IS:"favourite"', [state('favourite')]],
    ['"is:unread"', [text('is:unread')]],
    ['title:is:unread', [text('is:unread', 'title')]],
    ['https://example.org', [text('https://example.org')]],
    ['type:video', [{ kind: 'type', type: 'video', isExcluded: false }]],
    ['before:2025', [date('before', calendar(2025))]],
    ['after:2025-1', [date('after', calendar(2025, 1))]],
    ['during:2025-01-31', [date('during', calendar(2025, 1, 31))]],
    ['during:Yesterday', [date('during', { kind: 'named', name: 'yesterday' })]],
    ['after:7D', [date('after', { kind: 'last', count: 7, unit: 'd' })]],
    ['length:<10', [compared('<', 10)]],
    ['length:>=5', [compared('>=', 5)]],
    ['length:10', [compared('=', 10)]],
    [
      'length:5-10',
      [{ kind: 'length', length: { kind: 'range', from: 5, to: 10 }, isExcluded: false }],
    ],
    ['\u200Fis:unread\u200E', [state('unread')]],
    ['label:\u202Ax\u202C', [text('x', 'label')]],
    ['(one) [two]', [text('(one)'), text('[two]')]],
  ])('parses %j', (query, terms) => {
    expect(parseQuery(query)).toMatchObject({ terms, problems: [] });
  });

  it.each([
    ['is:foo', { kind: 'unknown-state', field: 'is', value: 'foo' }],
    ['is:unr*', { kind: 'unknown-state', field: 'is', value: 'unr*' }],
    ['type:book', { kind: 'unknown-type', field: 'type', value: 'book' }],
    ['before:2025-02-30', { kind: 'bad-date', field: 'before', value: '2025-02-30' }],
    ['after:2025-13', { kind: 'bad-date', field: 'after', value: '2025-13' }],
    ['during:0d', { kind: 'bad-date', field: 'during', value: '0d' }],
    ['length:10-5', { kind: 'bad-length', field: 'length', value: '10-5' }],
    ['length:<', { kind: 'bad-length', field: 'length', value: '<' }],
    ['is:', { kind: 'empty-value', field: 'is', value: '' }],
    ['-before:""', { kind: 'empty-value', field: 'before', value: '' }],
  ])('reports what is wrong with %j and leaves it out', (wrong, problem) => {
    const query = `one ${wrong} two`;
    const parsed = parseQuery(query);
    expect(parsed.terms).toEqual([text('one'), text('two')]);
    expect(parsed.problems).toEqual([{ start: 4, end: 4 + wrong.length, ...problem }]);
  });

  it('reports a text field without a value, and searches for its name as the service does', () => {
    const parsed = parseQuery('title: one');
    expect(parsed.terms).toEqual(parseTextQuery('title: one').terms);
    expect(parsed.problems).toEqual([
      { start: 0, end: 6, kind: 'empty-value', field: 'title', value: '' },
    ]);
  });

  it('has the position of each term, of its value, and of the problems', () => {
    const query = ' -label:"to read"* is:old ';
    const { parts, problems } = parseQuery(query);
    const at = ({ start, end }: { start: number; end: number }) => query.slice(start, end);
    expect(parts.map((part) => [at(part), at(part.value), part.field])).toEqual([
      ['-label:"to read"*', '"to read"*', 'label'],
      ['is:old', 'old', 'is'],
    ]);
    expect(problems.map(at)).toEqual(['is:old']);
  });

  it('never throws, and has parts in order that cover everything but blanks and marks', () => {
    fc.assert(
      fc.property(anySearch, (query) => {
        const { parts, terms, problems } = parseQuery(query);
        let at = 0;
        let between = '';
        for (const { start, end, value } of parts) {
          expect(start).toBeGreaterThanOrEqual(at);
          expect(end).toBeGreaterThan(start);
          expect(value.start >= start && value.end === end).toBe(true);
          between += query.slice(at, start);
          at = end;
        }
        expect(between + query.slice(at)).toMatch(/^[\s\p{Cf}]*$/u);
        expect(terms).toEqual(parts.flatMap(({ term }) => term ?? []));
        const left = parts.filter(({ term }) => term === null).map(({ start }) => start);
        expect(problems.map(({ start }) => start)).toEqual(expect.arrayContaining(left));
      }),
      { numRuns: 1000 },
    );
  });

  it('reads back what formatQuery wrote', () => {
    fc.assert(
      fc.property(fc.array(anyTerm), (terms) => {
        const { terms: read, problems } = parseQuery(formatQuery({ terms }));
        expect(read).toEqual(terms);
        expect(problems.filter(({ kind }) => kind !== 'empty-value')).toEqual([]);
      }),
      { numRuns: 1000 },
    );
    fc.assert(
      fc.property(anySearch, (query) => {
        const { terms } = parseQuery(query);
        expect(parseQuery(formatQuery({ terms })).terms).toEqual(terms);
      }),
      { numRuns: 1000 },
    );
  });

  it('means the same as the service when no other field is named', () => {
    const isLocal = /(is|type|before|after|during|length):/i;
    fc.assert(
      fc.property(anySearch, anyDocument, (query, document) => {
        fc.pre(!isLocal.test(query));
        const { terms } = parseQuery(query);
        expect(terms).toEqual(parseTextQuery(query).terms);
        expect(matchesQuery({ terms }, document, CLOCK)).toBe(
          matches(parseTextQuery(query), document),
        );
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['fields', '-is:foo '],
    ['quotes', '"\\" '],
    ['brackets', '(['],
    ['marks of direction', '\u202E\u200F'],
    ['marks before a word', ' \u202Ea'],
    ['signs', '-'],
    ['stars', '*'],
    ['letters', 'a'],
  ])('reads %s in linear time', (_, unit) => {
    const parse = (length: number) => {
      const query = unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
      const before = process.threadCpuUsage();
      const parsed = parseQuery(query);
      formatQuery(parsed);
      const { user, system } = process.threadCpuUsage(before);
      return (user + system) / 1000;
    };
    parse(10_000);
    // A hundred times the length that the search box takes.
    expect(parse(1_000_000)).toBeLessThan(4000);
  });
});

describe('matchesQuery', () => {
  it('puts each bookmark either before a period or after its start', () => {
    fc.assert(
      fc.property(anyTerm, anyDocument, (term, document) => {
        fc.pre(term.kind === 'date');
        const saved = (field: 'before' | 'after' | 'during') =>
          matchesQuery(
            { terms: [{ ...term, field, isExcluded: false } as QueryTerm] },
            document,
            CLOCK,
          );
        expect(saved('before')).toBe(!saved('after'));
        expect(saved('during') && saved('before')).toBe(false);
      }),
    );
  });

  it('does not know the length of a page without a text', () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        const query = parseQuery('length:<10');
        expect(matchesQuery(query, { ...document, minutes: null }, CLOCK)).toBe(false);
        expect(matchesQuery(query, { ...document, minutes: 9 }, CLOCK)).toBe(true);
        expect(matchesQuery(query, { ...document, minutes: 10 }, CLOCK)).toBe(false);
      }),
    );
  });
});
