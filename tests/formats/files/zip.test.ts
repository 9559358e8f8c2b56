import { BlobReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { unixMs } from '../../../src/domain/time';
import { openZip } from '../../../src/formats/files/open-zip';
import { writeZip, type ZipEntry } from '../../../src/formats/files/write-zip';

const encode = (text: string) => new TextEncoder().encode(text);
const MANY = { maxEntries: 1_000_000, maxDirectoryBytes: 1_000_000_000 };
const LARGE = 100_000_000;

async function zipOf(
  entries: Iterable<ZipEntry>,
  options?: Parameters<typeof writeZip>[1],
): Promise<Blob> {
  return new Blob((await Array.fromAsync(writeZip(entries, options))) as BlobPart[]);
}

async function bytesOf(blob: Blob): Promise<Uint8Array> {
  return new Uint8Array(await blob.arrayBuffer());
}

async function opened(file: Blob) {
  const zip = await openZip(file, MANY);
  if (!zip.ok) throw new Error(zip.error.kind);
  return zip.value;
}

/** Letters of any script, and no name that other readers refuse. */
const anyName = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
  .map((text) => `f${encode(text).join('/')}${text.replace(/[\\/:\p{C}]/gu, '')}`);

const anyEntries = fc.uniqueArray(
  fc.record({
    name: anyName,
    bytes: fc.uint8Array({ maxLength: 5_000 }),
    isStored: fc.boolean(),
  }),
  { selector: ({ name }) => name, maxLength: 20 },
);

describe('an archive', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it('has the same entries when it is read again', async () => {
    await fc.assert(
      fc.asyncProperty(anyEntries, async (entries) => {
        const zip = await opened(await zipOf(entries));
        expect([...zip.names]).toEqual(entries.map(({ name }) => name));
        for (const { name, bytes } of entries) {
          expect(await zip.read(name, LARGE)).toEqual({ ok: true, value: bytes });
        }
      }),
    );
  });

  it('is read by another library, in the same order and with its checksums', async () => {
    await fc.assert(
      fc.asyncProperty(anyEntries, async (entries) => {
        const reader = new ZipReader(new BlobReader(await zipOf(entries)), {
          useWebWorkers: false,
          checkSignature: true,
        });
        const found = await reader.getEntries();
        expect(found.map(({ filename }) => filename)).toEqual(entries.map(({ name }) => name));
        for (const [at, entry] of found.entries()) {
          if (entry.directory) continue;
          const bytes = await entry.getData(new Uint8ArrayWriter(), { useWebWorkers: false });
          expect(bytes).toEqual(entries[at]?.bytes);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('has the same bytes each time', async () => {
    const entries = [{ name: 'a.txt', bytes: encode('the same text '.repeat(100)) }];
    expect(await bytesOf(await zipOf(entries))).toEqual(await bytesOf(await zipOf(entries)));
  });

  it.each([
    ['UTC', '2026-02-03T04:05:06Z', '2026-02-03T04:05:06Z'],
    // A zip has the time of the clock on the wall.
    ['Asia/Tokyo', '2026-02-03T20:05:06Z', '2026-02-03T20:05:06Z'],
    ['America/New_York', '1980-01-01T00:00:00Z', '1980-01-01T05:00:00Z'],
  ])('has the time of its files in %s: %s', async (zone, modified, expected) => {
    vi.stubEnv('TZ', zone);
    const zip = await zipOf([{ name: 'a.txt', bytes: encode('a') }], {
      modified: unixMs(Date.parse(modified)),
    });
    const [entry] = await new ZipReader(new BlobReader(zip)).getEntries();
    expect(entry?.lastModDate).toEqual(new Date(expected));
  });

  it('without a time has the same bytes in every time zone', async () => {
    const entries = [{ name: 'a.txt', bytes: encode('a') }];
    const here = await bytesOf(await zipOf(entries));
    vi.stubEnv('TZ', 'America/New_York');
    expect(await bytesOf(await zipOf(entries))).toEqual(here);
  });

  it('with more than 65,535 entries is read by this reader and by another', async () => {
    function* many() {
      for (let at = 0; at < 66_000; at += 1) {
        yield { name: `folder/${at}.txt`, bytes: encode(`${at}`), isStored: true };
      }
    }
    const file = await zipOf(many());
    const zip = await opened(file);
    expect([...zip.names]).toHaveLength(66_000);
    expect(await zip.read('folder/65999.txt', 10)).toEqual({ ok: true, value: encode('65999') });
    // The other reader needs seconds for all of them. It finds the first one by the Zip64 record.
    const first = await new ZipReader(new BlobReader(file)).getEntriesGenerator().next();
    expect(first.value).toMatchObject({ filename: 'folder/0.txt' });
  });
});

describe('an archive that cannot be trusted', () => {
  it('is refused when it is no zip', async () => {
    for (const text of ['', 'PK', 'a text\n'.repeat(10_000)]) {
      expect(await openZip(new Blob([text]), MANY)).toEqual({
        ok: false,
        error: { kind: 'not-a-zip' },
      });
    }
  });

  it('is refused when its end is missing', async () => {
    const file = await zipOf([{ name: 'a', bytes: encode('text') }]);
    expect(await openZip(file.slice(0, file.size - 1), MANY)).toEqual({
      ok: false,
      error: { kind: 'not-a-zip' },
    });
  });

  it('is refused when it has too many entries', async () => {
    const file = await zipOf([
      { name: 'a', bytes: encode('a') },
      { name: 'b', bytes: encode('b') },
    ]);
    expect(await openZip(file, { ...MANY, maxEntries: 1 })).toEqual({
      ok: false,
      error: { kind: 'too-large' },
    });
  });

  it('is refused when its directory is too large, whatever number of entries it states', async () => {
    const file = await zipOf([{ name: 'a'.repeat(60_000), bytes: encode('a') }]);
    expect(await openZip(file, { ...MANY, maxDirectoryBytes: 60_000 })).toEqual({
      ok: false,
      error: { kind: 'too-large' },
    });
  });

  it('has no entry that is larger than its reader accepts', async () => {
    const zip = await opened(await zipOf([{ name: 'a', bytes: new Uint8Array(1_001) }]));
    expect(await zip.read('a', 1_000)).toEqual({ ok: false, error: { kind: 'too-large' } });
  });

  it('does not inflate an entry beyond the size that it states', async () => {
    const bomb = await bytesOf(await zipOf([{ name: 'a', bytes: new Uint8Array(10_000_000) }]));
    const view = new DataView(bomb.buffer);
    // The size in the directory, whose line is the last 69 bytes without the end record.
    view.setUint32(bomb.length - 22 - 47 + 24, 1_000, true);
    const zip = await opened(new Blob([bomb as BlobPart]));
    expect(await zip.read('a', 100_000)).toMatchObject({ ok: false, error: { kind: 'damaged' } });
  });

  it('is read in large pieces in its order, and in small ones from place to place', async () => {
    const entries = Array.from({ length: 2_000 }, (_, at) => ({
      name: `${at}`,
      bytes: new Uint8Array(5_000),
      isStored: true,
    }));
    const file = await zipOf(entries);
    const reads: number[] = [];
    const slice = (from: number, to: number) => {
      reads.push(Math.min(to, file.size) - from);
      return file.slice(from, to);
    };
    // Only these parts of a blob are used.
    const zip = await opened({ size: file.size, slice } as Partial<Blob> as Blob);
    const readAll = async (names: readonly string[]) => {
      reads.length = 0;
      for (const name of names) expect(await zip.read(name, LARGE)).toMatchObject({ ok: true });
    };
    await readAll(entries.map(({ name }) => name));
    expect(reads.length).toBeLessThan(30);
    await readAll(Array.from({ length: 200 }, (_, at) => (at % 2 === 0 ? '0' : '1999')));
    expect(Math.max(...reads.slice(1))).toBeLessThan(20_000);
  });

  it('never throws, and never returns other bytes, wherever a byte is changed', async () => {
    const entries = [
      { name: 'a.txt', bytes: encode('some text that is compressed, some text') },
      { name: 'b.png', bytes: Uint8Array.from({ length: 50 }, (_, at) => at), isStored: true },
    ];
    const good = await bytesOf(await zipOf(entries));
    await fc.assert(
      fc.asyncProperty(
        fc.nat(good.length - 1),
        fc.integer({ min: 1, max: 255 }),
        async (at, by) => {
          const bytes = Uint8Array.from(good, (byte, place) => (place === at ? byte ^ by : byte));
          const zip = await openZip(new Blob([bytes]), MANY);
          if (!zip.ok) return;
          for (const { name, bytes: content } of entries) {
            const read = await zip.value.read(name, LARGE);
            if (read.ok) expect(read.value).toEqual(content);
          }
        },
      ),
    );
  });
});
