import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SEARCH_FIELDS, type SearchField, translateQuery } from '../../src/query';
import { collectionBody } from '../../src/sync/collections/remote-collection';
import { value } from '../library/library';
import { matchesQuery, matchesTerm, type QueryDocument } from '../query/matches-query';
import { anyDocument, CLOCK, conditionTerm } from '../query/random-query';
import { describeOnDatabases } from '../server/storage/support/databases';
import { fakeAnnotation } from '../server/storage/support/rows';
import { startServer } from '../server/support/test-server';
import { startWorld, type World } from './support/world';

const COUNT = 40;

const textTerm = fc.record({
  kind: fc.constant('text' as const),
  field: fc.constantFrom<SearchField | null>(null, null, ...SEARCH_FIELDS),
  text: fc.constantFrom(
    ...['word', 'unread', 'is:unread', 'cafe', 'the café', '日本', 'x', 'to read', 'daily', 'ada'],
    ...['lovelace grace', '(', '', 'daily.example', 'Science', 'before:2025'],
  ),
  isPrefix: fc.boolean(),
  isExcluded: fc.boolean(),
});
const anyQuery = fc
  .array(fc.oneof(textTerm, conditionTerm, conditionTerm), { minLength: 1, maxLength: 3 })
  .map((terms) => ({ terms }));

describeOnDatabases('a query on this device and on the server with %s', (database) => {
  let world: World;
  const saved = new Map<string, QueryDocument>();

  beforeEach(async () => {
    world = await startWorld(await startServer(database));
    world.advance(CLOCK.now - world.now());
    saved.clear();
    const { t, userId } = world;
    for (const document of fc.sample(anyDocument, { numRuns: COUNT, seed: 14 })) {
      const { notes, quotes, text, minutes, isOffline, isHighlighted, hasError, sites, ...fields } =
        document;
      const [siteName = '', site = ''] = sites;
      const row = await t.storage.bookmarks.create(userId, {
        ...fields,
        siteName,
        site,
        url: 'https://daily.example/',
        state: 0,
        isFavourite: fields.isFavourite,
        errors: hasError ? ['not found'] : [],
        documentType: fields.type,
      });
      await t.storage.contents.put(row.key, { text });
      if (isHighlighted) await t.storage.annotations.create(row.key, fakeAnnotation({ note: '' }));
      saved.set(row.id, { ...document, created: row.created });
    }
  });
  afterEach(async () => {
    await world.end();
    await world.t.remove();
  });

  it('has the same results as a collection that is made from it, with the rest', async () => {
    const { client } = world;
    let found = 0;
    await fc.assert(
      fc.asyncProperty(anyQuery, async (query) => {
        const { filters, rest } = translateQuery(query, CLOCK, { isLasting: true });
        const body = collectionBody({ ...filters, name: 'a query', isPinned: false });
        const made = value(await client.collections.create({ ...body, name: 'a query' }));
        const collection = made.headers.get('Location')!.split('/').at(-1)!;
        const page = value(await client.bookmarks.list({ collection, limit: COUNT }));
        const ids = (page.body ?? []).flatMap(({ id }) => {
          const document = saved.get(id)!;
          return rest.every((term) => matchesTerm(term, document, CLOCK)) ? id : [];
        });
        const expected = [...saved].flatMap(([id, document]) =>
          matchesQuery(query, document, CLOCK) ? id : [],
        );
        expect(ids.toSorted()).toEqual(expected.toSorted());
        found += ids.length > 0 && ids.length < COUNT ? 1 : 0;
      }),
      { numRuns: 120 },
    );
    // Most queries choose some of the bookmarks.
    expect(found).toBeGreaterThan(30);
  });
});
