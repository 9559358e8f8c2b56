import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BookmarkPatch } from '../../../src/domain/bookmark';
import { UNKNOWN_STRUCTURE } from '../../../src/domain/site-rules/page-structure';
import type { SiteRuleId } from '../../../src/domain/site-rules/site-rule';
import { DAY_MS, MINUTE_MS, unixMs } from '../../../src/domain/time';
import {
  cleanUpRepository,
  earlierArticleRepository,
  highlightRepository,
  recentChanges,
  storageHealth,
} from '../../../src/library';
import { upTo } from '../bulk/library';
import { A, LONG, MOBILE, WWW, withDuplicates } from '../duplicates/library';
import {
  capture,
  confirmClock,
  earlierArticles,
  lastChange,
  loaded,
  undo,
  value,
} from '../library';
import { checkInvariants } from '../model/invariants';

const HISTORIES = Number(process.env.MODEL_HISTORIES ?? 30);

type World = Awaited<ReturnType<typeof openPages>>;

/** Three bookmarks of a page, with other articles and highlights, of which some have the same words. */
async function openPages() {
  const test = await withDuplicates();
  const highlights = test.library.part(highlightRepository);
  const ids = [
    await test.save(A, { title: 'One', html: '<p>Short</p>' }),
    await test.save(WWW, { title: 'Two', html: LONG, excerpt: 'Ice' }),
    await test.save(MOBILE, { title: 'Three', html: `${LONG}<p>More</p>` }),
  ];
  for (const [at, exact] of ['Ice', 'Ice', 'freezes'].entries()) {
    const quote = { exact, prefix: '', suffix: '' };
    const made = { bookmarkId: ids[at]!, quote, color: 'red', position: null, note: `${at}` };
    value(await highlights.add(made));
  }
  const later = () => {
    test.clock.now = unixMs(test.clock.now + 1);
  };
  return { ...test, highlights, ids, later };
}

/** The parts of a library that a person sees of its pages. */
async function shownIn({ tables, library }: World) {
  const pages = await tables.bookmarks.toArray();
  const bookmarks = await Promise.all(
    pages.map(async (row) => ({
      id: row.id,
      isTrashed: row.trashedAt !== null,
      title: row.title,
      note: row.note,
      excerpt: row.excerpt,
      labels: row.labels.toSorted(),
      isFavourite: row.isFavourite,
      isArchived: row.isArchived,
      created: row.created,
      originalValues: row.originalValues,
      wordCount: row.wordCount,
      content: row.content,
      html: (await library.articles.get(row.id))?.html,
    })),
  );
  const highlights = (await tables.highlights.toArray()).map((row) => ({
    id: row.id,
    bookmarkId: row.bookmarkId,
    note: row.note,
    exact: row.quote.exact,
  }));
  const rules = (await tables.siteRules.toArray()).map((rule) => rule.id);
  return { bookmarks, highlights, rules };
}

const patches: fc.Arbitrary<BookmarkPatch> = fc.record(
  {
    title: fc.constantFrom('Mine', 'Yours'),
    note: fc.constantFrom('', 'Read'),
    isArchived: fc.boolean(),
    addLabels: fc.subarray(['a', 'b']),
    removeLabels: fc.subarray(['a', 'b']),
  },
  { requiredKeys: [] },
);
const RULE = {
  site: 'example.org',
  action: 'remove' as const,
  path: { steps: [{ tag: 'aside', names: [] }], text: '' },
};
const at = fc.nat(2);
const acts = fc.oneof(
  fc.record({ kind: fc.constant('edit' as const), at, patch: patches }),
  fc.record({ kind: fc.constant('trash' as const), at }),
  fc.record({ kind: fc.constant('join' as const), at, isAll: fc.boolean() }),
  fc.record({ kind: fc.constant('clean' as const), at, keep: fc.nat(2), hasRule: fc.boolean() }),
  fc.record({ kind: fc.constant('capture' as const), at, text: fc.nat(2) }),
  fc.record({ kind: fc.constant('back' as const), at, number: fc.nat(3) }),
  fc.record({ kind: fc.constantFrom('note' as const, 'unmark' as const), at }),
);
type Act = typeof acts extends fc.Arbitrary<infer One> ? One : never;

