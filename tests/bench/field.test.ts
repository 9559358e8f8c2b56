import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fieldBench } from '../../bench/field';

describe('the bench of cases from the field', () => {
  it('names the files of the folder that it does not know, apart from notes about the cases', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'field-'));
    try {
      await mkdir(join(folder, 'tabs'));
      await writeFile(join(folder, 'tabs', 'c19-tabs.html'), '<p>Nothing</p>');
      await writeFile(join(folder, 'tabs', 'new.html'), '<p>Nothing</p>');
      await writeFile(join(folder, 'README.md'), 'About the cases');
      const options = {
        corpus: folder,
        runs: 1,
        only: '',
        size: null,
        inBrowser: false,
        leavesOutRules: false,
        pictures: null,
        earlier: null,
      };
      const figures = await Array.fromAsync(fieldBench(options));
      const unknown = figures.find((figure) => figure.unit === 'files');
      expect(unknown).toMatchObject({ case: 'files without a case: tabs/new.html', value: 1 });
      expect(figures.at(-1)).toMatchObject({ case: 'cases that are right', value: 0, n: 1 });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
