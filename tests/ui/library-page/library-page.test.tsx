import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { highlightRepository } from '../../../src/library';
import { createCards } from '../../../src/ui/thumbnails/cards';
import { value } from '../../library/library';
import { seriousFindings } from '../../support/accessibility';
import { memoryStorage, press, saveArticles, shownTitles } from '../popup/open-popup';
import { openLibraryPage, openTool } from './open-library-page';

const goesTo = (hash: string) => waitFor(() => expect(window.location.hash).toBe(hash));

describe('the library page', () => {
  it('shows a picture in each row, shows cards when a person wants them, and remembers it', async () => {
    const storage = memoryStorage();
    const { container } = await openLibraryPage('#/all', { storage });
    await waitFor(() => expect(shownTitles()).toHaveLength(3));
    const pictures = () => container.querySelectorAll('[data-cards="false"] .thumbnail');
    await waitFor(() => expect(pictures()).toHaveLength(3));
    const toggle = screen.getByRole('button', { name: 'Show as cards' });
    fireEvent.click(toggle);
    await waitFor(() => expect(pictures()).toHaveLength(0));
    expect(container.querySelectorAll('[data-cards="true"] .thumbnail')).toHaveLength(3);
    expect(toggle.getAttribute('aria-pressed')).toBe('true');
    expect(createCards(storage).areShown.value).toBe(true);
  });

  it('shows the view of its address, and has it in its title', async () => {
    await openLibraryPage('#/archive');
    await waitFor(() => expect(shownTitles()).toEqual(['Third']));
    screen.getByRole('heading', { level: 1, name: 'Archive' });
    expect(document.title).toBe('Archive · Leafmark');
  });

  it('counts the highlights of pages outside the trash, before the trash', async () => {
    const { library } = await openLibraryPage('#/unread');
    const [first, second] = await saveArticles(library, ['Marked', 'Thrown away']);
    const highlights = library.part(highlightRepository);
    const quote = { exact: 'one', prefix: '', suffix: '' };
    for (const { id: bookmarkId } of [first!, second!]) {
      await highlights.add({ bookmarkId, quote, color: 'red', position: null });
    }
    const nav = screen.getByRole('navigation', { name: 'Views' });
    const shown = () =>
      within(nav)
        .getAllByRole('link')
        .map((link) => link.textContent);
    await waitFor(() => expect(shown().slice(-2)).toEqual(['Highlights2', 'Trash0']));
    await library.bookmarks.trash([second!.id]);
    await waitFor(() => expect(shown().slice(-2)).toEqual(['Highlights1', 'Trash1']));
    await highlights.delete((await highlights.ofBookmark(first!.id)).map(({ id }) => id));
    await waitFor(() => expect(shown().slice(-2)).toEqual(['Highlights', 'Trash1']));
  });

  it('opens another view by its address', async () => {
    await openLibraryPage('#/archive');
    fireEvent.click(await screen.findByRole('link', { name: 'Unread' }));
    await goesTo('#/unread');
    await waitFor(() => expect(shownTitles()).toEqual(['First', 'Second']));
    await waitFor(() => expect(document.title).toBe('Unread · Leafmark'));
  });

  it('shows the sync status, and leads to the sync page', async () => {
    await openLibraryPage('#/unread');
    const line = await screen.findByRole('link', { name: 'Changes waiting to be sent: 2' });
    expect(line.getAttribute('href')).toBe('#/sync');
    fireEvent.click(line);
    await goesTo('#/sync');
    await screen.findByRole('heading', { level: 1, name: 'Sync' });
    await screen.findByRole('heading', { level: 2, name: 'Sync history' });
    await waitFor(() => expect(document.title).toBe('Sync · Leafmark'));
    expect(screen.queryByRole('list', { name: 'Bookmarks' })).toBeNull();
    expect(document.querySelector('[aria-current]')).toBeNull();
    fireEvent.click(screen.getByRole('link', { name: 'Archive' }));
    await waitFor(() => expect(shownTitles()).toEqual(['Third']));
  });

  it('has an address for the search for duplicates', async () => {
    await openLibraryPage('#/unread');
    await openTool('Find duplicates');
    await goesTo('#/duplicates');
    await screen.findByRole('heading', { level: 1, name: 'Duplicates' });
    await screen.findByText('No duplicates. Bookmarks checked: 3');
    expect(document.title).toBe('Duplicates · Leafmark');
    const [current, ...more] = document.querySelectorAll('[aria-current]');
    expect(current?.textContent).toBe('Tools');
    expect(more).toEqual([]);
  });

  it('lists the labels with their counts, and the bookmarks of a label', async () => {
    await openLibraryPage('#/archive');
    const nav = await screen.findByRole('navigation', { name: 'Labels' });
    const link = within(nav).getByRole<HTMLAnchorElement>('link', { name: 'science' });
    expect(link.title).toBe('2 bookmarks');
    window.location.hash = link.hash;
    await waitFor(() => expect(shownTitles()).toEqual(['First', 'Second']));
    screen.getByRole('heading', { level: 1, name: 'science' });
  });

  it('has an address for the reader, and returns to the previous list', async () => {
    const { model } = await openLibraryPage('#/archive');
    fireEvent.click(await screen.findByRole('link', { name: 'Third' }));
    await screen.findByRole('heading', { level: 1, name: 'Third' });
    expect(window.location.hash).toMatch(/^#\/read\//);
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    await goesTo('#/archive');
    await waitFor(() => expect(model.route.value.kind).toBe('list'));
    expect(shownTitles()).toEqual(['Third']);
  });

  it("follows the browser's back and forward buttons", async () => {
    await openLibraryPage('#/unread');
    await waitFor(() => expect(shownTitles()).toHaveLength(2));
    window.location.hash = '#/archive';
    await waitFor(() => expect(shownTitles()).toEqual(['Third']));
    window.history.back();
    await waitFor(() => expect(shownTitles()).toEqual(['First', 'Second']));
  });

  it('has no serious accessibility findings', async () => {
    const { container } = await openLibraryPage('#/all');
    await waitFor(() => expect(shownTitles()).toHaveLength(3));
    await screen.findByRole('navigation', { name: 'Labels' });
    expect(await seriousFindings(container)).toEqual([]);
  });

  it('gives the focus back to the row that was read', async () => {
    await openLibraryPage('#/unread');
    fireEvent.click(await screen.findByRole('link', { name: 'Second' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Back' }));
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Second'));
  });

  it('leads past the sidebar to the list', async () => {
    await openLibraryPage('#/unread');
    await waitFor(() => expect(shownTitles()).toHaveLength(2));
    fireEvent.click(screen.getByRole('link', { name: 'Skip to the content' }));
    await waitFor(() => expect(document.activeElement?.textContent).toBe('First'));
    window.location.hash = '#/sync';
    await screen.findByRole('heading', { level: 1, name: 'Sync' });
    fireEvent.click(screen.getByRole('link', { name: 'Skip to the content' }));
  });

  it('edits the details of a row, and undoes it with Ctrl+Z', async () => {
    await openLibraryPage('#/unread');
    (await screen.findByRole('link', { name: 'First' })).focus();
    await vi.waitFor(() => {
      press('e');
      screen.getByRole('textbox', { name: 'Title' });
    });
    const title = screen.getByRole('textbox', { name: 'Title' });
    fireEvent.input(title, { target: { value: 'The first' } });
    fireEvent.keyDown(title, { key: 'z', ctrlKey: true });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(shownTitles()).toEqual(['The first', 'Second']));
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
    await waitFor(() => expect(shownTitles()).toEqual(['First', 'Second']));
    await screen.findByText('Undone');
  });
});

describe('Ctrl+Z', () => {
  it('keeps what was changed since the edit', async () => {
    const { library, model } = await openLibraryPage('#/unread');
    await waitFor(() => expect(model.listModel.tools.value).not.toBeNull());
    await waitFor(() => expect(shownTitles()).toEqual(['First', 'Second']));
    const [id] = model.listModel.list.ids.value ?? [];
    const { actions } = model.listModel.tools.value!;
    await actions.edit(id!, { title: 'Mine', siteName: 'Mine' });
    value(await library.bookmarks.edit(id!, { title: 'Theirs' }));
    await actions.setArchived({ id: id!, title: 'Theirs' }, true);
    for (const _ of ['archived', 'edited']) {
      fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
    }
    await waitFor(async () =>
      expect(await library.bookmarks.get(id!)).toMatchObject({
        title: 'Theirs',
        siteName: 'Example',
        isArchived: false,
      }),
    );
  });
});

describe('the order of the list', () => {
  const choose = (name: string) =>
    fireEvent.change(screen.getByRole('combobox', { name: 'Sort by' }), {
      target: { value: screen.getByRole<HTMLOptionElement>('option', { name }).value },
    });

  it('is chosen, reversed and remembered', async () => {
    const storage = memoryStorage();
    const { model } = await openLibraryPage('#/all', { storage });
    await waitFor(() => expect(shownTitles()).toEqual(['Third', 'First', 'Second']));
    choose('Title');
    fireEvent.click(await screen.findByRole('button', { name: 'Reverse the order' }));
    await waitFor(() => expect(shownTitles()).toEqual(['Third', 'Second', 'First']));
    model.dispose();
    cleanup();
    await openLibraryPage('#/all', { storage });
    await waitFor(() => expect(shownTitles()).toEqual(['Third', 'Second', 'First']));
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Sort by' }).value).toBe(
      'title',
    );
  });

  it('is the date of deletion in the trash', async () => {
    await openLibraryPage('#/trash');
    const orders = await screen.findByRole('combobox', { name: 'Sort by' });
    expect(orders.querySelector('option')?.textContent).toBe('Date deleted');
  });

  it('can be random, and shuffled again', async () => {
    const { library } = await openLibraryPage('#/all');
    const more = Array.from({ length: 5 }, (_, n) => `More ${n}`);
    await saveArticles(library, more);
    await waitFor(() => expect(shownTitles()).toHaveLength(8));
    const before = shownTitles();
    choose('Random');
    await vi.waitFor(() => {
      fireEvent.click(screen.getByRole('button', { name: 'Shuffle again' }));
      expect(shownTitles().toSorted()).toEqual(before.toSorted());
      expect(shownTitles()).not.toEqual(before);
    });
  });
});

describe('the labels of the sidebar', () => {
  const many = Array.from({ length: 250 }, (_, n) => `Topic ${n}`);
  const section = async () => within(await screen.findByRole('navigation', { name: 'Labels' }));
  const names = async () =>
    (await section()).getAllByRole('link').map((link) => link.querySelector('bdi')?.textContent);

  it('are found by a part of their name, and the first is opened with Enter', async () => {
    await openLibraryPage('#/unread', { labels: [...many, 'Müll'] });
    const filter = await (await section()).findByRole('searchbox', { name: 'Filter labels' });
    fireEvent.input(filter, { target: { value: 'mull' } });
    await waitFor(async () => expect(await names()).toEqual(['Müll']));
    fireEvent.submit(filter);
    await goesTo('#/label/M%C3%BCll');
    fireEvent.input(filter, { target: { value: 'nothing like it' } });
    await (await section()).findByText('Nothing found');
  });

  it('are shown in part when there are very many', async () => {
    await openLibraryPage('#/unread', { labels: many });
    await waitFor(async () => expect(await names()).toHaveLength(200));
    (await section()).getByText('And 51 more. Type to find them.');
  });

  it('stay collapsed on the next page', async () => {
    const storage = memoryStorage();
    await openLibraryPage('#/unread', { storage });
    const details = (await section()).getByRole('group') as HTMLDetailsElement;
    details.open = false;
    fireEvent(details, new Event('toggle'));
    cleanup();
    await openLibraryPage('#/unread', { storage });
    expect((await section()).getByRole<HTMLDetailsElement>('group').open).toBe(false);
  });
});

describe('the sidebar in a narrow window', () => {
  const isOpen = () =>
    screen.getByRole('complementary', { name: 'Library' }).dataset.open === 'true';
  const openByButton = () =>
    fireEvent.click(screen.getByRole('button', { name: 'Open the sidebar' }));

  it('opens over the list, which ignores keys meanwhile, and Esc closes it', async () => {
    const { model } = await openLibraryPage('#/unread');
    await waitFor(() => expect(shownTitles()).toHaveLength(2));
    await waitFor(() => expect(model.listModel.tools.value).not.toBeNull());
    openByButton();
    expect(isOpen()).toBe(true);
    await waitFor(() => expect(document.activeElement?.closest('aside')).not.toBeNull());
    const inside = document.activeElement!;
    fireEvent.keyDown(inside, { key: 'j' });
    expect(document.activeElement).toBe(inside);
    fireEvent.keyDown(inside, { key: 'Escape' });
    await waitFor(() => expect(isOpen()).toBe(false));
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Open the sidebar');
  });

  it('closes when a list is chosen, also the one that is shown', async () => {
    await openLibraryPage('#/unread');
    openByButton();
    fireEvent.click(screen.getByRole('link', { name: 'Unread' }));
    await waitFor(() => expect(isOpen()).toBe(false));
  });

  it('closes when the window becomes wider', async () => {
    const { setMedia } = await openLibraryPage('#/unread');
    setMedia('(max-width: 44rem)', true);
    openByButton();
    expect(isOpen()).toBe(true);
    setMedia('(max-width: 44rem)', false);
    await waitFor(() => expect(isOpen()).toBe(false));
  });
});

describe('the reader in a wide window', () => {
  async function openBeside() {
    const page = await openLibraryPage('#/unread');
    page.setMedia('(min-width: 80rem)', true);
    fireEvent.click(await screen.findByRole('link', { name: 'First' }));
    await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'));
    return page;
  }
  const row = (name: string) => screen.getByRole('link', { name });

  it('is beside the list, which shows the bookmark that is read', async () => {
    const { container } = await openBeside();
    expect(row('First').getAttribute('aria-current')).toBe('true');
    expect(row('Second').getAttribute('aria-current')).not.toBe('true');
    fireEvent.click(row('Second'));
    await screen.findByRole('heading', { level: 1, name: 'Second' });
    expect(row('Second').getAttribute('aria-current')).toBe('true');
    expect(await seriousFindings(container)).toEqual([]);
  });

  it('leaves the keys to the list while a row has the focus', async () => {
    const { library, model } = await openBeside();
    const [first] = model.listModel.list.ids.value ?? [];
    row('First').focus();
    fireEvent.keyDown(row('First'), { key: 'j' });
    await waitFor(() => expect(document.activeElement).toBe(row('Second')));
    fireEvent.keyDown(document.body, { key: 'f' });
    await waitFor(async () =>
      expect((await library.bookmarks.get(first!))?.isFavourite).toBe(true),
    );
  });

  it('shows one dialog for a key in the list', async () => {
    await openBeside();
    row('Second').focus();
    fireEvent.keyDown(row('Second'), { key: 'l' });
    await waitFor(() => expect(document.querySelectorAll('dialog')).toHaveLength(1));
    await screen.findByRole('heading', { level: 2, name: 'Second' });
  });
});

describe('the bar of a phone', () => {
  const onPhone = async (hash: string) => {
    const page = await openLibraryPage(hash);
    page.setMedia('(max-width: 44rem)', true);
    page.setMedia('(max-width: 44rem) and (hover: none)', true);
    return { ...page, bar: await screen.findByRole('navigation', { name: 'Main places' }) };
  };

  it('says which place is shown, and is absent in other windows', async () => {
    const { setMedia, bar } = await onPhone('#/unread');
    const current = () => bar.querySelector('[aria-current]')?.textContent;
    expect(current()).toBe('Unread');
    fireEvent.click(within(bar).getByRole('link', { name: 'Highlights' }));
    await screen.findByText('No highlights yet');
    expect(current()).toBe('Highlights');
    expect(screen.queryByRole('button', { name: 'Open the sidebar' })).toBeNull();
    setMedia('(max-width: 44rem) and (hover: none)', false);
    await screen.findByRole('button', { name: 'Open the sidebar' });
    expect(bar.isConnected).toBe(false);
  });

  it('leads to the search from a page without a search box', async () => {
    const { bar } = await onPhone('#/highlights');
    await screen.findByText('No highlights yet');
    fireEvent.click(within(bar).getByRole('button', { name: 'Search' }));
    await goesTo('#/unread');
    const box = await screen.findByRole('combobox', { name: 'Search library' });
    await waitFor(() => expect(document.activeElement).toBe(box));
  });

  it('opens the sidebar, which gives the focus back to the bar', async () => {
    const { bar } = await onPhone('#/unread');
    const more = within(bar).getByRole('button', { name: 'More' });
    fireEvent.click(more);
    await waitFor(() => expect(bar.hasAttribute('inert')).toBe(true));
    expect(document.activeElement?.textContent).toContain('Unread');
    fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
    await waitFor(() => expect(document.activeElement).toBe(more));
    expect(bar.hasAttribute('inert')).toBe(false);
  });
});

describe('the way back from the reader', () => {
  it('is one step of the history, whether by the browser or by the button', async () => {
    await openLibraryPage('#/all');
    const before = window.history.length;
    fireEvent.click(await screen.findByRole('link', { name: 'Second' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Back' }));
    await goesTo('#/all');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Second'));
    expect(window.history.length).toBe(before + 1);
    window.history.forward();
    await screen.findByRole('heading', { level: 1, name: 'Second' });
    fireEvent.click(await screen.findByRole('button', { name: 'Back' }));
    await goesTo('#/all');
    expect(window.history.length).toBe(before + 1);
  });
});
