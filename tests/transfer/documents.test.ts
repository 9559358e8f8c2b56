import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it } from 'vitest';
import { pdfArticle } from '../../src/capture/pdf/pdf-html';
import { readPdf } from '../../src/capture/pdf/read-pdf';
import { sha256 } from '../../src/domain/hash';
import { MAX_ORIGINAL_BYTES } from '../../src/domain/original-file';
import { type ImportedFile, recogniseFile } from '../../src/formats';
import { writeZip } from '../../src/formats/files/write-zip';
import { type ArticleSource, previewImport } from '../../src/transfer';
import { type TestLibrary, testLibrary, value } from '../library/library';
import { exportedBundle, restoredBundle } from './bundles';
import { emptyTrash, goOn, importsOf, started } from './import-jobs';

const bytesOf = (name: string) =>
  new Uint8Array(
    readFileSync(join(import.meta.dirname, '../server/extraction/fixtures/pdf', `${name}.pdf`)),
  );

const PAPER = bytesOf('latex-columns');
const SCAN = bytesOf('scan');

/** A person chooses documents: the page packs them into one file. */
async function packed(files: Readonly<Record<string, Uint8Array>>): Promise<Blob> {
  const entries = Object.entries(files).map(([name, bytes]) => ({ name, bytes, isStored: true }));
  return new Blob((await Array.fromAsync(writeZip(entries))) as BlobPart[]);
}

const maps = `${join(import.meta.dirname, '../../node_modules/pdfjs-dist/cmaps')}/`;

async function readDocument({ bytes }: ImportedFile, name: string) {
  const read = await readPdf(pdfjs, bytes, maps, () => performance.now());
  return read.ok ? pdfArticle(read.value, name) : null;
}

const makeArticle = async ({ html }: ArticleSource) => {
  const text = html ?? '';
  const wordCount = text.split(/\s+/).length;
  return {
    article: { html: text, textLength: text.length, wordCount, readingTimeMinutes: 1, images: [] },
    places: [],
  };
};

async function imported(test: TestLibrary, file: Blob): Promise<number> {
  const imports = importsOf(test.library);
  const id = await started(imports, {}, 'pdf');
  value(await goOn(imports, id, file, { makeArticle, readDocument }));
  return id;
}

const rowsOf = async ({ tables }: TestLibrary) => ({
  bookmarks: await tables.bookmarks.toArray(),
  articles: await tables.articles.toArray(),
  assets: await tables.assets.toArray(),
  uses: await tables.assetUses.toArray(),
});

