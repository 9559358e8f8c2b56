import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AddressOnlyReason } from '../../../src/domain';
import { page, value } from '../../library/library';
import { seriousFindings } from '../../support/accessibility';
import { fillBrowserGaps } from '../../support/browser-gaps';
import { stubLayout, type TestWindow } from '../../support/layout';
import { openArticle, openReader, readerDeps, save, type TestDeps } from './open-article';

let layout: TestWindow;

beforeEach(() => {
  fillBrowserGaps();
  layout = stubLayout();
});

afterEach(() => {
  act(cleanup); // Preact clears effects up after the paint, which no test waits for.
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
const button = (name: string) => screen.getByRole('button', { name });

async function openAddress(reason: AddressOnlyReason, given?: TestDeps) {
  const deps = given ?? (await readerDeps());
  const bookmark = await save(deps.library, {
    kind: 'address',
    url: 'https://example.org/a.pdf',
    title: 'Report',
    excerpt: '',
    reason,
  });
  return { ...(await openReader(deps, bookmark)), deps, bookmark };
}

describe('the reader', () => {
  it('has no serious accessibility finding', async () => {
    const { container } = await openArticle({
      html: `<h2>Part</h2><p>Text <a href="https://example.com">link</a></p><pre>code</pre>
        <table><tr><th>a</th></tr><tr><td>b</td></tr></table><details><summary>s</summary>x</details>
        <img src="https://example.org/i.png" alt="A chart">`,
      excerpt: 'chosen',
      authors: ['Ada'],
    });
    expect(await seriousFindings(container)).toEqual([]);
  });

  it('marks a favourite and takes it back', async () => {
    await openArticle({});
    fireEvent.click(button('Favourite'));
    await waitFor(() => expect(button('Favourite').getAttribute('aria-pressed')).toBe('true'));
    fireEvent.click(button('Favourite'));
    await waitFor(() => expect(button('Favourite').getAttribute('aria-pressed')).toBe('false'));
  });

  it.each(['file:///etc/passwd', 'chrome-extension://abc/x.html', 'about:config', 'javascript:1'])(
    'opens no page at %s when the bookmark is a server’s',
    async (url) => {
      const deps = await readerDeps();
      const bookmark = await save(deps.library, {
        ...{ kind: 'address', url: 'https://example.org/', title: 'Odd', excerpt: '' },
        reason: 'no-text',
      });
      await deps.tables.bookmarks.update(bookmark.id, { url, serverId: 's' });
      await openReader(deps, bookmark);
      const open = vi.spyOn(window, 'open');
      press('o');
      expect(open).not.toHaveBeenCalled();
      expect(screen.queryByRole('link', { name: 'Open original' })).toBeNull();
    },
  );

  it('archives, with a way back', async () => {
    const { deps, bookmark } = await openArticle({});
    fireEvent.click(button('Archive'));
    await waitFor(() => expect(button('Archive').getAttribute('aria-pressed')).toBe('true'));
    expect(deps.toasts.toasts.value.at(-1)?.canUndo).toBe(true);
    expect((await deps.library.bookmarks.get(bookmark.id))?.isArchived).toBe(true);
  });

  it('opens the labels editor, by the button and by l', async () => {
    const { bookmark, onLabels } = await openArticle({});
    fireEvent.click(button('Labels'));
    press('l');
    expect(onLabels.mock.calls.map(([shown]) => shown.id)).toEqual([bookmark.id, bookmark.id]);
  });

  it('deletes into the trash with a way back, and leaves', async () => {
    const { deps, bookmark, onBack } = await openArticle({});
    fireEvent.click(button('Delete'));
    expect(onBack).toHaveBeenCalledOnce();
    await waitFor(() => expect(deps.toasts.toasts.value.at(-1)?.canUndo).toBe(true));
    expect((await deps.library.bookmarks.get(bookmark.id))?.trashedAt).not.toBeNull();
  });

  it('offers to restore what is in the trash', async () => {
    const deps = await readerDeps();
    const bookmark = await save(deps.library, page());
    await deps.library.bookmarks.trash([bookmark.id]);
    await openReader(deps, bookmark);
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
    fireEvent.click(button('Restore'));
    expect(await screen.findByRole('button', { name: 'Delete' })).toBeTruthy();
  });

  it('gives the tab its title for as long as it is open', async () => {
    document.title = 'Unread';
    const { unmount } = await openArticle({ title: 'A title' });
    expect(document.title).toBe('A title · Leafmark');
    act(() => void unmount());
    expect(document.title).toBe('Unread');
  });

  it('leads to the page itself and to a tab of its own', async () => {
    const { onOpenInTab } = await openArticle({ url: 'https://example.org/a' });
    const original = screen.getByRole('link', { name: 'Open original' });
    expect(original.getAttribute('href')).toBe('https://example.org/a');
    expect(original.getAttribute('rel')).toContain('noopener');
    fireEvent.click(button('Open in tab'));
    expect(onOpenInTab).toHaveBeenCalledOnce();
  });

  it('says so when the bookmark is deleted for good while it is read', async () => {
    const { deps, bookmark, onBack } = await openArticle({});
    value(await deps.library.bookmarks.trash([bookmark.id]));
    value(await deps.library.bookmarks.purge([bookmark.id]));
    expect(await screen.findByText('This bookmark is no longer here')).toBeTruthy();
    fireEvent.click(button('Back'));
    expect(onBack).toHaveBeenCalledOnce();
  });

  it('shows a title that is edited elsewhere, and leaves the text alone', async () => {
    const { deps, bookmark, root } = await openArticle({ title: 'Before' });
    const text = root.firstElementChild;
    await deps.library.bookmarks.edit(bookmark.id, { title: 'After' });
    expect(await screen.findByRole('heading', { name: 'After' })).toBeTruthy();
    expect(root.firstElementChild).toBe(text);
  });
});

describe('the toolbar', () => {
  it('is there when an article opens where it was left', async () => {
    const deps = await readerDeps();
    const bookmark = await save(deps.library, page({ html: '<p>1</p><p>2</p>' }));
    await deps.library.bookmarks.edit(bookmark.id, {
      readAnchor: 'p:nth-child(2)',
      readProgress: 40,
    });
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (
      this: Element,
    ) {
      return new DOMRect(0, (this.nextSibling ? 0 : 2000) - layout.scrollTop, 400, 2000);
    });
    const { container } = await openReader(deps, bookmark);
    await waitFor(() => expect(layout.scrollTop).toBe(2000));
    expect(container.querySelector<HTMLElement>('.reader-top')?.dataset.hidden).toBe('false');
  });

  it('makes room while a person reads on, and comes back with a scroll up', async () => {
    const { container } = await openArticle({});
    vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(9000);
    const top = container.querySelector<HTMLElement>('.reader-top')!;
    const scrollTo = (y: number) => act(() => layout.scrollTo(y));
    scrollTo(200);
    scrollTo(400);
    expect(top.dataset.hidden).toBe('true');
    scrollTo(300);
    expect(top.dataset.hidden).toBe('false');
  });
});

describe('without an article', () => {
  it('says why, and leads to the page', async () => {
    const { container } = await openAddress('pdf');
    expect(screen.getByText(/this is a PDF/)).toBeTruthy();
    expect(
      within(container as HTMLElement).getAllByRole('link', { name: 'Open original' }),
    ).toHaveLength(2);
    expect(await seriousFindings(container)).toEqual([]);
  });

  it('offers no capture where it would never help', async () => {
    await openAddress('pdf');
    expect(screen.queryByRole('button', { name: 'Capture again' })).toBeNull();
  });

  it('captures again, or says what is missing for it', async () => {
    const { deps, bookmark } = await openAddress('timed-out');
    fireEvent.click(button('Capture again'));
    expect(await screen.findByText(/Open the page itself in a tab/)).toBeTruthy();
    expect(deps.background.captureAgain).toHaveBeenCalledWith(bookmark.id);
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

  it('f marks a favourite, a archives', async () => {
    const { deps, bookmark } = await openArticle({});
    press('f');
    press('a');
    await waitFor(async () => {
      const now = await deps.library.bookmarks.get(bookmark.id);
      expect(now).toMatchObject({ isFavourite: true, isArchived: true });
    });
  });

  it('o opens the page in a tab that knows nothing of us', async () => {
    const open = vi.fn();
    vi.stubGlobal('open', open);
    await openArticle({ url: 'https://example.org/a' });
    press('o');
    expect(open).toHaveBeenCalledWith('https://example.org/a', '_blank', 'noopener,noreferrer');
  });

  it('+ and - change the size of the text, as far as it goes', async () => {
    const { deps } = await openArticle({});
    for (let i = 0; i < 30; i++) press('+');
    expect(deps.settings.settings.value.reader.fontSizePx).toBe(32);
    press('-');
    expect(deps.settings.settings.value.reader.fontSizePx).toBe(31);
  });

  it('j and k go from paragraph to paragraph', async () => {
    const { root } = await openArticle({ html: '<p>1</p><p>2</p><p>3</p>' });
    for (const [n, paragraph] of [...root.children].entries()) {
      layout.place(paragraph, 1000 + n * 700, 700);
    }
    press('j');
    expect(layout.scrollTop).toBe(1000);
    press('j');
    expect(layout.scrollTop).toBe(1700);
    act(() => layout.scrollTo(1900));
    press('k');
    expect(layout.scrollTop).toBe(1700);
    press('k');
    expect(layout.scrollTop).toBe(1000);
  });

  it('? shows them all; Esc then closes the list, not the reader', async () => {
    const { onBack, container } = await openArticle({});
    press('?');
    const dialog = await screen.findByRole('dialog', { name: 'Keys' });
    expect(within(dialog).getByText('Next paragraph')).toBeTruthy();
    expect(await seriousFindings(container)).toEqual([]);
    press('Escape');
    expect(onBack).not.toHaveBeenCalled();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close the key list' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
