import { describe, expect, it } from 'vitest';
import { previewImport } from '../../src/transfer';
import { value } from '../library/library';
import { goOn, opened, started } from './import-jobs';

/** Two rows of one address with values that cannot be read, and one without any. */
const FILE = new Blob([
  'url,created,state\n',
  'https://example.org/1,soon,ajar\n',
  'https://example.org/2,2020-05-03,unread\n',
  'https://example.org/1,,halfway\n',
]);

/** A table has the newest row first, so its last row is imported first. */
const ROWS = [
  { row: 3, reason: 'values-not-read', text: 'state: halfway · https://example.org/1' },
  {
    row: 1,
    reason: 'values-not-read',
    text: 'state: ajar · created: soon · https://example.org/1',
  },
];

describe('values of a file that cannot be read', () => {
  it('are counted by the preview, which names their rows', async () => {
    const { imports, clock } = await opened();
    const options = { now: clock.now, hasLabelsFromFolders: false };
    const found = await previewImport('csv', FILE, imports, options);
    expect(found).toMatchObject({ rows: 3, fresh: 2, twice: 1, broken: 0 });
    expect(found).toMatchObject({ unreadable: 3, unreadableRows: ROWS });
  });

  it.each([1, 2, 100])('are once in the report of an import, in batches of %i', async (size) => {
    const { imports } = await opened();
    const id = await started(imports, {}, 'csv');
    value(await goOn(imports, id, FILE, { batchRows: size }));
    const report = await Array.fromAsync(imports.notTaken(id));
    expect(report.filter(({ reason }) => reason === 'values-not-read')).toEqual(ROWS);
    expect(report.filter(({ reason }) => reason === 'twice')).toHaveLength(1);
    expect(await imports.get(id)).toMatchObject({ added: 2, notTaken: 3 });
  });

  it('are reported by each row, if a person wants a page of each', async () => {
    const { imports } = await opened();
    const id = await started(imports, { skipsDuplicates: false }, 'csv');
    value(await goOn(imports, id, FILE));
    expect(await Array.fromAsync(imports.notTaken(id))).toEqual(ROWS);
  });
});
