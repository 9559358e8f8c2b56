import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import type { PageState } from '../../../src/domain/page-state';
import { err, ok, type Result } from '../../../src/domain/result';
import { unixMs } from '../../../src/domain/time';
import { page, testLibrary, value } from '../../library/library';
import { seriousFindings } from '../../support/accessibility';
import {
  chooseView,
  openPopup,
  press,
  rowOf,
  saveArticles,
  savedState,
  shownTitles,
  viewSwitch,
} from './open-popup';

async function popupWith(titles: readonly string[]) {
  const { library, clock: time } = await testLibrary();
  const saved = await saveArticles(library, titles);
  const popup = await openPopup({ library });
  await waitFor(() => expect(shownTitles()).toEqual(titles));
  await screen.findByRole('status');
  return { ...popup, saved, time };
}

/** Hovers a row and clicks one of its buttons. */
async function pressInRow(title: string, name: string) {
  const row = await rowOf(title);
  fireEvent.pointerEnter(row);
  fireEvent.click(await within(row).findByRole('button', { name }));
}

describe('the list of the popup', () => {
  it('loads the marks of sites when the save is over, which is awaited more', async () => {
    const { library } = await testLibrary();
    const [first] = await saveArticles(library, ['First']);
    let end = (_: Result<PageState, never>) => {};
    await openPopup({ library, described: new Promise((resolve) => (end = resolve)) });
    await screen.findByRole('combobox');
    expect(document.querySelector('.site-mark')).toBeNull();
    end(ok(savedState(first!)));
    await waitFor(() => expect(document.querySelector('.site-mark')).not.toBeNull());
  });

  it('explains how to start when nothing was ever saved', async () => {
    await openPopup();
    await screen.findByRole('heading', { name: 'Your library is empty' });
    const links = ['Save a page now', 'Bring your library', 'Sign in to a server'];
    for (const name of links) screen.getByRole('link', { name: new RegExp(name) });
  });

  it('explains where saved pages appear when all are read', async () => {
    const { library } = await testLibrary();
    const [saved] = await saveArticles(library, ['First']);
    value(await library.bookmarks.edit(saved!.id, { isArchived: true }));
    await openPopup({ library });
    await screen.findByRole('heading', { name: 'Nothing left to read' });
    screen.getByText(/waits here until you archive it/);
  });

  it.each([
    ['All', 'Your library is empty'],
    ['Favourites', 'No favourites yet'],
    ['Archive', 'The archive is empty'],
    ['Trash', 'The trash is empty'],
  ])('has its own text for an empty %s', async (view, title) => {
    await openPopup();
    chooseView(view);
    await screen.findByRole('heading', { name: title });
  });

  it('shows a page that is saved in another window, and updates the counts', async () => {
    const { library } = await popupWith(['First']);
    await saveArticles(library, ['Second']);
    await waitFor(() => expect(shownTitles()).toEqual(['Second', 'First']));
    await waitFor(() => expect(viewSwitch().selectedOptions[0]?.text).toBe('Unread · 2'));
  });

  it('does not repeat the page that was just saved, unless it is alone', async () => {
    const { library } = await testLibrary();
    const [first] = await saveArticles(library, ['First']);
    await openPopup({ library, page: savedState(first!) });
    await waitFor(() => expect(shownTitles()).toEqual(['First']));
    await saveArticles(library, ['Second']);
    const [third] = await saveArticles(library, ['Third'], { created: first!.created });
    cleanup();
    await openPopup({ library, page: savedState(third!) });
    await waitFor(() => expect(shownTitles()).toHaveLength(2));
    expect(shownTitles()).not.toContain('Third');
    const title = screen.getByRole('link', { name: 'Third' });
    fireEvent.click(title);
    fireEvent.click(await screen.findByRole('button', { name: 'Back' }));
    await waitFor(() => expect(document.activeElement).toBe(title));
  });

  it('starts the facts of a row without a site with the next fact', async () => {
    const { library } = await testLibrary();
    value(
      await library.bookmarks.save(
        page({ url: 'file:///trees.html', title: 'Trees', siteName: '' }),
      ),
    );
    await openPopup({ library });
    const row = await rowOf('Trees');
    expect(row.querySelector('.row-facts')?.firstElementChild?.textContent).toBe('1 min');
  });

  it('makes a row a favourite and lists it among the favourites', async () => {
    const { background } = await popupWith(['First', 'Second']);
    await pressInRow('Second', 'Favourite');
    const button = within(await rowOf('Second')).getByRole('button', { name: 'Favourite' });
    await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('true'));
    expect(background.libraryChanged).toHaveBeenCalled();
    chooseView('Favourites');
    await waitFor(() => expect(shownTitles()).toEqual(['Second']));
  });

  it('undoes archiving', async () => {
    await popupWith(['First', 'Second']);
    await pressInRow('First', 'Archive');
    await waitFor(() => expect(shownTitles()).toEqual(['Second']));
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(shownTitles()).toEqual(['First', 'Second']));
  });

  it('deletes with Undo for 20 seconds', async () => {
    const { clock } = await popupWith(['First', 'Second']);
    await pressInRow('First', 'Delete');
    await waitFor(() => expect(shownTitles()).toEqual(['Second']));
    await screen.findByText('Deleted: First');
    await clock.pass(19_999);
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeNull();
    await clock.pass(1);
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('does not undo a later deletion', async () => {
    const { library, saved, time } = await popupWith(['First', 'Second']);
    const { id } = saved[0]!;
    await pressInRow('First', 'Delete');
    await screen.findByText('Deleted: First');
    value(await library.bookmarks.restore([id]));
    time.now = unixMs(time.now + 1);
    value(await library.bookmarks.trash([id]));
    const trashed = async () => (await library.bookmarks.get(id))?.trashedAt;
    const later = await trashed();
    press('u');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
    expect(await trashed()).toBe(later);
  });

  it('stacks actions that can be undone, and undoes the last one first', async () => {
    await popupWith(['First', 'Second', 'Third']);
    await pressInRow('First', 'Delete');
    await waitFor(() => expect(shownTitles()).toEqual(['Second', 'Third']));
    await pressInRow('Second', 'Delete');
    await waitFor(() => expect(shownTitles()).toEqual(['Third']));
    press('u');
    await waitFor(() => expect(shownTitles()).toEqual(['Second', 'Third']));
    press('u');
    await waitFor(() => expect(shownTitles()).toEqual(['First', 'Second', 'Third']));
    press('u');
    await screen.findByText('There is nothing to do.');
  });

  it('restores a bookmark from the trash', async () => {
    const { library, saved } = await popupWith(['First', 'Second']);
    value(await library.bookmarks.trash([saved[0]!.id]));
    chooseView('Trash');
    await waitFor(() => expect(shownTitles()).toEqual(['First']));
    await pressInRow('First', 'Restore');
    await screen.findByRole('heading', { name: 'The trash is empty' });
    expect((await library.bookmarks.get(saved[0]!.id))?.trashedAt).toBeNull();
  });

  it('asks before it deletes for good', async () => {
    const { library, saved } = await popupWith(['First']);
    const { id } = saved[0]!;
    value(await library.bookmarks.trash([id]));
    chooseView('Trash');
    await pressInRow('First', 'Delete forever');
    const dialog = await screen.findByRole('dialog', { name: 'Delete forever' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(await library.bookmarks.get(id)).not.toBeNull();

    await pressInRow('First', 'Delete forever');
    const again = await screen.findByRole('dialog', { name: 'Delete forever' });
    fireEvent.click(within(again).getByRole('button', { name: 'Delete forever' }));
    await waitFor(async () => expect(await library.bookmarks.get(id)).toBeNull());
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('opens a row in the reader, and returns to it', async () => {
    await popupWith(['First', 'Second']);
    fireEvent.click(await screen.findByRole('link', { name: 'Second' }));
    await screen.findByRole('heading', { level: 1, name: 'Second' });
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Second' })).toBeNull());
    expect(shownTitles()).toEqual(['First', 'Second']);
    expect(document.activeElement?.textContent).toBe('Second');
  });

  it('leaves a click for a new tab to the browser', async () => {
    const { model } = await popupWith(['First']);
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'First' });
    expect(link.getAttribute('href')).toMatch(/^library\.html#\/read\/b\d+$/);
    fireEvent.click(link, { ctrlKey: true });
    expect(model.reading.value).toBeNull();
  });

  it('explains that the library cannot be opened', async () => {
    await openPopup({ opened: Promise.resolve(err({ kind: 'unavailable', detail: 'x' })) });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('What you saved is still on disk');
    within(alert).getByRole('button', { name: 'Try again' });
  });

  it('explains a failed library once and shows no counts when the page could not be saved either', async () => {
    const { library, storage } = await popupWith(['First']);
    await waitFor(() => expect(storage.getItem('leafmark.snapshot')).not.toBeNull());
    cleanup();
    const failure = 'library-unavailable';
    await openPopup({
      library,
      storage,
      opened: Promise.resolve(err({ kind: 'unavailable', detail: 'x' })),
      page: { kind: 'failed', url: 'https://example.org', title: 'Trees', failure },
    });
    await screen.findByText('Could not be saved');
    await waitFor(() => expect(screen.getAllByText(/is still on disk/)).toHaveLength(1));
    expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(1);
    expect(viewSwitch().selectedOptions[0]?.text).toBe('Unread');
  });

  it('says in a private window of Firefox where the library is', async () => {
    const opened = Promise.resolve(err({ kind: 'unavailable', detail: 'x' } as const));
    await openPopup({ opened, isPrivateWindow: true });
    await screen.findByRole('heading', { name: 'Your library is in your other windows' });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says that nothing was changed when storage is full', async () => {
    const { library } = await popupWith(['First']);
    vi.spyOn(library.bookmarks, 'edit').mockResolvedValue(err({ kind: 'quota' }));
    await pressInRow('First', 'Favourite');
    await screen.findByText(/no room left. Nothing was changed/);
  });

  it('warns when storage is nearly full', async () => {
    const { library } = await testLibrary();
    vi.spyOn(library.storage, 'state').mockResolvedValue({
      usedBytes: 1,
      quotaBytes: 2,
      persisted: null,
      isLow: true,
    });
    await openPopup({ library });
    await screen.findByText(/nearly full/);
  });

  it('has no serious accessibility findings with a hovered row and a toast', async () => {
    const { container } = await popupWith(['First', 'Second']);
    await pressInRow('First', 'Delete');
    await screen.findByRole('button', { name: 'Undo' });
    fireEvent.pointerEnter(await rowOf('Second'));
    expect(await seriousFindings(container)).toEqual([]);
  });
});
