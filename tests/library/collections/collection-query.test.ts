import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Collection, CollectionId } from '../../../src/domain/collection';
import { unixMs } from '../../../src/domain/time';
import { queryOfCollection, searchEdit, searchFields } from '../../../src/library';
import { formatQuery, parseQuery } from '../../../src/query';
import { anyFilters, anyTerm, CLOCK } from '../../query/random-query';

const anyCollection: fc.Arbitrary<Collection> = fc
  .record({ filters: anyFilters, localSearch: fc.constantFrom('', 'length:<5', 'after:7d') })
  .map(({ filters, localSearch }) => ({
    ...filters,
    localSearch,
    id: 'c1' as CollectionId,
    name: 'One',
    isPinned: false,
    created: unixMs(0),
    updated: unixMs(0),
  }));
const anyQuery = fc.array(anyTerm, { maxLength: 4 }).map((terms) => ({ terms }));

const collectionOf = (search: string, more: Partial<Collection> = {}): Collection => ({
  ...searchFields(parseQuery(search), CLOCK),
  id: 'c1' as CollectionId,
  name: 'One',
  isPinned: false,
  created: unixMs(0),
  updated: unixMs(0),
  ...more,
});

describe('the search of a collection', () => {
  it('keeps on this device what the service cannot express', () => {
    const made = collectionOf('ice is:unread length:<5 after:7d');
    expect(made).toMatchObject({ search: 'ice', readStatus: ['unread'], rangeStart: '' });
    expect(made.localSearch).toBe('length:<5 after:7d');
    expect(formatQuery(queryOfCollection(made, CLOCK).query)).toBe('ice is:new length:<5 after:7d');
  });

  it('changes nothing when the same search is saved, whatever form its filters have', () => {
    fc.assert(
      fc.property(anyCollection, (collection) => {
        const { query } = queryOfCollection(collection, CLOCK);
        const saved = parseQuery(formatQuery(query));
        expect(searchEdit(collection, saved, CLOCK)).toEqual({});
      }),
    );
  });

  it('is the new one after an edit, which keeps the filters that the language does not have', () => {
    fc.assert(
      fc.property(anyCollection, anyQuery, (collection, query) => {
        const before = queryOfCollection(collection, CLOCK);
        const edited = { ...collection, ...searchEdit(collection, query, CLOCK) };
        const { query: after, unknown } = queryOfCollection(edited, CLOCK);
        const { isLoaded, ...dates } = unknown;
        expect(isLoaded).toBe(before.unknown.isLoaded);
        const expected = searchFields(query, CLOCK);
        // A date that cannot be read stays until the search has another one at its end.
        for (const end of ['rangeStart', 'rangeEnd'] as const) {
          expect([expected[end], before.unknown[end]]).toContain(dates[end] ?? edited[end]);
        }
        const { rangeStart: _, rangeEnd: __, ...others } = expected;
        const { rangeStart: ___, rangeEnd: ____, ...found } = searchFields(after, CLOCK);
        expect(found).toEqual(others);
      }),
    );
  });

  it('edits only the filters that a person changed', () => {
    const foreign = collectionOf('', {
      types: ['article', 'photo', 'video'],
      rangeStart: '3 Feb 2025',
      isLoaded: true,
      search: "ice 'two words'",
    });
    const { query } = queryOfCollection(foreign, CLOCK);
    const more = parseQuery(`${formatQuery(query)} is:favourite`);
    expect(searchEdit(foreign, more, CLOCK)).toEqual({ isFavourite: true });
  });
});
