import { describe, expect, it } from 'vitest';
import { recogniseFile } from '../../src/formats';
import { previewImport } from '../../src/transfer';
import { goOn, opened, started } from './import-jobs';

const FILE = new Blob(['where,what,more\nhttps://example.org/chosen,Green tea,leaf']);
const COLUMNS = ['url', 'title', 'labels'] as const;

describe('the columns of a table', () => {
  it('are listed with what is read from them', async () => {
    const test = await opened();
    const options = { now: test.clock.now, hasLabelsFromFolders: false };
    const { table, samples } = await previewImport('csv', FILE, test.imports, options);
    expect(table.columns).toEqual([
      { name: 'where', use: 'url' },
      { name: 'what', use: 'title' },
      { name: 'more', use: null },
    ]);
    expect(samples).toMatchObject([{ labels: [] }]);
  });

  it('are listed as the chosen format reads them', async () => {
    const test = await opened();
    const options = { now: test.clock.now, hasLabelsFromFolders: false };
    const file = new Blob(['url,title,location\nhttps://example.org/a,Tea,archive']);
    const usesOf = async (format: 'csv' | 'readwise') => {
      const { table } = await previewImport(format, file, test.imports, options);
      return table.columns.map(({ use }) => use);
    };
    expect(await usesOf('readwise')).toEqual(['url', 'title', 'state']);
    expect(await usesOf('csv')).toEqual(['url', 'title', null]);
  });

  it.each([
    ['url,title,time_added,status', 'pocket-file'],
    ['url,folder,timestamp,title,selection', 'instapaper'],
    ['url,folder,created,excerpt,cover', 'raindrop-csv'],
    ['url,title,location,document tags', 'readwise'],
    ['url,title,anything', 'csv'],
  ] as const)('are listed for a table with %s', async (names, format) => {
    const test = await opened();
    const options = { now: test.clock.now, hasLabelsFromFolders: false };
    const file = new Blob([`${names}\nhttps://example.org/a`]);
    expect(await recogniseFile(file)).toEqual({ ok: true, value: format });
    const { table } = await previewImport(format, file, test.imports, options);
    expect(table.columns.map(({ name }) => name)).toEqual(names.split(','));
  });

  it('are not listed for a file that is no table', async () => {
    const test = await opened();
    const options = { now: test.clock.now, hasLabelsFromFolders: false };
    const { table } = await previewImport('text', FILE, test.imports, options);
    expect(table.columns).toEqual([]);
  });

  it('show for an address that comes twice what the import keeps', async () => {
    const test = await opened();
    const options = { now: test.clock.now, hasLabelsFromFolders: false };
    const url = 'https://example.org/twice';
    const file = new Blob([`url,title,tags\n${url},First,a\n${url},dup,b`]);
    const { samples } = await previewImport('csv', file, test.imports, options);
    expect(samples).toMatchObject([{ title: 'First', labels: ['a', 'b'] }]);
    const id = await started(test.imports, {}, 'csv');
    expect(await goOn(test.imports, id, file)).toMatchObject({ ok: true });
    const rows = await test.tables.bookmarks.toArray();
    expect(rows.find((row) => row.url === url)).toMatchObject({ title: 'First' });
  });

  it('are read by their names if those that were chosen are of another table', async () => {
    const test = await opened();
    const other = new Blob(['what,more\nGreen tea,leaf']);
    const options = { now: test.clock.now, hasLabelsFromFolders: false, columns: COLUMNS };
    const { problem, rows } = await previewImport('csv', other, test.imports, options);
    expect({ problem, rows }).toEqual({ problem: 'other-format', rows: 0 });
  });

  it('are read as a person has chosen', async () => {
    const test = await opened();
    const options = { now: test.clock.now, hasLabelsFromFolders: false, columns: COLUMNS };
    const { table, samples } = await previewImport('csv', FILE, test.imports, options);
    expect(table.columns.map(({ use }) => use)).toEqual(COLUMNS);
    expect(samples).toMatchObject([{ title: 'Green tea', labels: ['leaf'] }]);
    const id = await started(test.imports, { columns: COLUMNS }, 'csv');
    expect(await goOn(test.imports, id, FILE)).toMatchObject({ ok: true });
    const rows = await test.tables.bookmarks.toArray();
    const imported = rows.find(({ url }) => url === 'https://example.org/chosen');
    expect(imported).toMatchObject({ title: 'Green tea', labels: ['leaf'] });
  });
});
