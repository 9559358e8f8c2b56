import { act, cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ok } from '../../../src/domain/result';
import type { ColumnUses } from '../../../src/domain/table-columns';
import { importRepository } from '../../../src/library';
import { ImportColumns } from '../../../src/ui/transfer/import-columns';
import { createImportStore } from '../../../src/ui/transfer/import-store';
import { testLibrary } from '../../library/library';
import { heldImporter, PREVIEW } from './held-importer';

afterEach(() => {
  act(cleanup);
});

const TABLE = {
  columns: [
    { name: 'Where', use: 'url' },
    { name: '', use: null },
    { name: 'lang', use: 'language' },
  ],
  further: 0,
} as const;

describe('the columns of a table that is imported', () => {
  it('are shown with what is read from them, and can be changed', () => {
    const onChange = vi.fn<(columns: ColumnUses) => void>();
    const { container } = render(<ImportColumns table={TABLE} onChange={onChange} />);
    expect(container.querySelector('details')?.open).toBe(true);
    const value = (name: string) => {
      const { selectedOptions } = screen.getByLabelText<HTMLSelectElement>(name);
      return selectedOptions[0]?.textContent;
    };
    expect(['Where', '2', 'lang'].map(value)).toEqual(['Address', 'Not used', 'lang']);
    fireEvent.change(screen.getByLabelText('2'), { target: { value: 'title' } });
    expect(onChange).toHaveBeenLastCalledWith(['url', 'title', 'language']);
    fireEvent.change(screen.getByLabelText('lang'), { target: { value: '' } });
    expect(onChange).toHaveBeenLastCalledWith(['url', null, null]);
  });

  it('are not shown for a file without a table', () => {
    const { container } = render(
      <ImportColumns table={{ columns: [], further: 0 }} onChange={() => {}} />,
    );
    expect(container.textContent).toBe('');
  });

  it('are read again as chosen, and are forgotten with another format', async () => {
    const { library } = await testLibrary();
    const { asked, importer } = heldImporter(ok(PREVIEW));
    const imports = library.part(importRepository);
    const store = createImportStore({ importer, imports, onChanged: () => {} });
    const file = new File(['1'], 'table.csv');
    await store.choose(file);
    const columns = ['title', 'url'] as const;
    await store.setChoices({ columns });
    expect(asked.at(-1)?.of[2]).toEqual({ hasLabelsFromFolders: true, columns });
    await store.setFormat('text');
    expect(asked.at(-1)?.of[2]).toEqual({ hasLabelsFromFolders: true });
    store.dispose();
  });
});
