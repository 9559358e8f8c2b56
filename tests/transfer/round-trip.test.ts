import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { AssetHash, BookmarkId } from '../../src/domain/bookmark';
import type { HighlightPosition } from '../../src/domain/highlight';
import { LABEL_COLORS } from '../../src/domain/label-tree';
import type { SiteRule, SiteRuleId } from '../../src/domain/site-rules/site-rule';
import { unixMs } from '../../src/domain/time';
import { type BundleSource, openBundle, writeBundle } from '../../src/formats';
import { duplicateRepository, highlightRepository, transferRepository } from '../../src/library';
import { addRules } from '../../src/library/site-rules/site-rules';
import { bundleSource, restoreBundle } from '../../src/transfer';
import {
  loaded,
  page,
  queuedIntents,
  type TestLibrary,
  testLibrary,
  value,
} from '../library/library';

const SETTINGS = { toolbarClick: 'open' };

async function exported({ library }: TestLibrary, ids: readonly BookmarkId[] | null = null) {
  const source = bundleSource(library.part(transferRepository), ids, SETTINGS);
  const bundle = writeBundle(source, ids === null ? 'library' : 'selection');
  return new Blob((await Array.fromAsync(bundle)) as BlobPart[]);
}

const restored = async (file: Blob, { library }: TestLibrary) =>
  value(await restoreBundle(value(await openBundle(file)), library.part(transferRepository)));

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
  await library.labels.setColors(new Map([['Work', LABEL_COLORS[0]]]));
  value(await library.collections.create({ name: 'Later', search: 'is:unread', localSearch: 'x' }));
  await addRules(test.tables, [RULE]);
  const [first, ...others] = ids;
  if (first !== undefined) {
    value(await library.part(duplicateRepository).markDistinct(first, others));
  }
  return test;
}

async function savePage({ library }: TestLibrary, at: number, parts: AnyPage) {
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
  if (parts.isTrashed) value(await library.bookmarks.trash([id]));
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
        const file = await exported(from);
        expect(await restored(file, to)).toEqual({
          added: pages.length,
          skipped: 0,
          missingImages: 0,
          problems: [],
          leftOut: 0,
          leftOutAddresses: [],
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

  it('keeps its own collection when a bundle has another one of its id or name', async () => {
    const from = await libraryWith([]);
    const file = await exported(from);
    const [later] = await from.tables.collections.toArray();
    value(await from.library.collections.edit(later!.id, { name: 'Renamed' }));
    await restored(file, from);
    expect(await from.tables.collections.toArray()).toMatchObject([{ name: 'Renamed' }]);
    const to = await testLibrary();
    value(await to.library.bookmarks.save(page()));
    const own = { name: 'Later', search: 'is:archived', localSearch: '' };
    value(await to.library.collections.create(own));
    await restored(file, to);
    expect(await to.tables.collections.toArray()).toMatchObject([own]);
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
    for await (const _ of writeBundle(source, 'selection'));
    expect(loadImage).toHaveBeenCalledTimes(1);
  });

  it('queues the restored bookmarks for the server, but not those in the trash', async () => {
    const from = await testLibrary();
    const parts = { ...(fc.sample(anyPage, { seed: 1, numRuns: 1 })[0] as AnyPage), notes: ['n'] };
    const kept = await savePage(from, 1, { ...parts, isTrashed: false });
    await savePage(from, 2, { ...parts, isTrashed: true });
    const to = await testLibrary();
    await restored(await exported(from), to);
    const outbox = await queuedIntents(to.tables);
    expect(outbox.map(({ bookmarkId, intent }) => [bookmarkId, intent.kind])).toEqual([
      [kept, 'create'],
    ]);
    expect(await to.tables.highlightShadows.count()).toBe(2);
  });
});
