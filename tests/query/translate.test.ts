import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatInstant, resolveDateExpression } from '../../src/contract';
import { type CollectionFilters, DEFAULT_COLLECTION_FIELDS } from '../../src/domain/collection';
import { HOUR_MS, type UnixMs, unixMs } from '../../src/domain/time';
import {
  boxesOfQuery,
  type Clock,
  formatQuery,
  matches,
  parseQuery,
  queryOfBoxes,
  queryOfFilters,
  translateQuery,
} from '../../src/query';
import { matchesQuery, matchesTerm, type QueryDocument } from './matches-query';
import { anyDocument, anyFilters, anyTerm, CLOCK, conditionTerm } from './random-query';

const translate = (query: string, isLasting = false) =>
  translateQuery(parseQuery(query), CLOCK, { isLasting });

/** Returns the filters that differ from those that match everything. */
const changed = (filters: CollectionFilters) =>
  Object.fromEntries(
    Object.entries(filters).filter(
      ([name, value]) =>
        JSON.stringify(value) !==
        JSON.stringify(DEFAULT_COLLECTION_FIELDS[name as keyof CollectionFilters]),
    ),
  );

/** Evaluates filters as the service does (protocol.md section 7.1). */
function isListed(filters: CollectionFilters, document: QueryDocument, { now }: Clock): boolean {
  const { readProgress, created } = document;
  const status = readProgress === 0 ? 'unread' : readProgress === 100 ? 'read' : 'reading';
  const is = (wanted: boolean | null, value: boolean) => wanted === null || wanted === value;
  const { types, readStatus, rangeStart, rangeEnd } = filters;
  const from = rangeStart === '' ? 0 : resolveDateExpression(rangeStart, now)!;
  const to = rangeEnd === '' ? now : resolveDateExpression(rangeEnd, now)!;
  return (
    matches(queryOfBoxes(filters), document) &&
    (types.length === 0 || types.includes(document.type)) &&
    (readStatus.length === 0 || readStatus.includes(status)) &&
    is(filters.isArchived, document.isArchived) &&
    is(filters.isFavourite, document.isFavourite) &&
    is(filters.hasAnnotations, document.isHighlighted) &&
    is(filters.hasErrors, document.hasError) &&
    is(filters.hasLabels, document.labels.length > 0) &&
    created >= from &&
    created <= to
  );
}

/** Returns filters with the values that mean the same as these, in one form. */
function normalFilters(filters: CollectionFilters): CollectionFilters {
  const { types, readStatus, rangeStart, rangeEnd } = filters;
  const isWhole = (chosen: readonly string[]) => chosen.length === 3;
  const range = (text: string) => {
    const at = resolveDateExpression(text, CLOCK.now);
    const isOffset = /^(now|[+-])/.test(text.trim());
    const isWritable = at !== null && at > Date.parse('0001-01-03');
    return !isWritable ? text : isOffset ? text.trim() : formatInstant(at);
  };
  return {
    ...filters,
    ...boxesOfQuery(queryOfBoxes(filters)),
    types: isWhole(types) ? [] : types,
    readStatus: isWhole(readStatus) ? [] : readStatus,
    rangeStart: range(rangeStart),
    rangeEnd: range(rangeEnd),
  };
}

