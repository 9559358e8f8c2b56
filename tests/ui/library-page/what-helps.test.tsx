import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { unixMs } from '../../../src/domain/time';
import type { Library } from '../../../src/library';
import { value } from '../../library/library';
import { memoryStorage, openPopup, saveArticles, shownTitles } from '../popup/open-popup';
import { fakeSync, STATUS } from '../sync/fake-sync';
import { openLibraryPage, openTool } from './open-library-page';

const removeAll = async ({ bookmarks }: Library) => {
  const { rows } = await bookmarks.page({ view: 'all', limit: 9, after: null });
  const ids = rows.map(({ id }) => id);
  value(await bookmarks.trash(ids));
  value(await bookmarks.purge(ids));
};

describe('the help of the library page', () => {
  it('offers in an empty web app what begins there: an address, an import and sharing', async () => {
    const sync = fakeSync({ syncedAt: unixMs(1) });
    await openLibraryPage('#/unread', { isWebApp: true, unread: [], before: removeAll, sync });
    await screen.findByRole('heading', { name: 'Your library is empty' });
    const add = await screen.findByRole('link', { name: /^Add a page.*other apps can share/ });
    expect(add.getAttribute('href')).toBe('#/add');
    screen.getByRole('link', { name: /^Bring your library/ });
    expect(screen.queryByRole('link', { name: /Sign in|Save a page now/ })).toBeNull();
  });

  it('says that the library has not come from the server, and not that it is empty', async () => {
    const sync = fakeSync();
    await openLibraryPage('#/unread', { isWebApp: true, unread: [], before: removeAll, sync });
    const state = async () =>
      (await screen.findByRole('heading', { name: 'Not synced yet' })).parentElement!;
    expect((await state()).textContent).toContain('Syncing…');
    sync.status.value = { ...STATUS, stop: { kind: 'offline' } };
    await waitFor(async () =>
      expect((await state()).textContent).toContain("The server can't be reached"),
    );
    expect(screen.queryByText('Your library is empty')).toBeNull();
    sync.status.value = { ...STATUS, syncedAt: unixMs(1) };
    await screen.findByRole('heading', { name: 'Your library is empty' });
  });

  it.each([
    ['the extension', false, 2],
    ['the web app, which cannot get articles,', true, 0],
  ])('offers in %s what works there for selected pages', async (_, isWebApp, places) => {
    const { model } = await openLibraryPage('#/label/science', { isWebApp });
    await screen.findByRole('link', { name: 'First' });
    model.selection.selectAll();
    await screen.findByText('Selected: 2');
    const all = [...document.querySelectorAll('button, a')];
    const named = (name: string) =>
      all.filter(({ textContent, ariaLabel }) => (ariaLabel ?? textContent) === name);
    expect(named('Get the articles')).toHaveLength(places);
    expect(named('Export')).toHaveLength(1);
  });

  it.each([
    ['the extension', false, ['Get the articles', 'Save tabs']],
    ['the web app, which cannot see tabs,', true, []],
  ])('has in %s a card for each tool that works there', async (_, isWebApp, more) => {
    await openLibraryPage('#/tools', { isWebApp });
    await screen.findByRole('heading', { level: 1, name: 'Tools' });
    await screen.findByRole('link', { name: /^Import\s?Bring your pages/ });
    const names = [...document.querySelectorAll('main li strong')].map((name) => name.textContent);
    const everywhere = ['Labels', 'Export', 'Find duplicates', 'Import'];
    expect(names.toSorted()).toEqual(
      [...everywhere, 'Recent changes', 'Statistics', ...more].toSorted(),
    );
  });

  it('leads by a card to a tool, which gives the focus to the page, and back to the cards', async () => {
    await openLibraryPage('#/unread');
    await openTool('Statistics');
    expect(document.activeElement).toBe(screen.getByRole('main'));
    await screen.findByRole('heading', { level: 1, name: 'Statistics' });
    const [side, back] = screen.getAllByRole<HTMLAnchorElement>('link', { name: 'Tools' });
    expect([side?.hash, back?.hash]).toEqual(['#/tools', '#/tools']);
  });

  it('opens a dialog of details with its fields, so that the first of them has the focus', async () => {
    const { model } = await openLibraryPage('#/unread');
    await waitFor(() => expect(shownTitles()).toHaveLength(2));
    const [id] = model.listModel.list.ids.value!;
    const fields: number[] = [];
    HTMLDialogElement.prototype.showModal = function () {
      fields.push(this.querySelectorAll('input').length);
    };
    const { dialogs } = await model.listModel.loadedTools;
    dialogs.show({ kind: 'details', id: id!, title: '' });
    await waitFor(() => expect(fields).toEqual([4]));
  });

  it('says in the trash how long pages are kept, and when each was deleted', async () => {
    const { library } = await openLibraryPage('#/trash');
    await screen.findByText('The trash is empty');
    const [old] = await saveArticles(library, ['Old']);
    value(await library.bookmarks.trash([old!.id]));
    const at = (await library.bookmarks.get(old!.id))!.trashedAt!;
    const row = (await screen.findByRole('link', { name: 'Old' })).closest('li')!;
    await waitFor(() => expect(row.querySelector('time')).not.toBeNull());
    expect(row.querySelector('time')?.dateTime).toBe(new Date(at).toISOString());
    await screen.findByText(/^What you delete stays here for 30 days/);
  });

  it('gives the focus back after Undo: to where it was, or to the list', async () => {
    const { model, container } = await openLibraryPage('#/unread');
    const { toasts } = await model.listModel.loadedTools;
    const link = await screen.findByRole('link', { name: 'First' });
    for (const before of [link, null]) {
      if (before === null) link.blur();
      else before.focus();
      toasts.offerUndo('Deleted', async () => {});
      const undo = await screen.findByRole('button', { name: 'Undo' });
      undo.focus();
      fireEvent.click(undo);
      await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
      expect(document.activeElement).toBe(before ?? container.querySelector('.list'));
    }
  });

  it.each(['#/trash', '#/archive'])('at %s leaves the popup at unread', async (hash) => {
    const storage = memoryStorage();
    const { library, unmount } = await openLibraryPage(hash, { storage });
    await screen.findByText(hash === '#/trash' ? 'The trash is empty' : 'Third');
    unmount();
    await openPopup({ library, storage });
    await waitFor(() => expect(shownTitles()).toEqual(['First', 'Second']));
  });
});
