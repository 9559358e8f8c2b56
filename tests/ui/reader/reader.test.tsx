import { act, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import type { AddressOnlyReason } from '../../../src/domain/address-only';
import { address, page, value } from '../../library/library';
import { seriousFindings } from '../../support/accessibility';
import { usePages } from '../../support/rendered-pages';
import { openArticle, openReader, readerDeps, save, type TestDeps } from './open-article';

const pages = usePages();

const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
/** The first button with this name: the end of an article has some of the toolbar again. */
const button = (name: string) => screen.getAllByRole('button', { name })[0]!;

/** An action of the menu *More*. jsdom has no popovers and keeps it hidden. */
const inMore = (name: string) => screen.getByRole('button', { name, hidden: true });

async function openAddress(reason: AddressOnlyReason, existing?: TestDeps) {
  const deps = existing ?? (await readerDeps());
  const bookmark = await save(
    deps.library,
    address({ url: 'https://example.org/a.pdf', title: 'Report', reason }),
  );
  return { ...(await openReader(deps, bookmark)), deps, bookmark };
}

describe('the reader', () => {
  it('has no serious accessibility findings', async () => {
    const { container } = await openArticle({
      html: `<h2>Part</h2><p>Text <a href="https://example.com">link</a></p><pre>code</pre>
        <table><tr><th>a</th></tr><tr><td>b</td></tr></table><details><summary>s</summary>x</details>
        <img src="https://example.org/i.png" alt="A chart">`,
      excerpt: 'chosen',
      authors: ['Ada'],
    });
    expect(await seriousFindings(container)).toEqual([]);
  });

  it('makes a favourite and undoes it', async () => {
    await openArticle({});
    fireEvent.click(button('Favourite'));
    await waitFor(() => expect(button('Favourite').getAttribute('aria-pressed')).toBe('true'));
    fireEvent.click(button('Favourite'));
    await waitFor(() => expect(button('Favourite').getAttribute('aria-pressed')).toBe('false'));
  });

  it.each(['file:///etc/passwd', 'chrome-extension://abc/x.html', 'about:config', 'javascript:1'])(
    'opens no page at %s when a server provided the bookmark',
    async (url) => {
      const deps = await readerDeps();
      const bookmark = await save(
        deps.library,
        address({ url: 'https://example.org/', title: 'Odd', reason: 'no-text' }),
      );
      await deps.tables.bookmarks.update(bookmark.id, { url, serverId: 's' });
      await openReader(deps, bookmark);
      const open = vi.spyOn(window, 'open');
      press('o');
      expect(open).not.toHaveBeenCalled();
      expect(screen.queryByRole('link', { name: 'Open original' })).toBeNull();
    },
  );

  it('archives, with Undo', async () => {
    const { deps, bookmark } = await openArticle({});
    fireEvent.click(button('Archive'));
    await waitFor(() => expect(button('Archive').getAttribute('aria-pressed')).toBe('true'));
    expect(deps.toasts.toasts.value.at(-1)?.takeBack).not.toBeNull();
    expect((await deps.library.bookmarks.get(bookmark.id))?.isArchived).toBe(true);
  });

  it.each([
    ['labels', 'Labels', 'l'],
    ['details', 'Edit details', 'e'],
  ])('opens the editor of the %s with its button and with a key', async (kind, name, key) => {
    const { bookmark, onEdit } = await openArticle({});
    fireEvent.click(inMore(name));
    press(key);
    expect(onEdit.mock.calls.map(([of, { id }]) => [of, id])).toEqual([
      [kind, bookmark.id],
      [kind, bookmark.id],
    ]);
  });

  it('moves to the trash with Undo, and closes', async () => {
    const { deps, bookmark, onBack } = await openArticle({});
    fireEvent.click(inMore('Delete'));
    expect(onBack).toHaveBeenCalledOnce();
    await waitFor(() => expect(deps.toasts.toasts.value.at(-1)?.takeBack).not.toBeNull());
    expect((await deps.library.bookmarks.get(bookmark.id))?.trashedAt).not.toBeNull();
  });

  it('offers to restore a bookmark in the trash', async () => {
    const deps = await readerDeps();
    const bookmark = await save(deps.library, page());
    await deps.library.bookmarks.trash([bookmark.id]);
    await openReader(deps, bookmark);
    expect(screen.queryByRole('button', { name: 'Delete', hidden: true })).toBeNull();
    fireEvent.click(button('Restore'));
    expect(await screen.findByRole('button', { name: 'Delete', hidden: true })).toBeTruthy();
  });

  it('sets the title of the tab while it is open', async () => {
    document.title = 'Unread';
    const { unmount } = await openArticle({ title: 'A title' });
    expect(document.title).toBe('A title · Leafmark');
    act(() => void unmount());
    expect(document.title).toBe('Unread');
  });

  it('links to the original page and to its own tab', async () => {
    const { onOpenInTab } = await openArticle({ url: 'https://example.org/a' });
    const original = screen.getByRole('link', { name: 'Open original', hidden: true });
    expect(original.getAttribute('href')).toBe('https://example.org/a');
    expect(original.getAttribute('rel')).toContain('noopener');
    fireEvent.click(inMore('Open in tab'));
    expect(onOpenInTab).toHaveBeenCalledOnce();
  });

  it('reports that the bookmark was deleted for good while it was open', async () => {
    const { deps, bookmark, onBack } = await openArticle({});
    value(await deps.library.bookmarks.trash([bookmark.id]));
    value(await deps.library.bookmarks.purge([bookmark.id]));
    expect(await screen.findByText('This bookmark is no longer here')).toBeTruthy();
    fireEvent.click(button('Back'));
    expect(onBack).toHaveBeenCalledOnce();
  });

  it('shows a title that is edited elsewhere, and keeps the text', async () => {
    const { deps, bookmark, root } = await openArticle({ title: 'Before' });
    const text = root.firstElementChild;
    await deps.library.bookmarks.edit(bookmark.id, { title: 'After' });
    expect(await screen.findByRole('heading', { name: 'After' })).toBeTruthy();
    expect(root.firstElementChild).toBe(text);
  });
});

describe('the toolbar', () => {
  it('has seven buttons, and the others in the menu More', async () => {
    await openArticle({});
    const names = within(screen.getByRole('toolbar')).getAllByRole('button');
    expect(names.map((one) => one.getAttribute('aria-label'))).toEqual([
      'Back',
      'Favourite',
      'Archive',
      'Labels',
      'Highlights',
      'Reader settings',
      'More',
    ]);
    for (const name of ['Share', 'Edit details', 'Clean up', 'Open in tab', 'Delete']) inMore(name);
  });

  it('is visible when an article opens at its stored place', async () => {
    const deps = await readerDeps();
    const bookmark = await save(deps.library, page({ html: '<p>1</p><p>2</p>' }));
    await deps.library.bookmarks.edit(bookmark.id, {
      readAnchor: 'p:nth-child(2)',
      readProgress: 40,
    });
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (
      this: Element,
    ) {
      return new DOMRect(0, (this.nextSibling ? 0 : 2000) - pages.layout.scrollTop, 400, 2000);
    });
    const { container } = await openReader(deps, bookmark);
    await waitFor(() => expect(pages.layout.scrollTop).toBe(2000));
    expect(container.querySelector<HTMLElement>('.reader-top')?.dataset.hidden).toBe('false');
  });

  it('hides while the user scrolls down, and returns with a scroll up', async () => {
    const { container } = await openArticle({});
    vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(9000);
    const top = container.querySelector<HTMLElement>('.reader-top')!;
    const scrollTo = (y: number) => act(() => pages.layout.scrollTo(y));
    scrollTo(200);
    scrollTo(400);
    expect(top.dataset.hidden).toBe('true');
    scrollTo(300);
    expect(top.dataset.hidden).toBe('false');
  });
});

