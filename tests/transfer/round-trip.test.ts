import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { AssetHash, BookmarkId } from '../../src/domain/bookmark';
import type { HighlightPosition } from '../../src/domain/highlight';
import { LABEL_COLORS } from '../../src/domain/label-tree';
import { DEFAULT_RETENTION } from '../../src/domain/retention';
import type { SiteRule, SiteRuleId } from '../../src/domain/site-rules/site-rule';
import { DAY_MS, unixMs } from '../../src/domain/time';
import { type BundleSource, openBundle, writeBundle } from '../../src/formats';
import {
  duplicateRepository,
  highlightRepository,
  importRepository,
  labelColorRepository,
  storageHealth,
  transferRepository,
} from '../../src/library';
import { addRules } from '../../src/library/site-rules/site-rules';
import { bundleSource, restoreBundle } from '../../src/transfer';
import {
  address,
  confirmClock,
  entryOf,
  loaded,
  page,
  putOnServer,
  queuedIntents,
  type TestLibrary,
  testLibrary,
  value,
} from '../library/library';
import { goOn, importsOf, link, netscape, started } from './import-jobs';

const SETTINGS = { toolbarClick: 'open' };

async function exported({ library }: TestLibrary, ids: readonly BookmarkId[] | null = null) {
  const source = bundleSource(library.part(transferRepository), ids, SETTINGS);
  const bundle = writeBundle(source, ids && { name: 'Archive', bookmarks: ids.length, of: 9 });
  return new Blob((await Array.fromAsync(bundle)) as BlobPart[]);
}

const restored = async (file: Blob, { library, clock }: TestLibrary) =>
  value(
    await restoreBundle(value(await openBundle(file)), library.part(importRepository), clock.now),
  );

const bytesOf = async (file: Blob) => new Uint8Array(await file.arrayBuffer());

const anyText = fc.string({ unit: 'grapheme', maxLength: 40 });
const PLACE: HighlightPosition = {
  start: 0,
  end: 3,
  textLength: 9,
  textHash: 'h',
  wordsHash: '3-def',
  rivalScore: null,
  rivalCount: 2,
};

const RULE: SiteRule = {
  id: 'r1' as SiteRuleId,
  site: 'example.org',
  action: 'keep',
  path: {
    steps: [
      { tag: '', names: [{ in: 'id', value: 'story' }] },
      { tag: 'p', names: [{ in: 'class', value: 'note' }] },
    ],
    text: 'Mind the lamp',
  },
  label: 'Mind the lamp',
  created: unixMs(1),
};

/** The edits of a person to one page. */
const anyPage = fc.record({
  title: anyText,
  text: fc.option(anyText.map((text) => text.replace(/[<>&]/g, ''))),
  images: fc.subarray(['red', 'green', 'blue']),
  labels: fc.uniqueArray(fc.constantFrom('work', 'work/later', 'büro', 'a "b"'), { maxLength: 3 }),
  isFavourite: fc.boolean(),
  isArchived: fc.boolean(),
  readProgress: fc.integer({ min: 0, max: 100 }),
  note: anyText,
  newTitle: fc.option(anyText.filter((text) => text.trim() !== '')),
  notes: fc.array(anyText, { maxLength: 3 }),
  isTrashed: fc.boolean(),
});
type AnyPage = typeof anyPage extends fc.Arbitrary<infer Page> ? Page : never;

const anyPages = fc.array(anyPage, { maxLength: 8 });

/** Returns a library with these pages and one of everything else. */
async function libraryWith(pages: readonly AnyPage[]): Promise<TestLibrary> {
  const test = await testLibrary();
  const { library, clock } = test;
  const ids: BookmarkId[] = [];
  for (const [at, parts] of pages.entries()) {
    clock.now = unixMs(clock.now + 1_000);
    ids.push(await savePage(test, at, parts));
  }
  value(await library.bookmarks.trash(ids.filter((_, at) => pages[at]?.isTrashed)));
  await library.part(labelColorRepository).setColors(new Map([['Work', LABEL_COLORS[0]]]));
  value(await library.collections.create({ name: 'Later', search: 'is:unread', localSearch: 'x' }));
  await addRules(test.tables, [RULE]);
  const [first, ...others] = ids;
  if (first !== undefined) {
    value(await library.part(duplicateRepository).markDistinct(first, others));
  }
  return test;
}