describe('documents that a person adds from a disk', () => {
  it('become pages with their text, their title and their file', async () => {
    const test = await testLibrary();
    await imported(test, await packed({ '1/paper 1.pdf': PAPER }));
    const { bookmarks, articles, assets, uses } = await rowsOf(test);
    expect(bookmarks).toMatchObject([
      { title: 'A harbour in columns', authors: ['Ada Quist', 'Bo Lindqvist'], site: '' },
    ]);
    const hash = await sha256(PAPER);
    expect(bookmarks[0]?.url).toBe(
      `https://file.leafmark.invalid/${hash.slice(0, 32)}/paper%201.pdf`,
    );
    expect(articles).toMatchObject([{ original: { hash, sizeBytes: PAPER.length } }]);
    expect(assets).toMatchObject([{ hash, mimeType: 'application/pdf', bytes: PAPER }]);
    expect(uses).toEqual([{ hash, uses: 1 }]);
    const { html = '' } = (await test.library.articles.get(articles[0]?.bookmarkId as never)) ?? {};
    expect(html).toContain('id="page-4"');
  });

  it('are previewed without reading their texts, and added once', async () => {
    const test = await testLibrary();
    const file = await packed({
      'a/paper.pdf': PAPER,
      'b/paper.pdf': PAPER,
      'b/._paper.pdf': SCAN,
    });
    expect(await recogniseFile(file)).toEqual({ ok: true, value: 'pdf' });
    const imports = importsOf(test.library);
    const preview = await previewImport('pdf', file, imports, {
      now: test.clock.now,
      hasLabelsFromFolders: false,
    });
    expect(preview).toMatchObject({ rows: 2, fresh: 1, twice: 1, articles: 1, broken: 0 });
    await imported(test, file);
    expect((await rowsOf(test)).bookmarks).toHaveLength(1);
    await imported(test, file);
    expect((await rowsOf(test)).bookmarks).toHaveLength(1);
  });

  it('are kept without text if they have none, and left out if they are no PDF or too large', async () => {
    const test = await testLibrary();
    const large = new Uint8Array(MAX_ORIGINAL_BYTES + 1);
    large.set(PAPER);
    const id = await imported(
      test,
      await packed({
        '1/scan.pdf': SCAN,
        '2/page.pdf': new TextEncoder().encode('<!doctype html><p>Sign in'),
        '3/large.pdf': large,
      }),
    );
    const { bookmarks, articles, assets } = await rowsOf(test);
    expect(bookmarks).toMatchObject([{ title: 'scan', content: { kind: 'article' } }]);
    expect(articles).toMatchObject([{ textLength: 0, original: { hash: await sha256(SCAN) } }]);
    expect(assets).toHaveLength(1);
    const report = await Array.fromAsync(importsOf(test.library).notTaken(id));
    expect(report.map(({ reason, text }) => [reason, text])).toEqual([
      ['document-without-text', 'scan'],
      ['broken', 'page.pdf'],
      ['too-large', 'large.pdf'],
    ]);
  });

  it('go with their page, and come back with an undo', async () => {
    const test = await testLibrary();
    const id = await imported(test, await packed({ '1/paper.pdf': PAPER }));
    value(await importsOf(test.library).undo(id));
    await emptyTrash(test);
    expect(await rowsOf(test)).toEqual({ bookmarks: [], articles: [], assets: [], uses: [] });
  });

  it('are in a bundle, and back after a restore', async () => {
    const test = await testLibrary();
    await imported(test, await packed({ '1/paper.pdf': PAPER, '2/scan.pdf': SCAN }));
    const { file, unwritten } = await exportedBundle(test);
    expect(unwritten.count).toBe(0);
    const other = await testLibrary();
    value(await restoredBundle(file, other));
    const before = await rowsOf(test);
    const after = await rowsOf(other);
    expect(after.articles.map(({ original }) => original)).toEqual(
      before.articles.map(({ original }) => original),
    );
    expect(after.assets).toEqual(before.assets);
    expect(after.uses).toEqual(before.uses);
  });

  it('cost only themselves where the file of one is missing in a bundle', async () => {
    const test = await testLibrary();
    await imported(test, await packed({ '1/paper.pdf': PAPER, '2/scan.pdf': SCAN }));
    await test.tables.assets.delete((await sha256(SCAN)) as never);
    const { file } = await exportedBundle(test);
    const other = await testLibrary();
    value(await restoredBundle(file, other));
    const { bookmarks, articles, assets } = await rowsOf(other);
    expect(bookmarks).toHaveLength(2);
    expect(articles.filter(({ original }) => original)).toHaveLength(1);
    expect(assets).toHaveLength(1);
  });

  it('cost only themselves where they are damaged in their zip', async () => {
    const test = await testLibrary();
    const file = new Uint8Array(
      await (await packed({ '1/paper.pdf': PAPER, '2/scan.pdf': SCAN })).arrayBuffer(),
    );
    // A byte of the first file, whose checksum is wrong then.
    file[500] = (file[500] ?? 0) ^ 1;
    const id = await imported(test, new Blob([file]));
    expect((await rowsOf(test)).bookmarks).toMatchObject([{ title: 'scan' }]);
    const report = await Array.fromAsync(importsOf(test.library).notTaken(id));
    expect(report.map(({ reason, text }) => [reason, text])).toEqual([
      ['broken', 'paper.pdf'],
      ['document-without-text', 'scan'],
    ]);
  });
});
