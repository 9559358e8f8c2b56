import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import type { PageState } from '../../../src/domain/page-state';
import { err, ok } from '../../../src/domain/result';
import { unixMs } from '../../../src/domain/time';
import { address, capture, page, testLibrary, value } from '../../library/library';
import { seriousFindings } from '../../support/accessibility';
import { fakeSync } from '../sync/fake-sync';
import { inMore, openPopup, saveArticles, savedState } from './open-popup';

const URL = 'https://example.org/trees';

async function popupOnSavedPage(more: Parameters<typeof savedState>[1] = {}) {
  const { library } = await testLibrary();
  const saved = await library.bookmarks.save(page({ url: URL, title: 'Trees', siteName: 'Notes' }));
  const { bookmark } = value(saved);
  const popup = await openPopup({ library, page: savedState(bookmark, more) });
  const panel = screen.getByRole('region', { name: 'This page' });
  await within(panel).findByText('Trees');
  return { ...popup, bookmark, panel: within(panel) };
}

const status = async () => (await screen.findByRole('status')).textContent;

describe('the current page', () => {
  it('shows that it is saved, with Undo for 20 seconds and its facts', async () => {
    const { panel, clock } = await popupOnSavedPage();
    expect(await status()).toBe('Saved');
    await panel.findByText('Notes · 1 min');
    await panel.findByRole('button', { name: 'Undo' });
    await clock.pass(20_000);
    expect(panel.queryByRole('button', { name: 'Undo' })).toBeNull();
    expect(await status()).toBe('Saved');
  });

  it('shows that a file stays on this device', async () => {
    const { library } = await testLibrary();
    const file = page({ url: 'file:///home/ada/ice.html', title: 'Ice' });
    const { bookmark } = value(await library.bookmarks.save(file));
    const popup = await openPopup({
      library,
      page: savedState(bookmark),
      sync: fakeSync({ syncedAt: unixMs(Date.now()) }),
    });
    await screen.findByText('Ice', { selector: '.page-title a' });
    expect(await status()).toBe('Saved on this device only');
    await screen.findByRole('link', { name: 'Stays on this device' });
    // A file has no site.
    await screen.findByText('1 min', { selector: '.page-note' });
    popup.close();
  });

  it('requests persistent storage once', async () => {
    const persist = vi.fn(async () => true);
    const { library } = await testLibrary({ storage: { persist } });
    const { bookmark } = value(await library.bookmarks.save(page({ url: URL })));
    const first = await openPopup({ library, page: savedState(bookmark) });
    await waitFor(async () => expect((await library.storage.state()).persisted).toBe(true));
    first.close();
    await openPopup({ library, page: savedState(bookmark) });
    await screen.findByRole('button', { name: 'Undo' });
    expect(persist).toHaveBeenCalledOnce();
  });

  it('moves to the trash with Undo, and is restored with Restore', async () => {
    const { panel, library, bookmark, background } = await popupOnSavedPage();
    const undo = await panel.findByRole('button', { name: 'Undo' });
    undo.focus();
    fireEvent.click(undo);
    const restore = await panel.findByRole('button', { name: 'Restore' });
    await waitFor(() => expect(document.activeElement).toBe(restore));
    fireEvent.click(restore);
    await waitFor(async () => expect(await status()).toBe('Saved'));
    await waitFor(() => expect(document.activeElement?.matches('.page-title a')).toBe(true));
    expect((await library.bookmarks.get(bookmark.id))?.trashedAt).toBeNull();
    expect(background.libraryChanged).toHaveBeenCalledTimes(2);
  });

  it('offers Undo for the rest of the time when the popup is opened again', async () => {
    const { panel, clock, library, bookmark } = await popupOnSavedPage({
      outcome: 'existing',
      undoLeftMs: 5_000,
    });
    expect(await status()).toBe('Saved just now');
    await clock.pass(4_999);
    fireEvent.click(await panel.findByRole('button', { name: 'Undo' }));
    await waitFor(async () =>
      expect((await library.bookmarks.get(bookmark.id))?.trashedAt).not.toBeNull(),
    );
  });

  it('shows that it was saved before once the time for Undo is over', async () => {
    const { panel, clock } = await popupOnSavedPage({ outcome: 'existing', undoLeftMs: 5_000 });
    await clock.pass(5_000);
    expect(await status()).toBe('Already saved');
    expect(panel.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('shows no Undo, but all other actions, when it was saved before', async () => {
    const { panel } = await popupOnSavedPage({ outcome: 'existing', undoLeftMs: 0 });
    expect(await status()).toBe('Already saved');
    expect(panel.queryByRole('button', { name: 'Undo' })).toBeNull();
    for (const name of ['Favourite', 'Archive', 'Labels', 'Share'])
      panel.getByRole('button', { name });
    for (const name of ['Edit details', 'Highlights', 'What was captured', 'Delete'])
      await inMore(name);
  });

  it('has at most eleven controls above the list, and Undo', async () => {
    const { library } = await testLibrary();
    const [first] = await saveArticles(library, ['First', 'Second']);
    const { container } = await openPopup({ library, page: savedState(first!) });
    await screen.findByRole('combobox', { name: 'Add a label' });
    await screen.findByRole('combobox', { name: /^Search/ });
    const list = await screen.findByRole('list', { name: 'Bookmarks' });
    const controls = [...container.querySelectorAll('a, button, input, select')].filter(
      (control) => !control.closest('[popover]') && !list.contains(control),
    );
    const names = controls.map(
      (control) => control.getAttribute('aria-label') || control.textContent || control.id,
    );
    expect(names.length, names.join()).toBeLessThanOrEqual(12);
  });

  it('can be made a favourite and archived', async () => {
    const { panel, library, bookmark } = await popupOnSavedPage();
    fireEvent.click(panel.getByRole('button', { name: 'Favourite' }));
    fireEvent.click(panel.getByRole('button', { name: 'Archive' }));
    await waitFor(async () =>
      expect(await library.bookmarks.get(bookmark.id)).toMatchObject({
        isFavourite: true,
        isArchived: true,
      }),
    );
    for (const name of ['Favourite', 'Archive']) {
      const button = panel.getByRole('button', { name });
      await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('true'));
    }
  });

  it('explains why only the address is saved', async () => {
    const { library } = await testLibrary();
    const saved = await library.bookmarks.save(address({ url: URL, title: 'A', reason: 'pdf' }));
    const { bookmark } = value(saved);
    await openPopup({ library, page: savedState(bookmark, { addressOnly: 'pdf' }) });
    await screen.findByText('Only the address is kept: this is a PDF.');
  });

  it('shows that it was saved from a private window', async () => {
    await popupOnSavedPage({ isPrivateWindow: true });
    await screen.findByText(/private window/);
  });

  it('offers nothing that needs the library when the library is unavailable', async () => {
    const { library } = await testLibrary();
    const { bookmark } = value(await library.bookmarks.save(page({ url: URL, title: 'Trees' })));
    await openPopup({
      opened: Promise.resolve(err({ kind: 'unavailable', detail: 'x' })),
      isPrivateWindow: true,
      page: savedState(bookmark, { isPrivateWindow: true }),
    });
    await screen.findByText('Saved from a private window because you asked.');
    await screen.findByText('Your library is in your other windows');
    const panel = within(screen.getByRole('region', { name: 'This page' }));
    await panel.findByRole('button', { name: 'More' });
    const names = panel.queryAllByRole('button').map((button) => button.getAttribute('aria-label'));
    expect(names).toEqual(['Open library', 'More']);
  });

  it('shows that it was restored from the trash', async () => {
    await popupOnSavedPage({ outcome: 'restored' });
    await screen.findByText(/was in the trash. Now it is back/);
  });

  it('shows a progress text only when saving takes a while', async () => {
    const { clock } = await openPopup({ described: new Promise(() => {}) });
    expect(await status()).toBe('');
    await clock.pass(150);
    expect(await status()).toBe('Saving…');
  });

  it('explains a failed save, and offers to try again', async () => {
    const failed: PageState = { kind: 'failed', url: URL, title: 'Trees', failure: 'quota' };
    const { background, library } = await openPopup({ page: failed });
    expect(await status()).toBe('Could not be saved');
    screen.getByText(/Nothing was changed/);
    const { bookmark } = value(await library.bookmarks.save(page({ url: URL, title: 'Trees' })));
    background.describePage.mockResolvedValue(ok(savedState(bookmark)));
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(async () => expect(await status()).toBe('Saved'));
    expect(background.describePage).toHaveBeenCalledWith({ save: true });
  });

  it('is saved on request only when the toolbar button just opens the popup', async () => {
    const unsaved: PageState = { kind: 'unsaved', url: URL, title: 'Trees' };
    const { background } = await openPopup({ page: unsaved, isSaving: false });
    expect(await status()).toBe('Not saved');
    fireEvent.click(screen.getByRole('button', { name: 'Save this page' }));
    expect(background.describePage).toHaveBeenCalledWith({ save: true });
  });

  it('offers to save the address of a page that did not load', async () => {
    const { background, library } = await openPopup({ page: { kind: 'not-loaded', url: URL } });
    expect(await status()).toBe('This page did not load');
    screen.getByText(URL);
    const { bookmark } = value(await library.bookmarks.save(page({ url: URL, title: 'Trees' })));
    background.saveAddress.mockResolvedValue(ok(savedState(bookmark)));
    fireEvent.click(screen.getByRole('button', { name: 'Save the address' }));
    await waitFor(async () => expect(await status()).toBe('Saved'));
  });

  it('asks before it saves a page that its server sent with an error', async () => {
    const errorPage: PageState = { kind: 'error-page', url: URL, title: 'Not found' };
    const { background, library } = await openPopup({ page: errorPage });
    expect(await status()).toBe('This looks like an error page');
    screen.getByRole('button', { name: 'Save the address' });
    const { bookmark } = value(await library.bookmarks.save(page({ url: URL, title: 'Trees' })));
    background.saveErrorPage.mockResolvedValue(ok(savedState(bookmark)));
    fireEvent.click(screen.getByRole('button', { name: 'Save this page' }));
    await waitFor(async () => expect(await status()).toBe('Saved'));
  });

  it('reports that the background did not respond', async () => {
    await openPopup({ described: Promise.resolve(err({ kind: 'unreachable' })) });
    expect(await status()).toBe('No answer');
    screen.getByText(/Your library is safe/);
  });

  it('shows what changed when it was captured again', async () => {
    const { background } = await popupOnSavedPage();
    background.captureAgain.mockResolvedValue(
      ok({
        group: null,
        earlierId: null,
        isTooShort: false,
        titleBefore: null,
        wordsBefore: 3,
        wordsAfter: 1200,
        paragraphsAdded: 2,
        paragraphsRemoved: 0,
        imagesBefore: 0,
        imagesAfter: 0,
      }),
    );
    fireEvent.click(await inMore('What was captured'));
    fireEvent.click(await screen.findByRole('button', { name: 'Capture again' }));
    await screen.findByText('Words: 1,200 (before: 3).');
    screen.getByText('New paragraphs: 2');
  });

  it('asks before a much shorter article is taken, and takes it back', async () => {
    const { background, library, bookmark } = await popupOnSavedPage();
    const long = capture({ url: URL, html: `<p>${'many words '.repeat(9)}</p>` });
    value(await library.bookmarks.recapture(bookmark.id, long));
    const html = async () => (await library.articles.get(bookmark.id))?.html;
    const before = await html();
    background.captureAgain.mockImplementation(async ({ id }) =>
      ok(value(await library.bookmarks.recapture(id, capture({ url: URL, html: '<p>No</p>' })))),
    );
    fireEvent.click(await inMore('What was captured'));
    fireEvent.click(await screen.findByRole('button', { name: 'Capture again' }));
    await screen.findByText('Words: 1 (before: 18).');
    expect(await html()).toBe(before);
    fireEvent.click(screen.getByRole('button', { name: 'Capture it anyway' }));
    await screen.findByText(/^Replaced by a new capture: /);
    expect(await html()).toBe('<p>No</p>');
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
    await waitFor(async () => expect(await html()).toBe(before));
  });

  it('keeps the copy when capturing again fails, and says so', async () => {
    const { background } = await popupOnSavedPage();
    background.captureAgain.mockResolvedValue(err({ kind: 'nothing-better' }));
    fireEvent.click(await inMore('What was captured'));
    fireEvent.click(await screen.findByRole('button', { name: 'Capture again' }));
    await screen.findByText(/your copy stays as it was/);
  });

  it('asks before it captures an error page again', async () => {
    const { background } = await popupOnSavedPage();
    background.captureAgain.mockResolvedValue(err({ kind: 'error-page' }));
    fireEvent.click(await inMore('What was captured'));
    fireEvent.click(await screen.findByRole('button', { name: 'Capture again' }));
    await screen.findByText(/looks like an error page, so your copy stays/);
    fireEvent.click(screen.getByRole('button', { name: 'Capture it anyway' }));
    expect(background.captureAgain).toHaveBeenLastCalledWith(
      expect.objectContaining({ keepsErrors: true }),
    );
  });

  it('opens the library and the settings in tabs', async () => {
    const { openTab } = await openPopup();
    fireEvent.click(screen.getByRole('button', { name: 'Open library' }));
    fireEvent.click(await inMore('Options'));
    expect(openTab.mock.calls).toEqual([['library.html#/unread'], ['options.html']]);
  });

  it('opens saving tabs from the menu of more actions', async () => {
    const { openTab } = await openPopup();
    fireEvent.click(await inMore(/^Save the tabs/));
    expect(openTab).toHaveBeenCalledExactlyOnceWith('library.html#/tabs');
    await inMore('Open the side panel');
  });

  it('opens the sync page in a tab, because a page has no room in the popup', async () => {
    const { openTab } = await openPopup({ sync: fakeSync() });
    const link = await screen.findByRole('link', { name: 'Not synced yet' });
    expect(fireEvent.click(link)).toBe(false); // The popup itself goes nowhere.
    expect(openTab).toHaveBeenCalledExactlyOnceWith('library.html#/sync');
  });

  it('opens the settings from the account in the menu of more actions', async () => {
    const { openTab } = await openPopup();
    const menu = (await inMore('Options')).parentElement!;
    expect(within(menu).queryByRole('button', { name: 'Sign in', hidden: true })).toBeNull();
    // Browsers fire this event when the button is pressed.
    fireEvent(menu, new Event('toggle'));
    fireEvent.click(await inMore('Sign in'));
    expect(openTab).toHaveBeenCalledExactlyOnceWith('options.html');
  });

  it.each(['Labels', 'Edit details', 'What was captured'])(
    'has no serious accessibility findings with %s open',
    async (name) => {
      const { container, panel } = await popupOnSavedPage();
      fireEvent.click(await panel.findByRole('button', { name, hidden: true }));
      const sheet = '.page-sheet > *, .page-labels[data-open="true"] > *';
      await waitFor(() => expect(container.querySelector(sheet)).toBeTruthy());
      expect(await seriousFindings(container)).toEqual([]);
    },
  );
});
