import { describe, expect, it } from 'vitest';
import { ok } from '../../src/domain/result';
import { unixMs } from '../../src/domain/time';
import { openBundle, recogniseFile } from '../../src/formats';
import { writeZip } from '../../src/formats/files/write-zip';
import { importRepository } from '../../src/library';
import { restoreBundle } from '../../src/transfer';
import { page, testLibrary, value } from '../library/library';
import { exportedBundle, restoredBundle } from './bundles';

/** A line of `bookmarks/*.jsonl` that a library has written. */
const BOOKMARK = {
  id: 'b1',
  url: 'https://example.org/a',
  title: 'A',
  siteName: '',
  authors: [],
  published: null,
  lang: '',
  textDirection: null,
  description: '',
  excerpt: '',
  type: 'article',
  addressOnly: 'failed',
  wordCount: 0,
  readingTimeMinutes: 0,
  labels: [],
  isFavourite: false,
  isArchived: false,
  readProgress: 0,
  readAnchor: '',
  icon: null,
  image: null,
  created: 1_700_000_000_000,
  updated: 1_700_000_000_000,
  trashedAt: null,
};
const GOOD = { ...BOOKMARK, id: 'good', url: 'https://example.org/good' };

const HIGHLIGHT = {
  id: 'h1',
  bookmarkId: 'good',
  quote: { exact: 'a', prefix: '', suffix: '' },
  position: null,
  color: 'red',
  note: '',
  review: '',
  isNoteOnly: false,
  refused: [],
  created: 1_700_000_000_000,
  updated: 1_700_000_000_000,
};

const PAGE = '000001.jsonl';
const PART = { name: 'Archive', bookmarks: 1, of: 9 };
const NOTHING_LEFT_OUT = { leftOut: [] };
const linesOf = (values: readonly object[]) =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('');

async function bundleOf(entries: Readonly<Record<string, string>>): Promise<Blob> {
  const head = { format: 'leafmark-library', version: 1, part: PART };
  const all = { 'leafmark.json': JSON.stringify(head), ...entries };
  const zip = Object.entries(all).map(([name, text]) => ({
    name,
    bytes: new TextEncoder().encode(text),
    isStored: false,
  }));
  return new Blob((await Array.fromAsync(writeZip(zip))) as BlobPart[]);
}

/** Restores a bundle, and returns what it brought and what the library has then. */
async function restored(entries: Readonly<Record<string, string>>) {
  const { library, tables } = await testLibrary();
  const bundle = value(await openBundle(await bundleOf(entries)));
  const result = value(await restoreBundle(bundle, library.part(importRepository), unixMs(1)));
  const { added, problems, leftOut } = result;
  const ids = await tables.bookmarks.toCollection().primaryKeys();
  const highlights = await tables.highlights.toCollection().primaryKeys();
  return { added, problems, leftOut, ids, highlights };
}