describe('translateQuery', () => {
  it.each([
    ['one label:"to read" -title:two', { search: 'one', labels: '"to read"', title: '-two' }],
    ['"is:unread"', { search: 'is:unread' }],
    ['is:new -is:archived', { readStatus: ['unread'], isArchived: false }],
    ['is:unread -is:archived', { readStatus: ['unread'], isArchived: false }],
    ['-is:read', { readStatus: ['unread', 'reading'] }],
    [
      'is:favourite is:highlighted is:error',
      { isFavourite: true, hasAnnotations: true, hasErrors: true },
    ],
    ['-type:video', { types: ['article', 'photo'] }],
    ['-is:labelled', { hasLabels: false }],
    ['before:2025-01-01T10:00:00Z', { rangeEnd: '2025-01-01T10:00:00Z' }],
    ['after:2025', { rangeStart: '2024-12-31T23:00:00Z' }],
    ['before:2025-07', { rangeEnd: '2025-06-30T21:59:59.999Z' }],
    ['during:today', { rangeStart: '2026-03-30T22:00:00Z', rangeEnd: '2026-03-31T21:59:59.999Z' }],
  ])('expresses %s by filters of the service', (query, filters) => {
    const translated = translate(query);
    expect(changed(translated.filters)).toEqual(filters);
    expect(translated.rest).toEqual([]);
  });

  it.each([
    'length:<10',
    'is:offline',
    'is:new is:read',
    'is:archived -is:archived',
    'type:video type:photo',
    '-during:2025',
    'before:0000',
  ])('leaves %s to this device', (query) => {
    const { filters, rest } = translate(query);
    expect(changed(filters)).toEqual({});
    expect(formatQuery({ terms: rest })).toBe(query);
  });

  it('leaves periods that depend on the day to this device for a collection', () => {
    const { filters, rest } = translate('after:7d before:2030', true);
    expect(Object.keys(changed(filters))).toEqual(['rangeEnd']);
    expect(formatQuery({ terms: rest })).toBe('after:7d');
  });

  it('gives a collection the offset of the service, if it is the only limit of its end', () => {
    expect(translate('after:-7d before:now', true)).toMatchObject({
      filters: { rangeStart: '-7d', rangeEnd: 'now' },
      rest: [],
    });
    for (const query of [
      'after:-7d after:2025',
      'after:2025 after:-7d',
      'after:2025 -before:-7d',
    ]) {
      const { filters, rest } = translate(query, true);
      expect(filters.rangeStart).toBe('2024-12-31T23:00:00Z');
      expect(formatQuery({ terms: rest })).toMatch(/:-7d$/);
    }
  });

  it('leaves words to this device that the service would refuse to search for', () => {
    const query = Array.from({ length: 3000 }, (_, at) => `w${at}`).join(' ');
    const { filters, rest } = translate(query);
    expect(filters.search.length).toBeLessThanOrEqual(4096);
    expect(filters.search.split(' ').length + rest.length).toBe(3000);
    expect(filters.search.split(' ')).toHaveLength(64);
  });

  it('matches the same bookmarks as the query', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(conditionTerm, anyTerm), { maxLength: 5 }),
        anyDocument,
        fc.boolean(),
        (terms, document, isLasting) => {
          const { filters, rest } = translateQuery({ terms }, CLOCK, { isLasting });
          const isFound =
            isListed(filters, document, CLOCK) &&
            rest.every((term) => matchesTerm(term, document, CLOCK));
          expect(isFound).toBe(matchesQuery({ terms }, document, CLOCK));
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('takes linear time', { tags: ['full'] }, () => {
    const query = parseQuery('a is:unread label:x before:2025 '.repeat(30_000));
    const before = process.threadCpuUsage();
    translateQuery(query, CLOCK, { isLasting: false });
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(4000);
  });
});

describe('queryOfFilters', () => {
  const back = (filters: Partial<CollectionFilters>, clock: Clock = CLOCK) => {
    const { isPinned: _, ...none } = DEFAULT_COLLECTION_FIELDS;
    return queryOfFilters({ ...none, ...filters }, clock);
  };

  it('writes filters as a query', () => {
    const { query, rest } = back({
      search: 'one',
      labels: '"to read"',
      isArchived: false,
      hasErrors: true,
      types: ['video'],
      readStatus: ['unread', 'reading'],
      rangeStart: '2024-12-31T23:00:00Z',
      rangeEnd: '2025-06-30T21:59:59.999Z',
    });
    expect(formatQuery(query)).toBe(
      'one label:"to read" -is:read type:video -is:archived is:error after:2025-01-01 before:2025-07-01',
    );
    expect(rest).toEqual({});
  });

  it('returns the filters that a query cannot express', () => {
    const others = { rangeStart: 'some day', rangeEnd: '-99999y', isLoaded: true };
    const { query, rest } = back({ ...others, hasLabels: false });
    expect(formatQuery(query)).toBe('-is:labelled');
    expect(rest).toEqual(others);
  });

  it('takes a date of the service for a day only if the person has the same midnight', () => {
    const utc = { ...CLOCK, timeZone: 'UTC' };
    expect(formatQuery(back({ rangeStart: '2025-02-03' }, utc).query)).toBe('after:2025-02-03');
    const { query } = back({ rangeStart: '2025-02-03' });
    expect(formatQuery(query)).toBe('after:2025-02-03T00:00:00Z');
  });

  it('returns a query and a rest that translate back to filters of the same meaning', () => {
    fc.assert(
      fc.property(anyFilters, (filters) => {
        const { query, rest } = queryOfFilters(filters, CLOCK);
        const parsed = parseQuery(formatQuery(query));
        expect(parsed.terms).toEqual(query.terms);
        const again = translateQuery(parsed, CLOCK, { isLasting: true });
        expect(again.rest).toEqual([]);
        expect({ ...again.filters, ...rest }).toEqual(normalFilters(filters));
      }),
      { numRuns: 2000 },
    );
  });

  it('returns a query that finds what the service lists', () => {
    fc.assert(
      fc.property(anyFilters, anyDocument, (filters, document) => {
        const { query, rest } = queryOfFilters(filters, CLOCK);
        fc.pre(rest.rangeStart === undefined && rest.rangeEnd === undefined);
        expect(matchesQuery(query, document, CLOCK)).toBe(isListed(filters, document, CLOCK));
      }),
      { numRuns: 2000 },
    );
  });

  it('returns the query of translated filters, which translates to the same filters', () => {
    fc.assert(
      fc.property(fc.array(anyTerm, { maxLength: 6 }), fc.boolean(), (terms, isLasting) => {
        const { filters } = translateQuery({ terms }, CLOCK, { isLasting });
        const { query, rest } = queryOfFilters(filters, CLOCK);
        expect(rest).toEqual({});
        const again = translateQuery(query, CLOCK, { isLasting: true });
        expect(again).toEqual({ filters, rest: [] });
        // The text of the query is what a person sees and edits.
        expect(parseQuery(formatQuery(query)).terms).toEqual(query.terms);
      }),
      { numRuns: 2000 },
    );
  });

  it('keeps its meaning when the collection is opened later in the day', () => {
    fc.assert(
      fc.property(conditionTerm, fc.integer({ min: 0, max: 400 }), (term, hours) => {
        const later: UnixMs = unixMs(CLOCK.now + hours * HOUR_MS);
        const { filters } = translateQuery({ terms: [term] }, CLOCK, { isLasting: true });
        const { query } = queryOfFilters(filters, { ...CLOCK, now: later });
        expect(query).toEqual(queryOfFilters(filters, CLOCK).query);
      }),
    );
  });
});
