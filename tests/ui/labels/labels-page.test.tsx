import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { err } from '../../../src/domain/result';
import type { Library } from '../../../src/library';
import { seriousFindings } from '../../support/accessibility';
import { openLibraryPage } from '../library-page/open-library-page';
import { saveArticles, shownTitles } from '../popup/open-popup';

async function openLabels(more: readonly string[] = []) {
  const page = await openLibraryPage('#/labels', {
    before: async (library) => {
      await saveArticles(library, ['Old'], { labels: ['work/old', 'Art', ...more] });
      await saveArticles(library, ['New'], { labels: ['work', 'work/new', 'art history'] });
    },
  });
  await screen.findByRole('list', { name: 'Labels' });
  return page;
}

const list = () => screen.getByRole('list', { name: 'Labels' });
const names = () =>
  within(list())
    .getAllByRole('link')
    .map((link) => link.textContent);
const button = (name: string | RegExp) => screen.getByRole('button', { name });
/** Presses *Rename* of a label. It is in a menu, or in the row while the pointer is over it. */
const pressRename = (name: string) => {
  const row = within(list()).getByTitle(name).closest('li')!;
  fireEvent.click(within(row).getByRole('button', { name: `Rename “${name}”`, hidden: true }));
};
const labelsOf = async (library: Library) => {
  const { rows } = await library.bookmarks.page({ view: 'all', limit: 9, after: null });
  return Object.fromEntries(rows.map(({ title, labels }) => [title, [...labels].sort().join(' ')]));
};