/** Does nothing if the act has no object any more. */
async function play(world: World, act: Act): Promise<void> {
  const { library, duplicates, highlights, ids, tables } = world;
  const id = ids[act.at]!;
  switch (act.kind) {
    case 'edit':
      value(await library.bookmarks.edit(id, act.patch));
      return;
    case 'join': {
      const others = ids.filter((other) => other !== id);
      await duplicates.join([{ keep: id, others: act.isAll ? others : others.slice(1) }]);
      return;
    }
    case 'clean': {
      if ((await library.bookmarks.get(id))?.trashedAt !== null) return;
      const html = `<p>Cleaned ${'once '.repeat(act.keep + 1)}</p>`;
      const rule = { ...RULE, id: `r${act.keep}` as SiteRuleId, label: html };
      const { article } = capture({ html });
      const edit = { article: article!, structure: UNKNOWN_STRUCTURE, dropped: null };
      const made = { ...edit, rule: act.hasRule ? rule : null };
      value(await library.part(cleanUpRepository).edit(id, made));
      return;
    }
    case 'capture': {
      if ((await library.bookmarks.get(id))?.trashedAt !== null) return;
      const html = `${LONG}<p>Captured ${'again '.repeat(act.text + 1)}</p>`;
      const url = [A, WWW, MOBILE][act.at]!;
      const title = `Captured ${act.text}`;
      value(await library.bookmarks.recapture(id, capture({ url, html, title })));
      return;
    }
    case 'back': {
      const kept = await tables.revisions.where('bookmarkId').equals(id).primaryKeys();
      const earlier = kept[act.number];
      if (earlier === undefined) return;
      value(await library.part(earlierArticleRepository).putBack(id, earlier));
      return;
    }
    case 'note':
    case 'unmark': {
      const mark = (await tables.highlights.toArray())[act.at];
      if (mark === undefined) return;
      if (act.kind === 'note') value(await highlights.edit(mark.id, { note: `${mark.note}!` }));
      else value(await highlights.delete([mark.id]));
      return;
    }
    default:
      value(await library.bookmarks.trash([id]));
  }
}

describe('the undo of each act on pages and their articles, the last one first', () => {
  it('restores what was there before all of them, and the undo of these undos brings them back', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(acts, { maxLength: 8 }), async (history) => {
        const world = await openPages();
        const first = await shownIn(world);
        for (const act of history) {
          world.clock.now = unixMs(world.clock.now + MINUTE_MS);
          await play(world, act);
        }
        const last = await shownIn(world);
        const { tables } = world;
        const done = await tables.groups.orderBy('at').primaryKeys();
        for (const group of done.toReversed()) {
          world.later();
          await undo(world, { value: null, group });
        }
        await checkInvariants(tables);
        expect(await shownIn(world)).toEqual(first);
        const undone = await tables.groups.orderBy('at').primaryKeys();
        expect(undone).toHaveLength(done.length);
        for (const group of undone.toReversed()) {
          world.later();
          await undo(world, { value: null, group });
        }
        await checkInvariants(tables);
        expect(await shownIn(world)).toEqual(last);
        world.close();
      }),
      { numRuns: HISTORIES },
    );
  });
});

