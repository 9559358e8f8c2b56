import { screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { value } from '../../../library/library';
import { seriousFindings } from '../../../support/accessibility';
import { usePages } from '../../../support/rendered-pages';
import { openLibrary, openPage } from './open-highlights-page';

usePages();

describe('the view of deleted highlights', () => {
  it('restores a highlight with its note long after the message about its deletion', async () => {
    const test = await openLibrary();
    const id = await test.add(test.ids.ice, 'Boats stood in it', { note: 'Why?' });
    value(await test.highlights.delete([id]));
    const { container } = await openPage(test, 'deleted');
    const item = within((await screen.findByText('Boats stood in it')).closest('li')!);
    expect(item.getByText('Why?')).toBeTruthy();
    expect(item.getByRole('heading', { name: 'Ice' })).toBeTruthy();
    expect(await seriousFindings(container)).toEqual([]);
    item.getByRole('button', { name: 'Restore' }).click();
    await screen.findByRole('heading', { name: 'The trash is empty' });
    expect((await test.highlights.get(id))?.note).toBe('Why?');
    screen.getByRole('button', { name: 'Undo' }).click();
    await screen.findByText('Boats stood in it');
    expect(await test.highlights.get(id)).toBeNull();
  });

  it('leaves out those of pages in the trash, and one that has come back by itself', async () => {
    const test = await openLibrary();
    const [one, two] = [await test.add(test.ids.ice, 'one'), await test.add(test.ids.snow, 'two')];
    const [first] = value(await test.highlights.delete([one, two])).value;
    await openPage(test, 'deleted');
    await screen.findByText('two');
    value(await test.library.bookmarks.trash([test.ids.snow]));
    await waitFor(() => expect(screen.queryByText('two')).toBeNull());
    expect(screen.getByText('one')).toBeTruthy();
    await test.tables.highlights.add(first!);
    await screen.findByRole('heading', { name: 'The trash is empty' });
  });
});
