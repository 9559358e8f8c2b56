import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BookmarkId, BookmarkPatch } from '../../../src/domain/bookmark';
import { pick } from '../../../src/domain/bookmark-fields';
import type { HighlightId } from '../../../src/domain/highlight';
import type { PageStructure } from '../../../src/domain/site-rules/page-structure';
import type { SiteRuleId } from '../../../src/domain/site-rules/site-rule';
import { DAY_MS, unixMs } from '../../../src/domain/time';
import {
  cleanUpRepository,
  duplicateRepository,
  highlightRepository,
  siteRuleRepository,
} from '../../../src/library';
import { unpackText } from '../../../src/library/articles/stored-text';
import { capture, page, type TestLibrary, testLibrary, undo, value } from '../library';
import { checkInvariants } from '../model/invariants';

/** The words that are highlighted are in each text, at another place. */
const textOf = (name: string) => `<p>${name} is here.</p><p>Ice one, ice two, ice three.</p>`;
const WORDS = ['Ice one', 'ice two', 'ice three'];
const STRUCTURE: PageStructure = {
  nodes: [{ parent: -1, tag: '', names: [{ in: 'class', value: 'story' }] }],
  blocks: [{ node: 0, key: 7, letters: 13 }],
  removed: [],
};

const which = fc.nat(1);
const patches: fc.Arbitrary<BookmarkPatch> = fc.record(
  {
    title: fc.constantFrom('One', 'Two'),
    note: fc.constantFrom('', 'Mine'),
    isFavourite: fc.boolean(),
    isArchived: fc.boolean(),
    addLabels: fc.subarray(['a', 'b']),
    removeLabels: fc.subarray(['a', 'b']),
  },
  { requiredKeys: [] },
);
const looks = fc.record(
  { color: fc.constantFrom('red', 'blue'), note: fc.constantFrom('', 'Mine') },
  { requiredKeys: [] },
);
const kind = <K extends string>(...kinds: readonly K[]) => fc.constantFrom(...kinds);
const acts = fc.oneof(
  fc.record({ kind: kind('edit'), at: which, patch: patches }),
  fc.record({ kind: kind('trash', 'restore', 'capture', 'clean-up', 'join'), at: which }),
  fc.record({ kind: kind('highlight'), at: fc.nat(5), look: looks }),
  fc.record({ kind: kind('unhighlight'), at: fc.nat(5) }),
  fc.record({ kind: kind('collection'), at: which, name: fc.constantFrom('Sea', 'Ice') }),
  fc.record({ kind: kind('uncollect', 'unrule'), at: which }),
);
type Act = typeof acts extends fc.Arbitrary<infer A> ? A : never;

/** A library with two pages, three highlights in each, and two collections. */
async function openWithAll() {
  const test = await testLibrary();
  const { library, tables, clock } = test;
  const [highlights, ids]: [HighlightId[], BookmarkId[]] = [[], []];
  for (const url of ['https://one.example/', 'https://two.example/']) {
    const { bookmark } = value(await library.bookmarks.save(page({ url, html: textOf('First') })));
    ids.push(bookmark.id);
    for (const exact of WORDS) {
      const quote = { exact, prefix: '', suffix: '' };
      const made = { bookmarkId: bookmark.id, quote, color: 'yellow', position: null };
      highlights.push(value(await library.part(highlightRepository).add(made)).id);
    }
  }
  for (const name of ['One', 'Two']) value(await library.collections.create({ name }));
  const collections = (await tables.collections.toArray()).map(({ id }) => id);
  let made = 0;
  /** Does one act. One that is not possible now does nothing. */
  const play = async (act: Act): Promise<unknown> => {
    made += 1;
    clock.now = unixMs(clock.now + 1);
    const id = ids[act.at % 2]!;
    const url = (await tables.bookmarks.get(id))!.url;
    const highlightId = highlights[act.at]!;
    switch (act.kind) {
      case 'edit':
        return library.bookmarks.edit(id, act.patch);
      case 'trash':
      case 'restore':
        return library.bookmarks[act.kind]([id]);
      case 'capture':
        return library.bookmarks.recapture(id, capture({ url, html: textOf(`Text ${made}`) }));
      case 'clean-up':
        return library.part(cleanUpRepository).edit(id, {
          article: capture({ url, html: textOf(`Clean ${made}`) }).article!,
          structure: STRUCTURE,
          rule: {
            id: `rule-${made}` as SiteRuleId,
            site: new URL(url).hostname,
            action: 'remove',
            path: { steps: [{ tag: '', names: [{ in: 'class', value: `ad-${made}` }] }], text: '' },
            label: 'An advertisement',
          },
          dropped: null,
        });
      case 'join':
        return library
          .part(duplicateRepository)
          .join([{ keep: id, others: ids.filter((other) => other !== id) }]);
      case 'highlight':
        return library.part(highlightRepository).edit(highlightId, act.look);
      case 'unhighlight':
        return library.part(highlightRepository).delete([highlightId]);
      case 'collection':
        return library.collections.edit(collections[act.at]!, { name: act.name });
      case 'uncollect':
        return library.collections.delete(collections[act.at]!);
      case 'unrule': {
        const rules = await tables.siteRules.toArray();
        const rule = rules[act.at];
        return rule && library.part(siteRuleRepository).delete(rule.id);
      }
    }
  };
  return { ...test, play };
}

