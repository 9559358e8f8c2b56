import { cleanup, render, screen, within } from '@testing-library/preact';
import { afterEach, describe, expect, it } from 'vitest';
import { PreviewCounts } from '../../../src/ui/transfer/import-form';
import { reportFile } from '../../../src/ui/transfer/import-text';
import { PREVIEW } from './held-importer';

afterEach(cleanup);

const VALUES = 'Values, images or highlights that could not be read';

describe('values of a file that cannot be read', () => {
  it('are counted in the preview, with the first rows', () => {
    render(<PreviewCounts preview={PREVIEW} />);
    const rows = screen.getByText(`${VALUES}: 2`).closest('details');
    within(rows as HTMLElement).getByText(
      `Row 6: ${VALUES}: Saved: one day · https://tea.example/`,
    );
  });

  it('are not mentioned if there are none', () => {
    render(<PreviewCounts preview={{ ...PREVIEW, unreadable: 0, unreadableRows: [] }} />);
    expect(screen.queryByText(/could not be read/)).toBe(null);
  });

  it('are in the report, as the images and highlights of a server are', async () => {
    const job = { fileName: 'tea.csv', problem: null, added: 2, notTaken: 2 };
    async function* rows() {
      yield { row: 6, reason: 'values-not-read', text: 'Saved: one day · https://tea.example/' };
      yield { row: null, reason: 'highlights-not-read', text: 'https://cake.example/' };
    }
    const report = await reportFile(job, rows());
    expect((await report.text()).split('\n').slice(-3)).toEqual([
      `Row 6: ${VALUES}: Saved: one day · https://tea.example/`,
      `${VALUES}: https://cake.example/`,
      '',
    ]);
  });
});
