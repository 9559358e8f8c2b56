import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { BookmarkInfo } from '../../src/contract';
import type { BookmarkId } from '../../src/domain/bookmark';
import { newBookmark } from '../../src/domain/new-bookmark';
import { type UnixMs, unixMs } from '../../src/domain/time';
import { urlKey } from '../../src/domain/url-identity';
import { openBundle, writeBundle } from '../../src/formats';
import { highlightRepository } from '../../src/library';
import { addRules } from '../../src/library/site-rules/site-rules';
import { toRemote } from '../../src/sync/merge/server-version';
import type { ImportedArticle } from '../../src/transfer';
import { address, page, type TestLibrary, testLibrary, value } from '../library/library';
import { exportedBundle, restoredBundle } from './bundles';
import { goOn, importsOf, started } from './import-jobs';

const URL_1 = 'https://example.org/1';
const NOTHING = { count: 0, first: [] };

/** The address, title and date of each page. */
const pagesOf = async ({ tables }: TestLibrary) =>
  (await tables.bookmarks.toArray()).map(({ url, title, created }) => [url, title, created]);

/** Exports a library, expects that all of it is in the file, and restores it. */
async function exportedAndRestored(from: TestLibrary): Promise<TestLibrary> {
  const { file, unwritten } = await exportedBundle(from);
  expect(unwritten).toEqual(NOTHING);
  const to = await testLibrary();
  expect(value(await restoredBundle(file, to)).problems).toEqual([]);
  expect(await pagesOf(to)).toEqual(await pagesOf(from));
  return to;
}

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.integer({ min: 1, max: 300_000 }).map((length) => 'ä '.repeat(length / 2)),
);
const anyDate = fc.oneof(
  fc.constantFrom('-5000000000', '99999999999999999', '0', '1960-01-01T00:00:00Z', ''),
  fc.constantFrom('0000-01-01T00:00:00+23:59', '9999-12-31T23:59:59-23:59'),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  anyText,
);

const anyRow = fc.record({
  title: anyText,
  content: anyText.map((text) => `<p>Words ${text.replace(/[<&]/g, '')}</p>`),
  picture: fc.integer({ min: 0, max: 200_000 }),
  tags: fc.array(
    anyText.map((label) => ({ label })),
    { maxLength: 3 },
  ),
  created_at: anyDate,
  published_at: anyDate,
  published_by: fc.array(anyText, { maxLength: 3 }),
  language: anyText,
  annotations: fc.array(fc.record({ quote: anyText, text: anyText }), { maxLength: 3 }),
});

/** Makes the article of an entry as it is, with its images, and finds no highlight. */
async function anyArticle({
  html,
  highlights,
}: {
  html: string | null;
  highlights: readonly unknown[];
}) {
  const text = html ?? '';
  const images = [...text.matchAll(/src="([^"]*)"/g)].map(([, url = '']) => ({
    url,
    width: null,
    height: null,
  }));
  const article = {
    html: text,
    textLength: text.length,
    wordCount: 1,
    readingTimeMinutes: 1,
    images,
  };
  return { article, places: highlights.map(() => null) } satisfies ImportedArticle;
}