describe('the page of labels', () => {
  it('lists all labels as a tree with their counts', async () => {
    const { container } = await openLabels();
    expect(names()).toEqual(['Art', 'art history', 'science', 'work', 'new', 'old']);
    const [row] = within(list()).getAllByRole('listitem').slice(2);
    within(row!).getByText('2 bookmarks');
    expect(document.title).toBe('Labels · Leafmark');
    expect(await seriousFindings(container)).toEqual([]);
  });

  it('filters and sorts them', async () => {
    await openLabels();
    fireEvent.change(within(screen.getByRole('main')).getByRole('combobox'), {
      target: { value: 'use' },
    });
    await waitFor(() => expect(names()[0]).toBe('science'));
    const filter = within(screen.getByRole('main')).getByRole('searchbox', {
      name: 'Filter labels',
    });
    fireEvent.input(filter, { target: { value: 'ART' } });
    await waitFor(() => expect(names()).toEqual(['Art', 'art history']));
    fireEvent.input(filter, { target: { value: 'zebra' } });
    await screen.findByText('Nothing found');
  });

  it('says that a colour could not be stored', async () => {
    const { library } = await openLabels();
    const setColors = async () => err({ kind: 'quota' });
    const { part } = library;
    const full: Library['part'] = (make) => Object.assign({}, part(make), { setColors });
    vi.spyOn(library, 'part').mockImplementation(full);
    const row = within(within(list()).getByText('Art').closest('li')!);
    fireEvent.click(row.getByRole('button', { name: 'Red', hidden: true }));
    await screen.findByText(/There is no room left/);
  });

  it('renames a label together with those below it, and undoes it', async () => {
    const { library } = await openLabels();
    const before = await labelsOf(library);
    pressRename('work');
    const dialog = await screen.findByRole('dialog', { name: 'Rename “work”' });
    const field = within(dialog).getByRole('combobox', { name: 'New name' });
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Rename' }).disabled).toBe(
      true,
    );
    fireEvent.input(field, { target: { value: 'job' } });
    within(dialog).getByText(
      'Bookmarks that will change: 1. Labels under it that will move with it: 2.',
    );
    fireEvent.submit(field.closest('form')!);
    await screen.findByText('Labels renamed: 2 bookmarks');
    expect(await labelsOf(library)).toMatchObject({
      Old: 'Art job/old',
      New: 'art history job job/new',
    });
    fireEvent.click(button('Undo'));
    await waitFor(async () => expect(await labelsOf(library)).toEqual(before));
  });

  it('asks before two labels become one, and says how many bookmarks that concerns', async () => {
    const { library } = await openLabels();
    pressRename('science');
    const field = await screen.findByLabelText('New name');
    fireEvent.input(field, { target: { value: ' ART ' } });
    screen.getByText(
      '“Art” already exists (1 bookmark). Merge them? Bookmarks that will change: 2.',
    );
    fireEvent.click(button('Merge'));
    fireEvent.submit(field.closest('form')!);
    await screen.findByText('Labels renamed: 2 bookmarks');
    expect(await labelsOf(library)).toMatchObject({
      First: 'Art',
      Second: 'Art',
      Old: 'Art work/old',
    });
  });

  it('renames a label to one below it, which stays', async () => {
    const { library } = await openLabels();
    pressRename('work');
    const field = await screen.findByLabelText('New name');
    fireEvent.input(field, { target: { value: 'work/old' } });
    screen.getByText(
      '“work/old” already exists (1 bookmark). Merge them? Bookmarks that will change: 1. Labels under it that will move with it: 1.',
    );
    fireEvent.submit(field.closest('form')!);
    await screen.findByText('Labels renamed: 1 bookmark');
    expect(await labelsOf(library)).toMatchObject({
      Old: 'Art work/old',
      New: 'art history work/old work/old/new',
    });
  });

  it.each([[['work', 'new']], [['new', 'work']]])(
    'merges a label with one below it when they are chosen in the order %s',
    async (order) => {
      const { library } = await openLabels();
      for (const text of order) {
        const row = within(list()).getByRole('link', { name: text }).closest('li')!;
        fireEvent.click(within(row).getByRole('checkbox'));
      }
      fireEvent.click(button('Merge'));
      const field = await screen.findByLabelText('New name');
      fireEvent.input(field, { target: { value: 'job' } });
      screen.getByText('Bookmarks that will change: 2. Labels under it that will move with it: 1.');
      fireEvent.submit(field.closest('form')!);
      await waitFor(async () =>
        expect(await labelsOf(library)).toMatchObject({
          Old: 'Art job/old',
          New: 'art history job',
        }),
      );
    },
  );

  it('merges several labels, and deletes several with an undo', async () => {
    const { library } = await openLabels();
    const check = (name: string) =>
      fireEvent.click(screen.getByRole('checkbox', { name: `Select “${name}”` }));
    check('Art');
    check('art history');
    fireEvent.click(button('Merge'));
    const field = await screen.findByLabelText('New name');
    fireEvent.submit(field.closest('form')!);
    await waitFor(async () => expect((await labelsOf(library)).New).toBe('Art work work/new'));
    check('Art');
    check('science');
    const bar = await screen.findByRole('region', { name: 'Selected labels' });
    fireEvent.click(within(bar).getByRole('button', { name: 'Delete' }));
    await waitFor(async () => expect((await labelsOf(library)).First).toBe(''));
    // Until then, Ctrl+Z would undo the merge.
    await screen.findByText(/^Labels removed/);
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
    await waitFor(async () => expect((await labelsOf(library)).First).toBe('science'));
  });

  it('keeps the colours of a renamed label and of those below it', async () => {
    const { library, model } = await openLabels();
    const colors = { work: 'red', 'work/old': 'blue' } as const;
    await library.labelColors.setColors(new Map(Object.entries(colors)));
    pressRename('work');
    const field = await screen.findByLabelText('New name');
    fireEvent.input(field, { target: { value: 'job' } });
    fireEvent.submit(field.closest('form')!);
    await screen.findByText('Labels renamed: 2 bookmarks');
    await waitFor(() =>
      expect(model.labelColors.value).toEqual({ ...colors, job: 'red', 'job/old': 'blue' }),
    );
  });

  it('gives a label a colour, which a renamed label keeps', async () => {
    const { model } = await openLabels();
    fireEvent.click(button('Colour of science: No colour'));
    const row = button('Colour of science: No colour').closest('li')!;
    fireEvent.click(within(row).getByRole('button', { name: 'Teal', hidden: true }));
    await screen.findByRole('button', { name: 'Colour of science: Teal' });
    pressRename('science');
    const field = await screen.findByLabelText('New name');
    fireEvent.input(field, { target: { value: 'Physics' } });
    fireEvent.submit(field.closest('form')!);
    await screen.findByRole('button', { name: 'Colour of Physics: Teal' });
    expect(model.labelColors.value).toEqual({ science: 'teal', physics: 'teal' });
  });

  it('shows labels with quotes, slashes and a thousand characters, and very many in parts', async () => {
    const odd = ['"a" / \'b\'', '//', 'x'.repeat(1000)];
    const many = Array.from({ length: 250 }, (_, n) => `topic ${String(n).padStart(3, '0')}`);
    await openLabels([...odd, ...many]);
    await screen.findByText('Labels: 259');
    // By text, because the search by role takes seconds here.
    fireEvent.click(await screen.findByText('Show 59 more'));
    const shown = () => [...list().querySelectorAll('a')].map((link) => link.textContent);
    await waitFor(() => expect(shown()).toEqual(expect.arrayContaining([...odd, 'topic 249'])));
  });
});

describe('the list of a label', () => {
  it('has the bookmarks of the labels below it', async () => {
    await openLabels();
    window.location.hash = '#/label/work';
    await waitFor(() => expect(shownTitles()).toEqual(['New', 'Old']));
    const nav = screen.getByRole('navigation', { name: 'Labels' });
    expect(
      within(nav)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual([...['Art1', 'art history1', 'science2', 'work', 'new1', 'old1']]);
  });
});
