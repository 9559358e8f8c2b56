import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { bulkRepository } from '../../../src/library';
import { address, lastChange, undo, value } from '../../library/library';
import { seriousFindings } from '../../support/accessibility';
import { openLibraryPage } from '../library-page/open-library-page';
import { shownTitles } from '../popup/open-popup';
import { archived, bar, box, openUnread, press, TITLES } from './open-unread';

const selected = () => TITLES.filter((title) => box(title).checked);
const row = (title: string) => screen.getByRole('link', { name: title });

describe('selecting bookmarks in the library', () => {
  it('shows how many are selected and what can be done with them', async () => {
    const { container } = await openUnread();
    expect(screen.queryByRole('region', { name: 'Selected bookmarks' })).toBeNull();
    fireEvent.click(box('Second'));
    await within(bar()).findByText('Selected: 1');
    fireEvent.click(box('Fifth'));
    await within(bar()).findByText('Selected: 2');
    // A phone has the rarer ones behind *More*.
    const buttons = within(bar()).getAllByRole('button', { hidden: true });
    expect(buttons.map(({ title, textContent }) => title || textContent).join(', ')).toBe(
      'Select none, Select all 4, Labels, Archive, Favourite, Delete, More, Not a favourite, ' +
        'Finished, Not started, Get the articles, Export',
    );
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

  it('selects the whole of a list that is longer than the rows that are read first', async () => {
    const pages = Array.from({ length: 130 }, (_, n) => ({
      page: address({ url: `https://example.org/${n}` }),
      labels: [],
    }));
    const { model } = await openLibraryPage('#/all', {
      async before(library) {
        value(await library.bookmarks.addMany(pages, { outbox: false }));
      },
    });
    await waitFor(() => expect(model.listModel.list.ids.value).toHaveLength(100));
    const sizes: number[] = [];
    const stop = model.selection.ids.subscribe(({ size }) => void sizes.push(size));
    press('a', { ctrlKey: true });
    await waitFor(() => expect(sizes).toEqual([0, 133]));
    stop();
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
    await waitFor(() =>
      expect(container.querySelector('[data-cards="true"] .list ul')).not.toBeNull(),
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

  it('works by clicks with Shift and Ctrl beside the titles, which open nothing', async () => {
    await openUnread();
    // The link covers its row. Its title lies above.
    fireEvent.click(row('Second'), { ctrlKey: true, detail: 1 });
    fireEvent.click(screen.getByText('Fifth'), { shiftKey: true, detail: 1 });
    await waitFor(() => expect(selected()).toEqual(['Second', 'Fourth', 'Fifth']));
    fireEvent.click(row('Fourth'), { metaKey: true, detail: 1 });
    await waitFor(() => expect(selected()).toEqual(['Second', 'Fifth']));
    expect(window.location.hash).toBe('#/unread');
  });

  it.each([
    ['a click on its title', () => screen.getByText('Second'), 1],
    ['Enter', () => row('Second'), 0],
  ])('leaves Ctrl and %s to the browser, which opens a tab', async (_, target, detail) => {
    await openUnread();
    const click = new MouseEvent('click', {
      bubbles: true,
      cancelable: true,
      ctrlKey: true,
      detail,
    });
    fireEvent(target(), click);
    expect(click.defaultPrevented).toBe(false);
    expect(selected()).toEqual([]);
    expect(row('Second').getAttribute('href')).toMatch(/^#\/read\//);
  });

  it('lists its keys with the others', async () => {
    await openUnread();
    press('?');
    const keys = await screen.findByRole('dialog', { name: 'Keys' });
    within(keys).getByText(/^Select several/);
  });

  it('forgets bookmarks that leave the list, and all of them in another list', async () => {
    const { library, model } = await openUnread();
    press('a', { ctrlKey: true });
    await within(await screen.findByRole('region', { name: 'Selected bookmarks' })).findByText(
      'Selected: 4',
    );
    const [first] = model.listModel.list.ids.value ?? [];
    await library.bookmarks.trash([first!]);
    await within(bar()).findByText('Selected: 3');
    window.location.hash = '#/all';
    await waitFor(() => expect(model.selection.ids.value.size).toBe(0));
  });
});

describe('an action on the selected bookmarks', () => {
  it('changes them, says so, and is undone as one by its button or by Ctrl+Z', async () => {
    const { library } = await openUnread();
    fireEvent.click(box('First'));
    fireEvent.click(box('Fourth'));
    fireEvent.click(within(bar()).getByRole('button', { name: 'Archive' }));
    await screen.findByText('Archived: 2 bookmarks');
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
    await screen.findByText('Deleted: 4 bookmarks');
    await screen.findByText('Nothing left to read');
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(shownTitles()).toEqual(TITLES));
  });

  it('adds labels with completion, and removes them', async () => {
    const { library } = await openUnread();
    fireEvent.click(box('First'));
    press('l');
    const dialog = await screen.findByRole('dialog', { name: 'Labels of: 1 bookmark' });
    const field = within(dialog).getByRole('combobox');
    fireEvent.input(field, { target: { value: 'sci' } });
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    fireEvent.keyDown(field, { key: 'Enter' });
    fireEvent.input(field, { target: { value: 'later' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Add' }));
    await screen.findByText('Labelled: 1 bookmark');
    const labels = async () =>
      (await library.bookmarks.page({ view: 'unread', limit: 1, after: null })).rows[0]?.labels;
    expect(await labels()).toEqual(['science', 'later']);
    press('l');
    const again = await screen.findByRole('dialog', { name: 'Labels of: 1 bookmark' });
    fireEvent.input(within(again).getByRole('combobox'), { target: { value: 'science' } });
    fireEvent.click(within(again).getByRole('button', { name: 'Remove' }));
    await screen.findByText('Labels removed: 1 bookmark');
    expect(await labels()).toEqual(['later']);
  });

  it('closes its question when the bookmarks leave the list, and does not ask about others', async () => {
    const { library, model } = await openUnread();
    const [first, second] = model.listModel.list.ids.value!;
    await library.bookmarks.trash([first!, second!]);
    window.location.hash = '#/trash';
    await waitFor(() => expect([...shownTitles()].sort()).toEqual(['First', 'Second']));
    fireEvent.click(box('First'));
    press('#');
    await screen.findByRole('dialog', { name: 'Delete forever' });
    await library.bookmarks.restore([first!]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(box('Second'));
    await within(bar()).findByText('Selected: 1');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('can be undone in every window, and only once', async () => {
    const { library, model } = await openUnread();
    const other = library.part(bulkRepository);
    const [first] = model.listModel.list.ids.value!;
    value(await other.start({ kind: 'trash' }, [first!]));
    value(await other.run());
    await screen.findByText('Deleted: 1 bookmark');
    screen.getByRole('button', { name: 'Undo' });
    await undo({ library }, await lastChange(library));
    await waitFor(() => expect(screen.queryByText('Deleted: 1 bookmark')).toBeNull());
    await waitFor(() => expect(shownTitles()).toEqual(TITLES));
  });

  it('restores from the trash, and asks before it deletes for good', async () => {
    const { library, model } = await openUnread();
    await library.bookmarks.trash(model.listModel.list.ids.value!.slice(0, 3));
    window.location.hash = '#/trash';
    await waitFor(() => expect(shownTitles()).toHaveLength(3));
    fireEvent.click(box('First'));
    fireEvent.click(within(bar()).getByRole('button', { name: 'Restore' }));
    await screen.findByText('Restored: 1 bookmark');
    await waitFor(() => expect(shownTitles()).toHaveLength(2));
    press('a', { ctrlKey: true });
    await waitFor(() => expect(model.selection.ids.value.size).toBe(2));
    press('Delete');
    const dialog = await screen.findByRole('dialog', { name: 'Delete forever' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete forever' }));
    await screen.findByText('Deleted for good: 2 bookmarks');
    await screen.findByText('The trash is empty');
  });
});