describe('a bundle that nobody exported', () => {
  it.each([
    ['an id with a path', { id: '../../a' }],
    ['an id with a control character', { id: 'a\u0000b' }],
    ['an empty id', { id: '' }],
    ['an id of 65 characters', { id: 'a'.repeat(65) }],
    ['a time before the year 0', { created: -62_167_219_200_001 }],
    ['a time after the year 9999', { created: 253_402_300_800_000 }],
    ['a time that no date can have', { updated: 9e15 }],
    ['a time with a fraction', { updated: 1.5 }],
    ['an address that no browser opens', { url: `https://example.org/${'a'.repeat(2_100_000)}` }],
  ])('loses a bookmark with %s, and nothing else', async (_, wrong) => {
    const bookmarks = linesOf([{ ...BOOKMARK, ...wrong }, GOOD]);
    expect(await restored({ [`bookmarks/${PAGE}`]: bookmarks })).toEqual({
      added: 1,
      problems: [{ entry: `bookmarks/${PAGE}`, line: 1 }],
      ...NOTHING_LEFT_OUT,
      ids: ['good'],
      highlights: [],
    });
  });

  it.each([
    ['of an earlier version, without one', undefined, ''],
    ['with one that no version writes', '2026-02-30/2', ''],
    ['with one that is kept', 'never/2026-02-03', 'never/2026-02-03'],
  ])('restores a highlight %s, with its answer in the review: %s', async (_, review, kept) => {
    const { library, tables } = await testLibrary();
    const bundle = await bundleOf({
      [`bookmarks/${PAGE}`]: linesOf([GOOD]),
      [`highlights/${PAGE}`]: linesOf([{ ...HIGHLIGHT, review }]),
    });
    const opened = value(await openBundle(bundle));
    value(await restoreBundle(opened, library.part(importRepository), unixMs(1)));
    expect(await tables.highlights.toArray()).toMatchObject([{ id: 'h1', review: kept }]);
  });

  it('brings only addresses of web pages and of files of this computer, and names the others', async () => {
    const addresses = [
      ...['file://other.example/share/a.html', 'file:////other.example/share/a.html'],
      ...['file:///\\\\other.example\\share', 'file:///%5C%5Cother.example/share'],
      ...['file:///a/../..//other.example/share', 'file:\\\\other.example\\share'],
      ...['about:config', 'chrome://settings', 'ftp://example.org/a'],
      ...['chrome-extension://abcd/page.html', 'moz-extension://abcd/page.html'],
      ...['javascript:alert(1)', 'data:text/html,<b>a</b>', 'blob:https://example.org/a'],
      ...['view-source:https://example.org/', '//example.org/a', 'no address'],
    ];
    const lines = addresses.map((url, at) => ({ ...BOOKMARK, id: `b${at}`, url }));
    const file = { ...BOOKMARK, id: 'file', url: 'file:///C:/Users/me/a%20paper.html' };
    const bookmarks = linesOf([...lines, file, GOOD]);
    expect(await restored({ [`bookmarks/${PAGE}`]: bookmarks })).toEqual({
      added: 2,
      problems: [],
      leftOut: addresses,
      ids: ['file', 'good'],
      highlights: [],
    });
  });

  it('names the addresses that it leaves out, and of each the beginning', async () => {
    const long = `data:,${'a'.repeat(60_000)}`;
    const lines = Array.from({ length: 150 }, (_, at) => ({
      ...BOOKMARK,
      id: `b${at}`,
      url: long,
    }));
    const { leftOut } = await restored({ [`bookmarks/${PAGE}`]: linesOf(lines) });
    expect(leftOut).toEqual(Array.from({ length: 150 }, () => long.slice(0, 300)));
  });

  it('loses highlights with wrong ids and times', async () => {
    const highlights = linesOf([
      { ...HIGHLIGHT, id: 'a b' },
      HIGHLIGHT,
      { ...HIGHLIGHT, id: 'h2', created: 9e15 },
    ]);
    const file = { [`bookmarks/${PAGE}`]: linesOf([GOOD]), [`highlights/${PAGE}`]: highlights };
    expect(await restored(file)).toEqual({
      added: 1,
      problems: [
        { entry: `highlights/${PAGE}`, line: 1 },
        { entry: `highlights/${PAGE}`, line: 3 },
      ],
      ...NOTHING_LEFT_OUT,
      ids: ['good'],
      highlights: ['h1'],
    });
  });

  it('loses an entry with more than 100,000 lines, which are not split', async () => {
    const other = '000002.jsonl';
    const file = {
      [`bookmarks/${PAGE}`]: '\n'.repeat(100_001),
      [`bookmarks/${other}`]: linesOf([GOOD]),
    };
    expect(await restored(file)).toEqual({
      added: 1,
      problems: [{ entry: `bookmarks/${PAGE}`, line: null }],
      ...NOTHING_LEFT_OUT,
      ids: ['good'],
      highlights: [],
    });
  });
});

describe('a file that is not the whole bundle', () => {
  const opened = async (file: Blob) => {
    const bundle = await openBundle(file);
    return bundle.ok ? 'opened' : bundle.error.kind;
  };

  it('is one that was cut, wherever its end is missing', async () => {
    const file = await bundleOf({ [`bookmarks/${PAGE}`]: linesOf([GOOD]) });
    expect(await opened(file)).toBe('opened');
    for (let length = 0; length < file.size; length += 1) {
      const cut = file.slice(0, length);
      // The name of the first entry ends there.
      const kind = length < 30 + 'leafmark.json'.length ? 'not-a-bundle' : 'cut';
      expect([length, await opened(cut)]).toEqual([length, kind]);
      if (kind === 'cut') expect(await recogniseFile(cut)).toEqual(ok('bundle'));
    }
  });

  it('is of a newer version, also if that has another head', async () => {
    const head = { format: 'leafmark-library', version: 2, whole: 'yes' };
    expect(await opened(await bundleOf({ 'leafmark.json': JSON.stringify(head) }))).toBe(
      'newer-version',
    );
  });

  it('is a part of a library, and a restore says of which', async () => {
    const test = await testLibrary();
    const { bookmark } = value(await test.library.bookmarks.save(page()));
    value(await test.library.bookmarks.save(page({ url: 'https://example.org/b' })));
    const { file } = await exportedBundle(test, { ids: [bookmark.id] });
    const to = await testLibrary();
    const { part, added } = value(await restoredBundle(file, to));
    expect({ part, added }).toEqual({ part: { name: 'Archive', bookmarks: 1, of: 2 }, added: 1 });
    const { file: whole } = await exportedBundle(test);
    expect(value(await restoredBundle(whole, to))).toMatchObject({ part: null });
  });
});