describe('a join in the log', () => {
  const joined = async () => {
    const world = await openPages();
    const [keep, ...others] = world.ids;
    const before = await shownIn(world);
    const done = value(await world.duplicates.join([{ keep: keep!, others }]));
    return { world, before, done, keep: keep!, others };
  };

  it('is one act, also if it takes several transactions', async () => {
    const world = await openPages();
    const before = await shownIn(world);
    const [keep, one, two] = world.ids;
    const first = value(await world.duplicates.join([{ keep: keep!, others: [one!] }]));
    const joining = { keep: keep!, others: [two!] };
    const second = value(await world.duplicates.join([joining], first.group));
    expect(second.group).toBe(first.group);
    expect(await world.tables.groups.toArray()).toMatchObject([
      { chunks: 2, cause: { kind: 'join', count: 2 } },
    ]);
    await undo(world, second);
    expect(await shownIn(world)).toEqual(before);
  });

  it('is undone by the next page if its undo was interrupted', async () => {
    const world = await openPages();
    const before = await shownIn(world);
    const [keep, one, two] = world.ids;
    const { group } = value(await world.duplicates.join([{ keep: keep!, others: [one!] }]));
    value(await world.duplicates.join([{ keep: keep!, others: [two!] }], group));
    value(await world.library.part(recentChanges).undo(group!, upTo(1)));
    expect((await world.get(two!)).trashedAt).toBeNull();
    expect((await world.get(one!)).trashedAt).not.toBeNull();
    await checkInvariants(world.tables);
    value(await (await world.another()).part(recentChanges).continueUndos());
    expect(await shownIn(world)).toEqual(before);
  });

  it('is undone once by two pages at the same time', async () => {
    const { world, before, done } = await joined();
    const other = (await world.another()).part(recentChanges);
    await Promise.all([undo(world, done), other.undo(done.group!)]);
    expect(await shownIn(world)).toEqual(before);
    expect(await world.tables.groups.count()).toBe(1);
  });

  it('forgets a page that is deleted for good, and restores the others', async () => {
    const { world, done, others } = await joined();
    const [gone, left] = others;
    value(await world.library.bookmarks.purge([gone!]));
    expect(JSON.stringify(await world.tables.log.toArray())).not.toContain(gone);
    await undo(world, done);
    expect(await world.library.bookmarks.get(left!)).toMatchObject({ trashedAt: null });
    expect(await world.html(world.ids[0]!)).toBe('<p>Short</p>');
    await checkInvariants(world.tables);
  });

  it('takes no picture and no article from a page that is deleted for good since its undo', async () => {
    const world = await withDuplicates();
    const url = 'https://example.org/1.png';
    const keep = await world.save(A, null);
    const gone = await world.save(WWW, { html: LONG, images: [url], imageUrl: url });
    value(await world.library.articles.addImages(gone, [loaded(url, 'one')]));
    await undo(world, value(await world.duplicates.join([{ keep, others: [gone] }])));
    value(await world.library.bookmarks.trash([gone]));
    const undone = (await world.tables.groups.toArray()).find(({ cause }) => cause.kind === 'undo');
    value(await world.library.bookmarks.purge([gone]));
    await undo(world, { value: null, group: undone!.id });
    expect(await world.get(keep)).toMatchObject({ image: null });
    expect(await world.html(keep)).toBeNull();
    await checkInvariants(world.tables);
  });

  it('keeps the joined article where the earlier one was deleted for good', async () => {
    const { world, done, keep, others } = await joined();
    world.clock.now = unixMs(world.clock.now + 8 * DAY_MS);
    await confirmClock(world);
    const health = world.library.part(storageHealth);
    const rules = { ...(await health.retention()), revisionDays: 7 };
    value(await health.apply(rules));
    expect(await earlierArticles(world.tables, keep)).toEqual([]);
    const entries = (await world.tables.log.toArray()).flatMap((row) => row.entries);
    expect(entries.map(({ table }) => table)).not.toContain('articles');
    await undo(world, done);
    expect(await world.html(keep)).toBe(LONG);
    for (const id of others) expect((await world.get(id)).trashedAt).toBeNull();
    await checkInvariants(world.tables);
  });

  it('has its undo in the log, which can be undone, too', async () => {
    const { world, before, done } = await joined();
    const after = await shownIn(world);
    await undo(world, done);
    expect(await shownIn(world)).toEqual(before);
    await undo(world, await lastChange(world.library));
    expect(await shownIn(world)).toEqual(after);
  });
});

describe('Clean up in the log', () => {
  it('has the text of an article only where no earlier article has it, and forgets it with the page', async () => {
    const world = await openPages();
    const id = world.ids[2]!;
    for (const keep of [0, 1]) await play(world, { kind: 'clean', at: 2, keep, hasRule: false });
    const texts = (await world.tables.log.toArray())
      .flatMap(({ entries }) => entries)
      .filter((entry) => entry.table === 'texts');
    expect(texts.map(({ before, after }) => [before.text?.body, after.text])).toEqual([
      [undefined, null],
      ['<p>Cleaned once </p>', null],
    ]);
    value(await world.library.bookmarks.trash([id]));
    value(await world.library.bookmarks.purge([id]));
    expect(JSON.stringify(await world.tables.log.toArray())).not.toContain('Cleaned');
    expect(await world.tables.groups.count()).toBe(0);
  });

  it('restores what it can after the article as it was captured was deleted for good', async () => {
    const world = await openPages();
    const id = world.ids[2]!;
    await play(world, { kind: 'clean', at: 2, keep: 0, hasRule: true });
    const first = await lastChange(world.library);
    world.later();
    await play(world, { kind: 'clean', at: 2, keep: 1, hasRule: true });
    const second = await lastChange(world.library);
    world.clock.now = unixMs(world.clock.now + 8 * DAY_MS);
    await confirmClock(world);
    const health = world.library.part(storageHealth);
    value(await health.apply({ ...(await health.retention()), revisionDays: 7 }));
    expect(await earlierArticles(world.tables, id)).toEqual([]);
    await undo(world, second);
    expect(await world.html(id)).toBe('<p>Cleaned once </p>');
    await undo(world, first);
    expect(await world.html(id)).toBe('<p>Cleaned once </p>');
    expect(await world.tables.siteRules.count()).toBe(0);
    await checkInvariants(world.tables);
  });
});
