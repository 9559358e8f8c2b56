import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { ok, type Result } from '../../../src/domain/result';
import type { Library, LibraryError } from '../../../src/library';
import { testLibrary, value } from '../../library/library';
import {
  chooseView,
  memoryStorage,
  openPopup,
  saveArticles,
  shownTitles,
  viewSwitch,
} from './open-popup';

/** A profile whose popup has shown three articles and is closed. */
async function profile() {
  const { library } = await testLibrary();
  const saved = await saveArticles(library, ['First', 'Second', 'Third']);
  const storage = memoryStorage();
  const popup = await openPopup({ library, storage });
  await waitFor(() => expect(storage.items.size).toBe(1));
  popup.close();
  return { library, storage, saved };
}

/** Returns a library that opens when the test calls `open`. */
function openLater(library: Library) {
  let open = () => {};
  const opened = new Promise<Result<Library, LibraryError>>((resolve) => {
    open = () => resolve(ok(library));
  });
  return { opened, open: () => open() };
}

describe('the first paint of the popup', () => {
  it('shows the rows and counts of the last time before the library is open', async () => {
    const { library, storage } = await profile();
    await openPopup({ storage, opened: openLater(library).opened });
    expect(shownTitles()).toEqual(['First', 'Second', 'Third']);
    expect(viewSwitch().selectedOptions[0]?.text).toBe('Unread · 3');
  });

  it('opens the view that was shown last', async () => {
    const { library, storage } = await profile();
    const before = await openPopup({ library, storage });
    chooseView('Archive');
    await screen.findByRole('heading', { name: 'The archive is empty' });
    before.close();
    await openPopup({ storage, opened: openLater(library).opened });
    expect(viewSwitch().value).toBe('archive');
  });

  it('opens the view before the trash, where a page that is saved now is not', async () => {
    const { library, storage } = await profile();
    const before = await openPopup({ library, storage });
    chooseView('Trash');
    await screen.findByRole('heading', { name: 'The trash is empty' });
    before.close();
    await openPopup({ storage, opened: openLater(library).opened });
    expect(viewSwitch().value).toBe('unread');
  });

  it('corrects the rows and keeps the elements of those that stay', async () => {
    const { library, storage, saved } = await profile();
    value(await library.bookmarks.trash([saved[1]!.id]));
    const { opened, open } = openLater(library);
    await openPopup({ storage, opened });
    const third = screen.getByRole('link', { name: 'Third' });
    open();
    await waitFor(() => expect(shownTitles()).toEqual(['First', 'Third']));
    expect(screen.getByRole('link', { name: 'Third' })).toBe(third);
  });

  it('delays an early click until the library has confirmed the row, and then opens it', async () => {
    const { library, storage, saved } = await profile();
    value(await library.bookmarks.edit(saved[0]!.id, { title: 'First, put right' }));
    const { opened, open } = openLater(library);
    const { model } = await openPopup({ storage, opened });
    fireEvent.click(screen.getByRole('link', { name: 'First' }));
    expect(model.reading.value).toBeNull();
    open();
    await screen.findByRole('heading', { level: 1, name: 'First, put right' });
  });

  it('reports a deleted bookmark after an early click on it', async () => {
    const { library, storage, saved } = await profile();
    const { id } = saved[0]!;
    value(await library.bookmarks.trash([id]));
    value(await library.bookmarks.purge([id]));
    const { opened, open } = openLater(library);
    const { model } = await openPopup({ storage, opened });
    fireEvent.click(screen.getByRole('link', { name: 'First' }));
    open();
    await screen.findByText(/That bookmark is gone/);
    expect(model.reading.value).toBeNull();
  });

  it('applies the change that the button offered, even when it was made before', async () => {
    const { library, storage, saved } = await profile();
    const { id } = saved[0]!;
    value(await library.bookmarks.edit(id, { isFavourite: true }));
    const { opened, open } = openLater(library);
    const { model, background } = await openPopup({ storage, opened });
    await waitFor(() => expect(model.listModel.tools.value).not.toBeNull());
    // The snapshot does not show the bookmark as a favourite, so the click makes it one.
    model.listModel.tools.value!.commands.favourite(id);
    open();
    await waitFor(() => expect(background.libraryChanged).toHaveBeenCalled());
    expect((await library.bookmarks.get(id))?.isFavourite).toBe(true);
  });

  it('updates the snapshot when the list changes', async () => {
    const { library, storage, saved } = await profile();
    await openPopup({ library, storage });
    value(await library.bookmarks.edit(saved[0]!.id, { title: 'Another title' }));
    await waitFor(() => expect([...storage.items.values()].join()).toContain('Another title'));
  });
});