async function savePage({ library, tables, clock }: TestLibrary, at: number, parts: AnyPage) {
  const urls = parts.images.map((color) => `https://example.org/${color}.png`);
  const html = parts.text === null ? null : `<p>${parts.text} words</p>`;
  const saved = page({
    url: `https://example.org/${at}`,
    title: parts.title,
    html,
    images: urls,
    imageUrl: urls[0] ?? null,
    keywords: ['a keyword'],
  });
  const { id } = value(await library.bookmarks.save(saved)).bookmark;
  if (html !== null) {
    const images = parts.images.map((color, nth) => loaded(urls[nth] ?? '', color));
    value(await library.articles.addImages(id, images));
    // As *Clean up* leaves it.
    if (at % 2 === 1) await tables.articles.update(id, { changedAt: unixMs(clock.now + at) });
  }
  const { isFavourite, isArchived, readProgress, labels, newTitle, note } = parts;
  const title = newTitle === null ? {} : { title: newTitle };
  const patch = { isFavourite, isArchived, readProgress, note, addLabels: labels, ...title };
  value(await library.bookmarks.edit(id, patch));
  const highlights = library.part(highlightRepository);
  for (const [nth, note] of parts.notes.entries()) {
    const quote = { exact: `quote ${nth}`, prefix: '', suffix: ' words' };
    const position = nth === 0 ? PLACE : null;
    value(await highlights.add({ bookmarkId: id, quote, color: 'red', position, note }));
  }
  return id;
}

/** The tables whose rows are the same afterwards. The others follow from them, or belong to a server. */
const RESTORED = [
  ...['bookmarks', 'articles', 'assets', 'assetUses', 'highlights', 'highlightShadows'],
  ...['collections', 'labels', 'contents', 'siteRules'],
];

describe('a library', () => {
  it('is the same, byte for byte, after it was restored in an empty browser', async () => {
    await fc.assert(
      fc.asyncProperty(anyPages, async (pages) => {
        const from = await libraryWith(pages);
        const to = await testLibrary();
        // The trash keeps a page from the restore on.
        to.clock.now = from.clock.now;
        const file = await exported(from);
        expect(await restored(file, to)).toEqual({
          part: null,
          added: pages.filter(({ isTrashed }) => !isTrashed).length,
          inTrash: pages.filter(({ isTrashed }) => isTrashed).length,
          joined: 0,
          skipped: 0,
          missingImages: 0,
          problems: [],
          leftOut: [],
          renamed: [],
          others: expect.any(Number),
          settings: SETTINGS,
        });
        expect(await bytesOf(await exported(to))).toEqual(await bytesOf(file));
        for (const name of RESTORED) {
          const rows = await to.tables.table(name).toArray();
          expect([name, rows]).toEqual([name, await from.tables.table(name).toArray()]);
        }
        expect(await to.tables.meta.get('counts')).toEqual(await from.tables.meta.get('counts'));
        from.close();
        to.close();
      }),
      { numRuns: 15 },
    );
  });

  it('stays as it is when its own bundle is restored', async () => {
    const test = await libraryWith(fc.sample(anyPage, { seed: 1, numRuns: 3 }));
    const file = await exported(test);
    const { added, settings } = await restored(file, test);
    expect({ added, settings }).toEqual({ added: 0, settings: null });
    expect(await bytesOf(await exported(test))).toEqual(await bytesOf(file));
  });

  it('writes an image that two pages of bookmarks show once', async () => {
    const { library } = await testLibrary();
    const saved = value(await library.bookmarks.save(page({ html: null })));
    const { serverId, urlKey, site, content, ...bookmark } = saved.bookmark;
    const image = 'a'.repeat(64) as AssetHash;
    const items = [
      { bookmark: { ...bookmark, image, addressOnly: null }, loadArticle: async () => null },
    ];
    const loadImage = vi.fn(async () => ({ type: 'image/png', bytes: new Uint8Array(1) }));
    const source: BundleSource = {
      async *pages() {
        yield { items, highlights: [] };
        yield { items, highlights: [] };
      },
      loadImage,
      loadExtras: async () => null,
    };
    for await (const _ of writeBundle(source, null));
    expect(loadImage).toHaveBeenCalledTimes(1);
  });

  it('queues the restored bookmarks for the server, but not those in the trash', async () => {
    const from = await testLibrary();
    const parts = { ...(fc.sample(anyPage, { seed: 1, numRuns: 1 })[0] as AnyPage), notes: ['n'] };
    const kept = await savePage(from, 1, parts);
    value(await from.library.bookmarks.trash([await savePage(from, 2, parts)]));
    const to = await testLibrary();
    await restored(await exported(from), to);
    const outbox = await queuedIntents(to.tables);
    expect(outbox.map(({ bookmarkId, intent }) => [bookmarkId, intent.kind])).toEqual([
      [kept, 'create'],
    ]);
    expect(await to.tables.highlightShadows.count()).toBe(2);
  });
});

