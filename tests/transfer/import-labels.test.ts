import { describe, expect, it } from 'vitest';
import { previewImport } from '../../src/transfer';
import { value } from '../library/library';
import { goOn, link, netscape, opened, started } from './import-jobs';

describe('the labels of an import', () => {
  it.each([
    { hasOneSpelling: true, labels: [['Tea', 'green'], ['Tea'], ['green']] },
    { hasOneSpelling: false, labels: [['tea', 'green'], ['TEA'], ['Green']] },
  ])(
    'that differ only in case get one spelling if a person agrees: $hasOneSpelling',
    async ({ hasOneSpelling, labels }) => {
      const { imports, library, clock } = await opened();
      const { rows } = await library.bookmarks.page({ view: 'all', limit: 1, after: null });
      value(await library.bookmarks.edit(rows[0]!.id, { addLabels: ['Tea'] }));
      const tags = ['tea,green', 'TEA', 'Green'];
      // Browsers list the oldest bookmark last, so the last link comes first.
      const file = netscape(tags.map((tag, at) => link(at, `TAGS="${tag}"`)).toReversed());
      const options = { now: clock.now, hasLabelsFromFolders: false };
      const preview = await previewImport('browser', file, imports, options);
      expect(preview).toMatchObject({
        newLabels: ['green'],
        spellings: ['tea, TEA, Tea', 'green, Green'],
      });
      const id = await started(imports, { hasOneSpelling });
      // It is interrupted after each row.
      value(await goOn(imports, id, file, { batchRows: 1 }));
      const after = await library.bookmarks.page({ view: 'all', limit: 9, after: null });
      const byTitle = new Map(after.rows.map((row) => [row.title, row.labels]));
      expect([0, 1, 2].map((at) => byTitle.get(`Page ${at}`))).toEqual(labels);
    },
  );
});
