import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { bulkRepository, type Library } from '../../../src/library';
import { failWrite } from '../../library/faults';
import { seriousFindings } from '../../support/accessibility';
import { openLibraryPage } from '../library-page/open-library-page';
import { shownTitles } from '../popup/open-popup';

const TITLES = ['First', 'Second', 'Fourth', 'Fifth'];

async function openUnread() {
  const page = await openLibraryPage('#/unread', { unread: TITLES });
  await waitFor(() => expect(shownTitles()).toEqual(TITLES));
  await waitFor(() => expect(page.model.listModel.tools.value).not.toBeNull());
  return page;
}

const box = (title: string) =>
  screen.getByRole<HTMLInputElement>('checkbox', { name: `Select “${title}”` });
const selected = () => TITLES.filter((title) => box(title).checked);
const bar = () => screen.getByRole('region', { name: 'Selected bookmarks' });
const press = (key: string, more: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });
const row = (title: string) => screen.getByRole('link', { name: title });

describe('selecting bookmarks in the library', () => {
  it('shows how many are selected and what can be done with them', async () => {
    const { container } = await openUnread();
    expect(screen.queryByRole('region', { name: 'Selected bookmarks' })).toBeNull();
    fireEvent.click(box('Second'));
    await within(bar()).findByText('1 selected');
    fireEvent.click(box('Fifth'));
    await within(bar()).findByText('2 selected');
    expect(
      within(bar())
        .getAllByRole('button')
        .map((button) => button.title || button.textContent),
    ).toEqual([
      'Select none',
      'Select all 4',
      'Labels',
      'Archive',
      'Favourite',
      'Not a favourite',
      'Read',
      'Not read',
      'Delete',
    ]);
    expect(await seriousFindings(container)).toEqual([]);
    fireEvent.click(within(bar()).getByRole('button', { name: 'Select none' }));
    await waitFor(() => expect(selected()).toEqual([]));
    expect(screen.queryByRole('region', { name: 'Selected bookmarks' })).toBeNull();
  });

  it('works by keyboard: x, Space, Shift with the arrows, Ctrl+A and Escape', async () => {
    await openUnread();
    row('First').focus();
    press('x');
    expect(selected()).toEqual(['First']);
    press(' ');
    expect(selected()).toEqual([]);
    press('ArrowDown', { shiftKey: true });
    await waitFor(() => expect(document.activeElement).toBe(row('Second')));
    press('ArrowDown', { shiftKey: true });
    await waitFor(() => expect(selected()).toEqual(['First', 'Second', 'Fourth']));
    press('ArrowUp', { shiftKey: true });
    await waitFor(() => expect(selected()).toEqual(['First', 'Second']));
    press('a', { ctrlKey: true });
    await waitFor(() => expect(selected()).toEqual(TITLES));
    press('Escape');
    await waitFor(() => expect(selected()).toEqual([]));
    expect(document.activeElement).toBe(row('Second'));
  });

  it('follows the arrows in a grid of cards, also from right to left', async () => {
    const { container } = await openUnread();
    fireEvent.click(screen.getByRole('button', { name: 'Show as cards' }));
    // jsdom has no grids.
    const columns = { display: 'grid', gridTemplateColumns: '1px 1px 1px' };
    const grid = { ...columns, gridAutoRows: '9px', rowGap: '1px' } as CSSStyleDeclaration;
    const read = window.getComputedStyle;
    vi.spyOn(window, 'getComputedStyle').mockImplementation((element, pseudo) =>
      element.matches('.list ul') ? grid : read(element, pseudo),
    );
    fireEvent.scroll(container.querySelector('.list')!);
    const isAt = (title: string) => expect(document.activeElement?.textContent).toBe(title);
    row('First').focus();
    press('ArrowDown');
    isAt('Fifth');
    press('ArrowRight'); // It is the last one.
    isAt('Fifth');
    press('ArrowUp');
    isAt('First');
    press('ArrowUp');
    isAt('First');
    press('ArrowRight');
    isAt('Second');
    press('j');
    press('ArrowDown'); // The last line is shorter.
    isAt('Fifth');
    press('Home');
    press('ArrowDown', { shiftKey: true });
    expect(selected()).toEqual(TITLES);
    press('Escape');
    press('ArrowLeft', { shiftKey: true });
    expect(selected()).toEqual(['Fourth', 'Fifth']);
    document.documentElement.dir = 'rtl';
    press('ArrowRight');
    isAt('Second');
    press('ArrowLeft');
    isAt('Fourth');
    document.documentElement.dir = 'ltr';
    press('?');
    await screen.findByText('Card beside it');
  });

  it('works by clicks with Shift and Ctrl, which open nothing', async () => {
    await openUnread();
    fireEvent.click(row('Second'), { ctrlKey: true });
    fireEvent.click(row('Fifth'), { shiftKey: true });
    await waitFor(() => expect(selected()).toEqual(['Second', 'Fourth', 'Fifth']));
    fireEvent.click(row('Fourth'), { ctrlKey: true });
    await waitFor(() => expect(selected()).toEqual(['Second', 'Fifth']));
    expect(window.location.hash).toBe('#/unread');
  });

  it('lists its keys with the others', async () => {
    await openUnread();
    press('?');
    const keys = await screen.findByRole('dialog', { name: 'Keys' });
    within(keys).getByText('Select several');
  });

  it('forgets bookmarks that leave the list, and all of them in another list', async () => {
    const { library, model } = await openUnread();
    press('a', { ctrlKey: true });
    await within(await screen.findByRole('region', { name: 'Selected bookmarks' })).findByText(
      '4 selected',
    );
    const [first] = model.listModel.list.ids.value ?? [];
    await library.bookmarks.trash([first!]);
    await within(bar()).findByText('3 selected');
    window.location.hash = '#/all';
    await waitFor(() => expect(model.selection.ids.value.size).toBe(0));
  });
});

