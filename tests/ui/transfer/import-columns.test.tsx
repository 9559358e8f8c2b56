import { act, cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ok } from '../../../src/domain/result';
import type { ColumnUses } from '../../../src/domain/table-columns';
import { importRepository, recentChanges } from '../../../src/library';
import { ImportColumns } from '../../../src/ui/transfer/import-columns';
import { ImportForm } from '../../../src/ui/transfer/import-form';
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
    const changes = library.part(recentChanges);
    const store = createImportStore({ importer, imports, changes, onChanged: () => {} });
    const file = new File(['1'], 'table.csv');
    await store.choose([file]);
    const columns = ['title', 'url'] as const;
    await store.setChoices({ columns });
    expect(asked.at(-1)?.of[2]).toEqual({ hasLabelsFromFolders: true, columns });
    await store.setFormat('text');
    expect(asked.at(-1)?.of[2]).toEqual({ hasLabelsFromFolders: true });
    // A choice that follows at once is for the format that was asked for.
    const reading = store.setFormat('csv');
    await store.setChoices({ hasLabelsFromFolders: false });
    await reading;
    expect(asked.at(-1)?.of.slice(1)).toEqual(['csv', { hasLabelsFromFolders: false }]);
    store.dispose();
  });

  it('are read again without losing the focus, what was chosen before, or what is chosen meanwhile', async () => {
    const { library } = await testLibrary();
    const { held, asked, importer } = heldImporter('held');
    const imports = library.part(importRepository);
    const changes = library.part(recentChanges);
    const store = createImportStore({ importer, imports, changes, onChanged: () => {} });
    const opening = store.choose([new File(['1'], 'table.csv')]);
    await vi.waitFor(() => expect(held).toHaveLength(1));
    held[0]?.end(ok({ ...PREVIEW, table: TABLE }));
    await opening;
    const Form = () => {
      const shown = store.state.value;
      return shown.kind === 'previewed' ? (
        <ImportForm store={store} previewed={shown} onCancel={() => {}} />
      ) : null;
    };
    render(<Form />);
    const column = screen.getByLabelText('2');
    column.focus();
    fireEvent.change(column, { target: { value: 'title' } });
    await screen.findByRole('progressbar');
    expect(screen.queryByRole('button', { name: /^Import/ })).toBe(null);
    fireEvent.change(screen.getByLabelText('lang'), { target: { value: 'note' } });
    fireEvent.input(screen.getByLabelText('Add a label'), { target: { value: 'old' } });
    expect(held.map(({ signal }) => signal.aborted)).toEqual([false, true, false]);
    expect(asked.at(-1)?.of[2]).toMatchObject({ columns: ['url', 'title', 'note'] });
    const uses = ['url', 'title', 'note'] as const;
    const columns = TABLE.columns.map(({ name }, at) => ({ name, use: uses[at] ?? null }));
    held[2]?.end(ok({ ...PREVIEW, fresh: 6, table: { columns, further: 0 } }));
    await screen.findByRole('button', { name: 'Import (8)' });
    expect(document.activeElement).toBe(column);
    expect(screen.getByLabelText<HTMLInputElement>('Add a label').value).toBe('old');
    store.dispose();
  });
});