describe('without an article', () => {
  it('explains why, and links to the page', async () => {
    const { container } = await openAddress('pdf');
    expect(screen.getByText(/this is a PDF/)).toBeTruthy();
    expect(
      within(container as HTMLElement).getAllByRole('link', { name: 'Open original' }),
    ).toHaveLength(1);
    expect(await seriousFindings(container)).toEqual([]);
  });

  it('does not offer to capture where that would never help', async () => {
    await openAddress('pdf');
    expect(screen.queryByRole('button', { name: 'Capture again' })).toBeNull();
  });

  it('offers to keep the text of a page that has no article', async () => {
    await openAddress('no-article');
    expect(screen.getByText(/it only leads to other pages/)).toBeTruthy();
    expect(screen.getByText(/choose “Keep its text”/)).toBeTruthy();
    expect(button('Keep its text')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Capture again' })).toBeNull();
  });

  it('captures again, or explains what is needed for it', async () => {
    const { deps, bookmark } = await openAddress('timed-out');
    fireEvent.click(button('Capture again'));
    expect(await screen.findByText(/Open the page itself in a tab/)).toBeTruthy();
    expect(deps.background.captureAgain).toHaveBeenCalledWith({ id: bookmark.id });
  });

  it('shows the article as soon as there is one', async () => {
    const { deps, bookmark } = await openAddress('timed-out');
    value(
      await deps.library.bookmarks.recapture(bookmark.id, page({ html: '<p>Here</p>' }).capture),
    );
    expect(await screen.findByText('Here')).toBeTruthy();
    expect(screen.queryByText('There is no article to read')).toBeNull();
  });
});

describe('keys', () => {
  it.each(['Escape', 'Backspace'])('%s goes back', async (key) => {
    const { onBack } = await openArticle({});
    press(key);
    expect(onBack).toHaveBeenCalledOnce();
  });

  it('f makes a favourite and a archives', async () => {
    const { deps, bookmark } = await openArticle({});
    press('f');
    press('a');
    await waitFor(async () => {
      const now = await deps.library.bookmarks.get(bookmark.id);
      expect(now).toMatchObject({ isFavourite: true, isArchived: true });
    });
  });

  it('o opens the page in a tab without a referrer or opener', async () => {
    const open = vi.fn();
    vi.stubGlobal('open', open);
    await openArticle({ url: 'https://example.org/a' });
    press('o');
    expect(open).toHaveBeenCalledWith('https://example.org/a', '_blank', 'noopener,noreferrer');
  });

  it('+ and - change the text size within its range', async () => {
    const { deps } = await openArticle({});
    for (let i = 0; i < 30; i++) press('+');
    expect(deps.settings.settings.value.reader.fontSizePx).toBe(32);
    press('-');
    expect(deps.settings.settings.value.reader.fontSizePx).toBe(31);
  });

  it('j and k move from paragraph to paragraph', async () => {
    const { root } = await openArticle({ html: '<p>1</p><p>2</p><p>3</p>' });
    for (const [n, paragraph] of [...root.children].entries()) {
      pages.layout.place(paragraph, 1000 + n * 700, 700);
    }
    press('j');
    expect(pages.layout.scrollTop).toBe(1000);
    press('j');
    expect(pages.layout.scrollTop).toBe(1700);
    act(() => pages.layout.scrollTo(1900));
    press('k');
    expect(pages.layout.scrollTop).toBe(1700);
    press('k');
    expect(pages.layout.scrollTop).toBe(1000);
  });

  it('? lists the keys, and Esc then closes the list but not the reader', async () => {
    const { onBack, container } = await openArticle({});
    press('?');
    const dialog = await screen.findByRole('dialog', { name: 'Keys' });
    expect(within(dialog).getByText('Next paragraph')).toBeTruthy();
    expect(await seriousFindings(container)).toEqual([]);
    press('Escape');
    expect(onBack).not.toHaveBeenCalled();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