const archived = async (library: Library) =>
  (await library.bookmarks.page({ view: 'archive', limit: 100, after: null })).rows.length;

describe('an action on the selected bookmarks', () => {
  it('changes them, says so, and is undone as one by its button or by Ctrl+Z', async () => {
    const { library } = await openUnread();
    fireEvent.click(box('First'));
    fireEvent.click(box('Fourth'));
    fireEvent.click(within(bar()).getByRole('button', { name: 'Archive' }));
    await screen.findByText('Archived 2 bookmarks');
    await waitFor(() => expect(shownTitles()).toEqual(['Second', 'Fifth']));
    expect(screen.queryByRole('region', { name: 'Selected bookmarks' })).toBeNull();
    press('z', { ctrlKey: true });
    await waitFor(() => expect(shownTitles()).toEqual(TITLES));
    expect(await archived(library)).toBe(1);
  });

  it('has the keys of the list', async () => {
    await openUnread();
    press('a', { ctrlKey: true });
    await screen.findByRole('region', { name: 'Selected bookmarks' });
    press('#');
    await screen.findByText('Deleted 4 bookmarks');
    await screen.findByText('Nothing left to read');
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(shownTitles()).toEqual(TITLES));
  });

  it('adds labels with completion, and removes them', async () => {
    const { library } = await openUnread();
    fireEvent.click(box('First'));
    press('l');
    const dialog = await screen.findByRole('dialog', { name: 'Labels of 1 bookmark' });
    const field = within(dialog).getByRole('combobox');
    fireEvent.input(field, { target: { value: 'sci' } });
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    fireEvent.keyDown(field, { key: 'Enter' });
    fireEvent.input(field, { target: { value: 'later' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Add' }));
    await screen.findByText('Labelled 1 bookmark');
    const labels = async () =>
      (await library.bookmarks.page({ view: 'unread', limit: 1, after: null })).rows[0]?.labels;
    expect(await labels()).toEqual(['science', 'later']);
    press('l');
    const again = await screen.findByRole('dialog', { name: 'Labels of 1 bookmark' });
    fireEvent.input(within(again).getByRole('combobox'), { target: { value: 'science' } });
    fireEvent.click(within(again).getByRole('button', { name: 'Remove' }));
    await screen.findByText('Removed labels from 1 bookmark');
    expect(await labels()).toEqual(['later']);
  });

  it('restores from the trash, and asks before it deletes for good', async () => {
    const { library, model } = await openUnread();
    await library.bookmarks.trash(model.listModel.list.ids.value!.slice(0, 3));
    window.location.hash = '#/trash';
    await waitFor(() => expect(shownTitles()).toHaveLength(3));
    fireEvent.click(box('First'));
    fireEvent.click(within(bar()).getByRole('button', { name: 'Restore' }));
    await screen.findByText('Restored 1 bookmark');
    await waitFor(() => expect(shownTitles()).toHaveLength(2));
    press('a', { ctrlKey: true });
    await waitFor(() => expect(model.selection.ids.value.size).toBe(2));
    press('Delete');
    const dialog = await screen.findByRole('dialog', { name: 'Delete forever?' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete forever' }));
    await screen.findByText('Deleted 2 bookmarks for good');
    await screen.findByText('The trash is empty');
  });
});

describe('an action that was interrupted', () => {
  it('is continued when the library is opened again, and can be undone there', async () => {
    const page = await openLibraryPage('#/all', {
      unread: TITLES,
      before: async (library) => {
        const { rows } = await library.bookmarks.page({ view: 'all', limit: 9, after: null });
        await library.part(bulkRepository).start(
          { kind: 'trash' },
          rows.map(({ id }) => id),
        );
      },
    });
    await screen.findByText('Deleted 5 bookmarks');
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(async () => expect(await archived(page.library)).toBe(1));
    await waitFor(() => expect(shownTitles()).toHaveLength(5));
  });

  it('says that the storage is full, and continues by a button', async () => {
    await openUnread();
    fireEvent.click(box('First'));
    // The first writes store the job.
    failWrite(3, 'quota-on-request');
    fireEvent.click(within(bar()).getByRole('button', { name: 'Archive' }));
    const progress = await screen.findByRole('region', { name: 'Progress' });
    within(progress).getByRole('alert');
    fireEvent.click(within(progress).getByRole('button', { name: 'Try again' }));
    await screen.findByText('Archived 1 bookmark');
    expect(screen.queryByRole('region', { name: 'Progress' })).toBeNull();
  });

  it('is not started again by a second page while the first one carries it out', async () => {
    const waiting: (() => Promise<void>)[] = [];
    const { model } = await openLibraryPage('#/all', {
      unread: TITLES,
      alone: (_, work) =>
        new Promise((resolve) => {
          waiting.push(() => work().then(resolve));
        }),
      before: async (library) => {
        const { rows } = await library.bookmarks.page({ view: 'all', limit: 9, after: null });
        await library.part(bulkRepository).start(
          { kind: 'trash' },
          rows.map(({ id }) => id),
        );
      },
    });
    await waitFor(() => expect(waiting).not.toEqual([]));
    expect(model.bulk.job.value).toMatchObject({ done: 0 });
    await waiting[0]!();
    await screen.findByText('Deleted 5 bookmarks');
  });
});