const titles = async ({ tables }: TestLibrary, isTrashed = false) =>
  (await tables.bookmarks.toArray()).flatMap(({ title, trashedAt }) =>
    (trashedAt !== null) === isTrashed ? title : [],
  );

const saved = async ({ library }: TestLibrary, at: number) =>
  value(
    await library.bookmarks.save(
      address({ url: `https://example.org/${at}`, title: `Page ${at}` }),
    ),
  ).bookmark.id;

describe('the pages of one address', () => {
  /** A library with two shown pages of one address, and `between` others, which have their ids between. */
  async function withTwo(between: number) {
    const test = await testLibrary();
    const first = await saved(test, 0);
    const others = Array.from({ length: between }, (_, at) => ({
      page: address({ url: `https://example.org/${at + 1}`, title: 'Another' }),
    }));
    value(await test.library.bookmarks.addMany(others, { outbox: false }));
    const imports = importsOf(test.library);
    const job = await started(imports, { skipsDuplicates: false });
    value(await goOn(imports, job, netscape([link(0)])));
    const rows = await test.tables.bookmarks.toArray();
    return { test, first, second: rows.at(-1)!.id };
  }

  it.each([
    ['one transaction', 0],
    ['different transactions', 100],
  ])('all come from a bundle in %s, and only once', async (_, between) => {
    const { test } = await withTwo(between);
    const file = await exported(test);
    const to = await testLibrary();
    expect(await restored(file, to)).toMatchObject({ added: between + 2, skipped: 0 });
    expect(await bytesOf(await exported(to))).toEqual(await bytesOf(file));
    expect(await restored(file, to)).toMatchObject({ added: 0, skipped: between + 2 });
  });

  it('come when a restore was interrupted between them', async () => {
    const { test, second } = await withTwo(100);
    const file = await exported(test);
    value(await test.library.bookmarks.trash([second]));
    value(await test.library.bookmarks.purge([second]));
    expect(await restored(file, test)).toMatchObject({ added: 1, skipped: 101 });
  });

  it('come with the one that is shown, when the first was joined with it', async () => {
    const { test, first, second } = await withTwo(0);
    const duplicates = test.library.part(duplicateRepository);
    value(await duplicates.join([{ keep: second, others: [first] }]));
    const to = await testLibrary();
    await restored(await exported(test), to);
    expect([await titles(to), await titles(to, true)]).toEqual([['Page 0'], ['Page 0']]);
    expect(await to.tables.bookmarks.get(second)).toMatchObject({ trashedAt: null });
  });

  it('stay one when the library shows it under another id', async () => {
    const { test } = await withTwo(0);
    const to = await testLibrary({ newId: () => 'own' });
    await saved(to, 0);
    expect(await restored(await exported(test), to)).toMatchObject({ added: 0, joined: 2 });
    expect(await to.tables.bookmarks.count()).toBe(1);
  });
});

