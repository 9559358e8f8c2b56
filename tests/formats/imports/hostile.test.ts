import {
  BlobWriter,
  TextReader,
  Uint8ArrayReader,
  ZipWriter,
} from '@zip.js/zip.js/lib/zip-core-native.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LABEL_MAX_LENGTH } from '../../../src/domain/label';
import { IMPORT_FORMATS, type ImportFormat } from '../../../src/formats';
import { openImportZip } from '../../../src/formats/imports/import-zip';
import { blobOf, entriesOf, importOf } from './run';
import { zipOf as zipOfTexts } from './zips';

const FORMATS = Object.keys(IMPORT_FORMATS) as ImportFormat[];
const A = 'https://example.org/a';

const failed = (kind: string) => [{ kind: 'failed', failure: { kind } }];

/** A file that claims a size that is too large for a test. */
const large = Object.defineProperty(blobOf('x'), 'size', { value: 3 * 1024 ** 3 });

/** A file that can no longer be read. */
const broken: Blob = Object.assign(blobOf('x'), {
  slice: () => broken,
  arrayBuffer: () => Promise.reject(new Error('gone')),
  text: () => Promise.reject(new Error('gone')),
});

describe.each(FORMATS)('a hostile file for %s', (source) => {
  it('is refused unread if it is too large', async () => {
    expect(await importOf(source, large)).toEqual(failed('too-large'));
  });

  it('is refused if it cannot be read', async () => {
    expect(await importOf(source, broken)).toEqual(failed('unreadable'));
  });

  it('is refused if it is not text', async () => {
    const kind =
      source === 'omnivore-zip' ? 'not-a-zip' : source === 'pdf' ? 'other-format' : 'not-text';
    expect(await importOf(source, Uint8Array.of(0x68, 0x81, 0x28))).toEqual(failed(kind));
    expect(await importOf(source, 'a\0b')).toEqual(failed(kind));
  });

  it('never causes an exception', async () => {
    const byte = fc.uint8Array({ maxLength: 60 });
    const words = fc.constantFrom(
      ...['url', 'title,url,location', 'url,time_added', '\n', '"', '[', ']', '{', '}', ',', ':'],
      ...['<a href=', '<DL>', '<h3>', '</a>', 'PK\x03\x04', A, '"url"', '"collections"', '\ufeff'],
    );
    const file = fc.oneof(
      byte.map((bytes) => blobOf(Uint8Array.from(bytes))),
      fc.array(words).map((parts) => blobOf(parts.join(''))),
      fc.json().map((text) => blobOf(text)),
    );
    await fc.assert(
      fc.asyncProperty(file, async (blob) => {
        const steps = await importOf(source, blob);
        const end = steps.findIndex(({ kind }) => kind === 'failed');
        expect(end === -1 || end === steps.length - 1).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a hostile row', () => {
  const csv = (cells: string) => importOf('csv', `url,title,labels,created\n${cells}`);

  it('is skipped if it has 10,000 labels', async () => {
    const labels = JSON.stringify(Array.from({ length: 10_000 }, (_, at) => `label ${at}`));
    expect(await csv(`${A},,"${labels.replaceAll('"', '""')}",`)).toEqual([
      { kind: 'skipped', row: 1, reason: 'too-many-labels', text: A },
    ]);
  });

  it('has labels that differ only in case once, in the first spelling', async () => {
    const [row] = await entriesOf('csv', `url,labels\n${A},"Tea, tea, Pears, TEA , pears"`);
    expect(row?.labels).toEqual(['Tea', 'Pears']);
  });

  it('is skipped if its address is too long', async () => {
    const [row] = await csv(`${A}?${'x'.repeat(5000)},,,`);
    expect(row).toMatchObject({ kind: 'skipped', reason: 'address-too-long' });
    expect(row).toHaveProperty('text.length', 200);
  });

  it.each(['0', '-1', '99999999999999999999', '1800-01-01', '2999-01-01', '2026-02-30', 'soon'])(
    'has no time if its date is %s',
    async (date) => {
      expect(await csv(`${A},,,${date}`)).toMatchObject([{ entry: { created: null } }]);
    },
  );

  it('is cut where it is too long, and never within a character', async () => {
    const [row] = await entriesOf('csv', `url,title\n${A},"${'😀'.repeat(4000)}\n\u0007 end"`);
    expect(row?.title).toHaveLength(1024);
    expect(row?.title).toMatch(/^(?:😀)+$/u);
  });

  it.each(['file:///etc/passwd', 'data:text/html,x', '//example.org', 'javascript:1', ''])(
    'is skipped if its address is %j',
    async (url) => {
      expect(await csv(`"${url}",t,,`)).toMatchObject([{ reason: 'not-a-web-address' }]);
    },
  );
});

describe('a hostile text', () => {
  it('may be UTF-16 with a byte order mark', async () => {
    const text = `\ufeffurl\n${A}\n`;
    const bytes = new Uint8Array(2 * text.length);
    for (let at = 0; at < text.length; at += 1) {
      bytes[2 * at] = text.charCodeAt(at) & 0xff;
      bytes[2 * at + 1] = text.charCodeAt(at) >> 8;
    }
    expect(await entriesOf('csv', bytes)).toMatchObject([{ url: A }]);
  });

  it('is refused if it has more rows than a library may have', { tags: ['full'] }, async () => {
    expect(await importOf('text', `${A}\n`.repeat(250_001))).toEqual(failed('too-many-rows'));
  });

  it('is read whole if it is a list of 100,000 lines', async () => {
    const lines = Array.from({ length: 100_000 }, (_, at) =>
      at % 2 ? `- [Page ${at}](https://example.org/${at})` : `A line of words, number ${at}`,
    );
    const steps = await importOf('text', lines.join('\n'));
    expect(steps.filter(({ kind }) => kind === 'entry')).toHaveLength(50_000);
    expect(steps[0]).toMatchObject({ entry: { title: 'Page 99999' } });
    expect(steps.at(-1)).toMatchObject({ kind: 'skipped', row: 1, reason: 'not-a-web-address' });
  });

  it('is refused if its JSON nests too deeply, in any spelling', async () => {
    expect(await importOf('pinboard', '['.repeat(1_000_000))).toEqual(failed('too-deep'));
    expect(await importOf('pinboard', '{"a":'.repeat(1_000_000))).toEqual(failed('too-deep'));
    expect(await importOf('pinboard', `"${'\\"'.repeat(1_000_000)}`)).toEqual(failed('not-json'));
    expect(
      await importOf('pinboard', `[{"href":"${A}","x":"[[[[${'['.repeat(500)}"}]`),
    ).toMatchObject([{ entry: { url: A } }]);
  });

  it('is read if it has folders without end', async () => {
    const file = `${'<DL><h3>f</h3>'.repeat(50_000)}<A HREF="${A}">A</A>`;
    const [row] = await entriesOf('browser', file, { hasLabelsFromFolders: true });
    expect(row?.labels[0]).toMatch(/^f\/f\//);
  });

  it('is refused before parsing if it has more values than a library may have', async () => {
    expect(await importOf('pinboard', `[${'1,'.repeat(8_000_001)}1]`)).toEqual(
      failed('too-many-rows'),
    );
  });

  it('is refused if it has labels without end, in any spelling', async () => {
    const tooMany = [{ reason: 'too-many-labels' }];
    const tags = 'x '.repeat(1_000_000);
    expect(await importOf('pinboard', `[{"href":"${A}","tags":"${tags}"}]`)).toMatchObject(tooMany);
    expect(await importOf('csv', `url,tags\n${A},"${'x,'.repeat(1_000_000)}"`)).toMatchObject(
      tooMany,
    );
    const python = `['${"\\'".repeat(1_000_000)}`;
    expect(
      await entriesOf('readwise', `title,url,location,document tags\n,${A},,"${python}"`),
    ).toMatchObject([{ labels: [] }]);
    const [row] = await entriesOf('csv', `url,tags\n${A},${'x'.repeat(1_000_000)}`);
    expect(row?.labels).toEqual(['x'.repeat(LABEL_MAX_LENGTH)]);
  });

  it('is read if a tag has attributes without end', async () => {
    const names = Array.from({ length: 100_000 }, (_, at) => `a${at}=x`).join(' ');
    const file = `<A ${names} HREF="${A}">A</A><A ${'<'.repeat(100_000)}`;
    expect(await entriesOf('browser', file)).toMatchObject([{ url: A }]);
  });

  it('may use names of the language as plain text', async () => {
    const file = `[{"href":"${A}","__proto__":{"description":"x"},"constructor":"y"}]`;
    expect(await entriesOf('pinboard', file)).toMatchObject([{ title: '' }]);
  });
});

describe('a hostile zip', () => {
  async function zipOf(names: readonly string[], content: Uint8Array): Promise<Blob> {
    const zip = new ZipWriter(new BlobWriter(), { useWebWorkers: false });
    for (const name of names) await zip.add(name, new Uint8ArrayReader(content));
    return zip.close();
  }

  const limits = { maxSize: 1_000_000, maxInflated: 1_000_000 };
  const tooLarge = { ok: false, error: { kind: 'too-large' } };

  async function textsOf(zip: Blob) {
    const opened = await openImportZip(zip, limits);
    if (!opened.ok) throw new Error(opened.error.kind);
    const texts = [];
    for (const name of opened.value.names) texts.push(await opened.value.readText(name));
    return texts;
  }

  const letters = (length: number) => new Uint8Array(length).fill('a'.charCodeAt(0));

  it('is refused early if it inflates to far more than its size', async () => {
    const bomb = await zipOf(['a'], letters(20_000_000));
    expect(bomb.size).toBeLessThan(50_000);
    expect(await textsOf(bomb)).toEqual([tooLarge]);
  });

  it('is limited as a whole, not file by file', async () => {
    const parts = await zipOf(['a', 'b', 'c'], letters(400_000));
    const [a, b, c] = await textsOf(parts);
    expect([a?.ok, b?.ok, c]).toEqual([true, true, tooLarge]);
  });

  it('is limited also if its files are damaged', async () => {
    const zip = await zipOf(['a', 'b', 'c'], letters(400_000));
    const view = new DataView(await zip.arrayBuffer());
    for (let at = 0; at + 4 <= view.byteLength; at += 1) {
      // The checksums in the directory.
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 16, 0, true);
    }
    const damaged = { ok: false, error: { kind: 'not-a-zip' } };
    expect(await textsOf(blobOf(new Uint8Array(view.buffer)))).toEqual([
      damaged,
      damaged,
      tooLarge,
    ]);
  });

  it('is refused if it is truncated or damaged', async () => {
    const rows = Array.from({ length: 500 }, (_, at) => `${A}/${at * 7919},1767225600\n`);
    const csv = new TextEncoder().encode(`url,time_added\n${rows.join('')}`);
    const whole = await zipOf(['part_000000.csv'], csv);
    expect(await importOf('pocket-file', whole)).toHaveLength(500);
    expect(await importOf('pocket-file', whole.slice(0, -10))).toEqual(failed('not-a-zip'));
    const bytes = new Uint8Array(await whole.arrayBuffer());
    const middle = bytes.length >> 1;
    bytes[middle] = (bytes[middle] ?? 0) ^ 0xff;
    expect(await importOf('pocket-file', bytes)).toEqual(failed('not-a-zip'));
  });

  it('is refused if its names lead elsewhere', async () => {
    const zip = new ZipWriter(new BlobWriter(), { useWebWorkers: false });
    const csv = `url,time_added\n${A},1767225600\n`;
    await zip.add('../../../etc/part_000000.csv', new TextReader(csv));
    expect(await importOf('pocket-file', await zip.close())).toEqual(failed('not-a-zip'));
  });
});

describe('a hostile zip of Omnivore', () => {
  const item = (slug: string) => ({ slug, title: slug, url: `https://example.org/${slug}` });
  const list = (...slugs: string[]) => JSON.stringify(slugs.map(item));

  it('loses only the articles that are too large or in another folder', async () => {
    const zip = await zipOfTexts({
      'metadata_0_to_2.json': list('bomb', '../../secret', 'good'),
      'content/bomb.html': 'x'.repeat(50_000_000),
      'secret.html': 'Not an article',
      'content/good.html': '<p>Good</p>',
    });
    expect(zip.size).toBeLessThan(200_000);
    expect(await entriesOf('omnivore-zip', zip)).toMatchObject([
      { title: 'good', html: '<p>Good</p>' },
      { title: '../../secret', html: null },
      { title: 'bomb', html: null },
    ]);
  });

  it('loses only the lists that are not lists', async () => {
    const zip = await zipOfTexts({
      'metadata_0_to_1.json': list('a'),
      'metadata_1_to_2.json': '{"broken',
      'metadata_2_to_3.json': `[null, ${JSON.stringify(item('c'))}]`,
    });
    const broken = { kind: 'skipped', reason: 'broken' };
    expect(await importOf('omnivore-zip', zip)).toMatchObject([
      { kind: 'entry', entry: { title: 'c' } },
      { ...broken, row: 3, text: 'null' },
      { ...broken, row: 2, text: 'metadata_1_to_2.json' },
      { kind: 'entry', entry: { title: 'a' } },
    ]);
  });

  it('may have a list of any length', async () => {
    const zip = await zipOfTexts({ 'metadata_0_to_1.json': `[${'1,'.repeat(199_999)}1]` });
    expect(await importOf('omnivore-zip', zip)).toHaveLength(200_000);
  });

  it('gives an article and its highlights to one of the entries that state them', async () => {
    const zip = await zipOfTexts({
      'metadata_0_to_2.json': list('a', 'a'),
      'content/a.html': '<p>A</p>',
      'highlights/a.md': '> quote',
    });
    expect(await entriesOf('omnivore-zip', zip)).toMatchObject([
      { html: '<p>A</p>', highlights: [{ quote: 'quote' }] },
      { html: null, highlights: [] },
    ]);
  });

  it('is refused if it has no list, or names that lead out of it', async () => {
    const empty = await zipOfTexts({ 'a.txt': '' });
    expect(await importOf('omnivore-zip', empty)).toEqual(failed('other-format'));
    const zip = await zipOfTexts({ 'metadata_0_to_1.json': list('a'), '../content/a.html': '' });
    expect(await importOf('omnivore-zip', zip)).toEqual(failed('not-a-zip'));
  });
});

describe('a hostile bookmark file', () => {
  it('may have folders that are nested 1,000 deep', async () => {
    const depth = 1000;
    const file = `${'<DL><DT><H3>folder</H3>'.repeat(depth)}<DL><DT><A HREF="${A}">A</A>${'</DL>'.repeat(depth + 1)}<DT><A HREF="${A}2">B</A>`;
    const [second, first] = await entriesOf('browser', file, { hasLabelsFromFolders: true });
    expect(first?.labels).toEqual([expect.stringMatching(/^folder(?:\/folder){1,70}$/)]);
    expect(second?.labels).toEqual([]);
  });

  it('has scripts in titles and folders only as text', async () => {
    const file = `<DL><H3><script>x</script></H3><DL><A HREF="${A}">A<script>alert(1)</script></A>`;
    const [row] = await entriesOf('browser', file, { hasLabelsFromFolders: true });
    expect(row).toMatchObject({ title: 'Aalert(1)', labels: ['x'] });
  });
});

describe('a file of many links in two folders with long names', { tags: ['full'] }, () => {
  const [outer, inner] = ['a'.repeat(4_000_000), 'b'.repeat(4_000_000)];
  const links = Array.from({ length: 100_000 }, () => ({ url: A }));

  it.each([
    [
      'browser',
      `<DL><H3>${outer}</H3><DL><H3>${inner}</H3><DL>${`<A HREF=${A}>A`.repeat(links.length)}`,
    ],
    [
      'linkwarden',
      JSON.stringify({
        collections: [
          { id: 1, name: outer, parentId: null, links: [] },
          {
            id: 2,
            name: inner,
            parentId: 1,
            links: links.map(({ url }) => ({ url, collectionId: 2 })),
          },
        ],
      }),
    ],
    [
      'karakeep',
      JSON.stringify({
        lists: [
          { id: '1', name: outer },
          { id: '2', name: inner, parentId: '1' },
        ],
        bookmarks: links.map((content) => ({ content, tags: [], lists: ['2'] })),
      }),
    ],
  ] as const)('is read in linear time by %s', async (source, file) => {
    const entries = await entriesOf(source, file);
    expect(entries).toHaveLength(links.length);
    expect(entries.at(-1)?.folders).toEqual(['a'.repeat(LABEL_MAX_LENGTH)]);
  });
});

describe('a CSV file with a quote too many', () => {
  it('loses no other row if no quote follows', async () => {
    expect(await entriesOf('csv', `url,title\n${A},"1\n${A}2,2\n`)).toMatchObject([
      { url: `${A}2`, title: '2' },
      { url: A, title: '1' },
    ]);
  });

  it('is read in linear time', { tags: ['full'] }, async () => {
    const rest = '""""\n'.repeat(200_000);
    expect(await importOf('csv', `url\n"x\n${rest}`)).toHaveLength(200_001);
  });
});