/** All that a person sees of the library. */
async function seenIn({ tables }: Pick<TestLibrary, 'tables'>) {
  const [bookmarks, articles, highlights, collections, rules] = await Promise.all([
    tables.bookmarks.toArray(),
    tables.articles.toArray(),
    tables.highlights.toArray(),
    tables.collections.toArray(),
    tables.siteRules.toArray(),
  ]);
  const shown = collections.filter(({ deletedAt }) => deletedAt === null);
  return {
    bookmarks: bookmarks.map((row) => ({
      ...pick(row, ['id', 'title', 'note', 'isArchived', 'isFavourite', 'wordCount']),
      labels: row.labels.toSorted(),
      isInTrash: row.trashedAt !== null,
    })),
    articles: await Promise.all(articles.map(({ body }) => unpackText(body))),
    highlights: highlights.map((row) => pick(row, ['id', 'bookmarkId', 'color', 'note', 'quote'])),
    collections: shown.map(({ id, name }) => ({ id, name })),
    rules: rules.map(({ id, site }) => ({ id, site })),
  };
}

describe('the undo of a restoration', () => {
  it.each([
    ['when it was there before', 28, 0],
    ['now when its time there is almost over', 29, 29],
    ['now when its time there is over', 31, 31],
  ])('has the page in the trash since %s', async (_, days, since) => {
    const test = await testLibrary();
    const { bookmarks } = test.library;
    const { id } = value(await bookmarks.save(page())).bookmark;
    const start = test.clock.now;
    const later = (after: number) => unixMs(start + after * DAY_MS);
    value(await bookmarks.trash([id]));
    test.clock.now = later(days);
    const restored = value(await bookmarks.restore([id]));
    await undo(test, restored);
    expect((await bookmarks.get(id))?.trashedAt).toBe(later(since));
  });
});

describe('the undo of acts of every kind, the last one first', () => {
  it('restores all that was seen before them, and the undo of these undos brings them back', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(acts, { maxLength: 8 }), async (history) => {
        const world = await openWithAll();
        const { tables, clock } = world;
        const first = await seenIn(world);
        const known = new Set(await tables.groups.toCollection().primaryKeys());
        for (const act of history) await world.play(act);
        const last = await seenIn(world);
        const groups = await tables.groups.orderBy('at').primaryKeys();
        const done = groups.filter((group) => !known.has(group));
        const undoAll = async (all: typeof done) => {
          for (const group of all.toReversed()) {
            clock.now = unixMs(clock.now + 1);
            await undo(world, { value: null, group });
          }
        };
        await undoAll(done);
        expect(await seenIn(world)).toEqual(first);
        await checkInvariants(tables);
        const undone = await tables.groups
          .where('id')
          .noneOf([...known, ...done])
          .sortBy('at');
        await undoAll(undone.map(({ id }) => id));
        expect(await seenIn(world)).toEqual(last);
        world.close();
      }),
      { numRuns: 40 },
    );
  });
});