describe('a bundle and the trash', () => {
  it('brings a deleted page back as Restore does, and its deletion is not sent', async () => {
    const test = await testLibrary();
    const id = await saved(test, 1);
    const file = await exported(test);
    await putOnServer(test.tables);
    value(await test.library.bookmarks.edit(id, { title: 'Edited' }));
    value(await test.library.bookmarks.trash([id]));
    expect(await restored(file, test)).toMatchObject({ added: 1, skipped: 0 });
    expect([await titles(test), await titles(test, true)]).toEqual([['Edited'], []]);
    expect((await queuedIntents(test.tables)).map(({ intent }) => intent.kind)).toEqual(['patch']);
  });

  it('adds a page of whose address the trash has another one', async () => {
    const from = await testLibrary({ newId: () => 'other' });
    await saved(from, 1);
    const test = await testLibrary();
    value(await test.library.bookmarks.trash([await saved(test, 1)]));
    expect(await restored(await exported(from), test)).toMatchObject({ added: 1 });
    expect([await titles(test), await titles(test, true)]).toEqual([['Page 1'], ['Page 1']]);
  });

  it('leaves a page in the trash that is there in both', async () => {
    const test = await testLibrary();
    const id = await saved(test, 1);
    value(await test.library.bookmarks.trash([id]));
    const file = await exported(test);
    const before = await test.tables.bookmarks.get(id);
    test.clock.now = unixMs(test.clock.now + DAY_MS);
    expect(await restored(file, test)).toMatchObject({ added: 0, inTrash: 1, skipped: 0 });
    expect(await test.tables.bookmarks.get(id)).toEqual(before);
  });

  it('counts a page of its trash there, and as one of the library only if that shows it', async () => {
    let made = 0;
    const newId = () => {
      made += 1;
      return `other-${made}`;
    };
    const from = await testLibrary({ newId });
    const ids = [await saved(from, 1), await saved(from, 2), await saved(from, 3)];
    value(await from.library.bookmarks.trash(ids));
    const file = await exported(from);
    const to = await testLibrary();
    await saved(to, 1);
    value(await to.library.bookmarks.trash([await saved(to, 2)]));
    expect(await restored(file, to)).toMatchObject({ added: 0, inTrash: 2, skipped: 1 });
    expect(await titles(to)).toEqual(['Page 1']);
    value(await to.library.bookmarks.restore(ids.slice(2)));
    expect(await restored(file, to)).toMatchObject({ added: 0, inTrash: 1, skipped: 2 });
  });

  it('gives the pages of its trash their whole time here, however old it is', async () => {
    const from = await testLibrary();
    value(await from.library.bookmarks.trash([await saved(from, 1)]));
    const to = await testLibrary();
    to.clock.now = unixMs(to.clock.now + 40 * DAY_MS);
    await restored(await exported(from), to);
    const health = to.library.part(storageHealth);
    for (const left of [1, 0]) {
      value(await health.apply(DEFAULT_RETENTION));
      expect(await to.tables.bookmarks.count()).toBe(left);
      to.clock.now = unixMs(to.clock.now + 31 * DAY_MS);
      await confirmClock(to);
    }
  });
});

describe('what a bundle has beside its pages', () => {
  it('brings its rules of retention only to an empty library', async () => {
    const from = await testLibrary();
    const rules = { ...DEFAULT_RETENTION, trashDays: 7, imageDays: 30 };
    value(await from.library.part(storageHealth).apply(rules));
    const file = await exported(from);
    const [used, empty] = [await testLibrary(), await testLibrary()];
    await saved(used, 1);
    await restored(file, used);
    await restored(file, empty);
    expect(await used.tables.meta.get('retention')).toBeUndefined();
    expect(await empty.tables.meta.get('retention')).toMatchObject({ rules });
  });

  it.each([
    ['its id', true],
    ['its name', false],
  ])('brings a collection when one of %s was deleted here', async (_, isSame) => {
    const [from, test] = [await testLibrary(), await testLibrary()];
    const { id } = value(await from.library.collections.create({ name: 'Later' }));
    const to = isSame ? from : test;
    const own = isSame ? id : value(await to.library.collections.create({ name: 'Later' })).id;
    const file = await exported(from);
    value(await to.library.collections.delete(own));
    await restored(file, to);
    expect(await to.library.collections.get(id)).toMatchObject({ name: 'Later' });
    expect(await entryOf(to.tables, id)).toMatchObject({ kind: 'collection', state: 'waiting' });
  });
});