describe('a bundle has everything', () => {
  it('that an import accepts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyRow, { minLength: 1, maxLength: 3 }), async (rows) => {
        const test = await testLibrary();
        const entries = rows.map(({ picture, content, ...row }, at) => {
          const image = `<img src="data:image/png;base64,${'A'.repeat(picture)}">`;
          const url = `https://example.org/${at}`;
          return { ...row, url, content: content + image, is_archived: 0, is_starred: 1 };
        });
        const imports = importsOf(test.library);
        const id = await started(imports, {}, 'wallabag-json');
        const file = new Blob([JSON.stringify(entries)]);
        value(await goOn(imports, id, file, { makeArticle: anyArticle }));
        expect(await test.tables.articles.count()).toBe(rows.length);
        const to = await exportedAndRestored(test);
        const articles = await to.tables.articles.toArray();
        expect(articles.map(({ images }) => images)).toEqual(
          (await test.tables.articles.toArray()).map(({ images }) => images),
        );
        test.close();
        to.close();
      }),
      { numRuns: 20 },
    );
  });

  it('that an edit accepts', async () => {
    const anyPatch = fc.record({
      title: anyText,
      siteName: anyText,
      note: anyText,
      authors: fc.array(anyText, { maxLength: 3 }),
      published: fc.option(anyText),
      readProgress: fc.double({ min: -1e9, max: 1e9, noNaN: true }),
      readAnchor: anyText,
      addLabels: fc.array(anyText, { maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(anyPatch, anyText, async (patch, note) => {
        const test = await testLibrary();
        const { library } = test;
        const { id } = value(await library.bookmarks.save(page())).bookmark;
        value(await library.bookmarks.edit(id, patch));
        const quote = { exact: note, prefix: note, suffix: note };
        const fields = { bookmarkId: id, quote, color: note, position: null, note };
        value(await library.part(highlightRepository).add(fields));
        value(
          await library.collections.create({ name: `a${note}`, search: note, localSearch: note }),
        );
        const to = await exportedAndRestored(test);
        expect(await to.tables.highlights.toArray()).toEqual(
          await test.tables.highlights.toArray(),
        );
        expect(await to.tables.collections.count()).toBe(1);
        test.close();
        to.close();
      }),
      { numRuns: 20 },
    );
  });

  it('that a server can send', async () => {
    const anyCount = fc.nat();
    const anyInfo = fc.record({
      title: anyText,
      site_name: anyText,
      description: anyText,
      created: anyDate,
      updated: anyDate,
      published: anyDate,
      lang: anyText,
      note: anyText,
      read_anchor: anyText,
      read_progress: fc.nat(100),
      word_count: anyCount,
      reading_time: anyCount,
      labels: fc.array(anyText, { maxLength: 3 }),
      authors: fc.array(anyText, { maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(anyInfo, async (sent) => {
        const fixed = { id: 'a'.repeat(20), href: '', url: URL_1, state: 0, loaded: true };
        const { version } = toRemote(z.parse(BookmarkInfo, { ...fixed, ...sent }) as never);
        const { hasArticle, ...fields } = version;
        const id = 'b1' as BookmarkId;
        const {
          serverId,
          urlKey: _,
          site,
          content,
          ...bookmark
        } = {
          ...newBookmark(id, URL_1, urlKey(URL_1)!, unixMs(1)),
          ...fields,
        };
        const onUnwritten = vi.fn();
        const items = [
          {
            bookmark: { ...bookmark, addressOnly: 'on-server' } as const,
            loadArticle: async () => null,
          },
        ];
        const source = {
          async *pages() {
            yield { items, highlights: [] };
          },
          loadImage: async () => null,
          loadExtras: async () => null,
        };
        const parts = await Array.fromAsync(writeBundle(source, null, { onUnwritten }));
        expect(onUnwritten).not.toHaveBeenCalled();
        const bundle = value(await openBundle(new Blob(parts as BlobPart[])));
        const { values, problems } = await bundle.readBookmarks(bundle.pages[0]!);
        expect([values.length, problems]).toEqual([1, []]);
      }),
    );
  });

  it('in entries of a bounded size, also when pages have large pictures in their texts', async () => {
    const test = await testLibrary();
    for (let at = 0; at < 5; at += 1) {
      const url = `data:image/png;base64,${'A'.repeat(3_000_000)}`;
      const html = `<p>Text</p><img src="${url}">`;
      const parts = { url: `https://example.org/${at}`, html, images: [url] };
      value(await test.library.bookmarks.save(page(parts)));
    }
    const { file } = await exportedBundle(test);
    expect(value(await openBundle(file)).pages).toEqual([1, 2, 3].map((at) => `00000${at}.jsonl`));
    await exportedAndRestored(test);
  });
});

describe('a record that does not fit', () => {
  /** A library with two good pages and one page to damage, which has an article and a highlight. */
  async function withOdd() {
    const test = await testLibrary();
    const { library } = test;
    value(await library.bookmarks.save(address({ url: 'https://example.org/0', title: 'First' })));
    const saved = page({ url: URL_1, title: 'Odd', html: '<p>The lamp shines.</p>' });
    const { id } = value(await library.bookmarks.save(saved)).bookmark;
    const quote = { exact: 'lamp', prefix: 'The ', suffix: ' shines.' };
    const fields = { bookmarkId: id, quote, color: 'red', position: null, note: '' };
    const highlight = value(await library.part(highlightRepository).add(fields)).id;
    value(await library.bookmarks.save(address({ url: 'https://example.org/2', title: 'Last' })));
    value(await library.collections.create({ name: 'Later', search: 'a', localSearch: '' }));
    return { test, id, highlight };
  }

  const wrong = Number.NaN as UnixMs;
  const log = () => vi.spyOn(console, 'error').mockImplementation(() => {});

  it.each([
    [
      'a page',
      (test, id) => test.tables.bookmarks.update(id, { updated: wrong }),
      { kind: 'bookmark', name: 'Odd' },
      ['First', 'Last'],
    ],
    [
      'the description of an article',
      (test, id) => test.tables.articles.update(id, { capturedAt: wrong }),
      { kind: 'article', name: 'Odd' },
      ['First', 'Last', 'Odd'],
    ],
    [
      'the stored text of an article',
      (test, id) => test.tables.articles.update(id, { body: new Uint8Array([31, 139, 8, 0]) }),
      { kind: 'article', name: 'Odd' },
      ['First', 'Last', 'Odd'],
    ],
    [
      'a highlight',
      (test, _, highlight) => test.tables.highlights.update(highlight, { updated: wrong }),
      { kind: 'highlight', name: 'Odd' },
      ['First', 'Last', 'Odd'],
    ],
    [
      'a collection',
      async (test) => {
        const [row] = await test.tables.collections.toArray();
        await test.tables.collections.put({ ...row!, id: 'c2' as never, updated: wrong });
      },
      { kind: 'collection', name: 'Later' },
      ['First', 'Last', 'Odd'],
    ],
    [
      'a rule of a site',
      (test) =>
        addRules(test.tables, [
          {
            id: 'r1' as never,
            site: '',
            action: 'keep',
            path: { steps: [], text: '' },
            label: 'A rule',
            created: wrong,
          },
        ]),
      { kind: 'other', name: 'A rule' },
      ['First', 'Last', 'Odd'],
    ],
  ] satisfies readonly (readonly [
    string,
    (test: TestLibrary, id: BookmarkId, highlight: never) => unknown,
    object,
    readonly string[],
  ])[])('costs itself at most, and is named: %s', async (_, damage, record, titles) => {
    const { test, id, highlight } = await withOdd();
    await damage(test, id, highlight as never);
    const silent = log();
    const { file, unwritten } = await exportedBundle(test);
    silent.mockRestore();
    expect(unwritten).toEqual({ count: 1, first: [record] });
    const to = await testLibrary();
    expect(value(await restoredBundle(file, to)).problems).toEqual([]);
    const rows = await to.tables.bookmarks.toArray();
    expect(rows.map(({ title }) => title).toSorted()).toEqual(titles);
    expect((await to.tables.collections.toArray()).map(({ name }) => name)).toEqual(['Later']);
  });
});
