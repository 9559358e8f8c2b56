import {
  BlobWriter,
  TextReader,
  Uint8ArrayReader,
  ZipWriter,
} from '@zip.js/zip.js/lib/zip-core-native.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LABEL_MAX_LENGTH } from '../../../src/domain';
import { FILE_SOURCES, type FileSource } from '../../../src/formats';
import { readZip } from '../../../src/formats/files/read-zip';
import { blobOf, entriesOf, importOf } from './run';

const SOURCES = Object.keys(FILE_SOURCES) as FileSource[];
const A = 'https://example.org/a';

const failed = (kind: string) => [{ kind: 'failed', failure: { kind } }];

/** A file that says it is larger than it can be in a test. */
const large = Object.defineProperty(blobOf('x'), 'size', { value: 200 * 1024 * 1024 });

/** A file whose disk is gone. */
const broken = Object.assign(blobOf('x'), {
  arrayBuffer: () => Promise.reject(new Error('gone')),
  text: () => Promise.reject(new Error('gone')),
});

describe.each(SOURCES)('a hostile file for %s', (source) => {
  it('that is too large is refused unread', async () => {
    expect(await importOf(source, large)).toEqual(failed('too-large'));
  });

  it('that can not be read is refused', async () => {
    expect(await importOf(source, broken)).toEqual(failed('unreadable'));
  });

  it('that is not text is refused', async () => {
    expect(await importOf(source, Uint8Array.of(0x68, 0xc3, 0x28))).toEqual(failed('not-text'));
    expect(await importOf(source, 'a\0b')).toEqual(failed('not-text'));
  });

  it('never makes it throw', async () => {
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

  it('with 10,000 labels is skipped', async () => {
    const labels = JSON.stringify(Array.from({ length: 10_000 }, (_, at) => `label ${at}`));
    expect(await csv(`${A},,"${labels.replaceAll('"', '""')}",`)).toEqual([
      { kind: 'skipped', row: 1, reason: 'too-many-labels', text: A },
    ]);
  });

  it('with an address that is too long is skipped', async () => {
    const [row] = await csv(`${A}?${'x'.repeat(5000)},,,`);
    expect(row).toMatchObject({ kind: 'skipped', reason: 'address-too-long' });
    expect(row).toHaveProperty('text.length', 200);
  });

  it.each(['0', '-1', '99999999999999999999', '1800-01-01', '2999-01-01', '2026-02-30', 'soon'])(
    'with the date %s has none',
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
    'with the address %j is skipped',
    async (url) => {
      expect(await csv(`"${url}",t,,`)).toMatchObject([{ reason: 'not-a-web-address' }]);
    },
  );
});

describe('a hostile text', () => {
  it('may be UTF-16 when it says so', async () => {
    const text = `\ufeffurl\n${A}\n`;
    const bytes = new Uint8Array(2 * text.length);
    for (let at = 0; at < text.length; at += 1) {
      bytes[2 * at] = text.charCodeAt(at) & 0xff;
      bytes[2 * at + 1] = text.charCodeAt(at) >> 8;
    }
    expect(await entriesOf('csv', bytes)).toMatchObject([{ url: A }]);
  });

  it('of more rows than a library has is refused', async () => {
    expect(await importOf('text', `${A}\n`.repeat(250_001))).toEqual(failed('too-many-rows'));
  });

  it('of JSON that nests too deeply is refused, however it is written', async () => {
    expect(await importOf('pinboard', '['.repeat(1_000_000))).toEqual(failed('too-deep'));
    expect(await importOf('pinboard', '{"a":'.repeat(1_000_000))).toEqual(failed('too-deep'));
    expect(await importOf('pinboard', `"${'\\"'.repeat(1_000_000)}`)).toEqual(failed('not-json'));
    expect(
      await importOf('pinboard', `[{"href":"${A}","x":"[[[[${'['.repeat(500)}"}]`),
    ).toMatchObject([{ entry: { url: A } }]);
  });

  it('of folders without end is read', async () => {
    const file = `${'<DL><h3>f</h3>'.repeat(50_000)}<A HREF="${A}">A</A>`;
    const [row] = await entriesOf('browser', file, { hasLabelsFromFolders: true });
    expect(row?.labels[0]).toMatch(/^f\/f\//);
  });

  it('of more values than a library has is refused before they are made', async () => {
    expect(await importOf('pinboard', `[${'1,'.repeat(5_000_001)}1]`)).toEqual(
      failed('too-many-rows'),
    );
  });

  it('of labels without end is refused, however they are written', async () => {
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

  it('of a tag with attributes without end is read', async () => {
    const names = Array.from({ length: 100_000 }, (_, at) => `a${at}=x`).join(' ');
    const file = `<A ${names} HREF="${A}">A</A><A ${'<'.repeat(100_000)}`;
    expect(await entriesOf('browser', file)).toMatchObject([{ url: A }]);
  });

  it('with names of the language itself is only text', async () => {
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

  const limits = { maxBytes: 1_000_000, maxEntries: 10 };
  const all = () => true;

  it('that holds far more than it weighs is refused early', async () => {
    const bomb = await zipOf(['a'], new Uint8Array(20_000_000));
    expect(bomb.size).toBeLessThan(50_000);
    expect(await readZip(bomb, all, limits)).toEqual({ ok: false, error: { kind: 'too-large' } });
  });

  it('is counted as a whole, not file by file', async () => {
    const parts = await zipOf(['a', 'b', 'c'], new Uint8Array(400_000));
    expect(await readZip(parts, all, limits)).toEqual({ ok: false, error: { kind: 'too-large' } });
  });

  it('with too many files is refused', async () => {
    const names = Array.from({ length: 11 }, (_, at) => `${at}`);
    const many = await zipOf(names, new Uint8Array(1));
    expect(await readZip(many, all, limits)).toEqual({ ok: false, error: { kind: 'too-large' } });
  });

  it('that is cut off or damaged is refused', async () => {
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

  it('with names that lead elsewhere is refused', async () => {
    const zip = new ZipWriter(new BlobWriter(), { useWebWorkers: false });
    const csv = `url,time_added\n${A},1767225600\n`;
    await zip.add('../../../etc/part_000000.csv', new TextReader(csv));
    expect(await importOf('pocket-file', await zip.close())).toEqual(failed('not-a-zip'));
  });
});
