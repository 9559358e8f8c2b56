import { act, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { SENT_NOTE_MAX_LENGTH } from '../../../../src/domain/highlight';
import { capture, value } from '../../../library/library';
import { seriousFindings } from '../../../support/accessibility';
import { downloads } from '../../../support/browser-gaps';
import { openArticle, openReader } from '../../reader/open-article';
import {
  button,
  HTML,
  highlight,
  list,
  openEditor,
  painted,
  stored,
  useHighlights,
} from './highlighted-article';
import { select } from './select-words';

useHighlights();

describe('highlights in the reader', () => {
  it('are made from the selection with a colour, and stay when the article is opened again', async () => {
    const { root, deps, bookmark, unmount } = await openArticle({ html: HTML });
    await highlight(root, 'harbour froze', 'Blue');
    expect(await stored(deps).ofBookmark(bookmark.id)).toMatchObject([
      { quote: { exact: 'harbour froze', prefix: 'The ' }, color: 'blue', position: { start: 3 } },
    ]);
    unmount();
    expect(painted()).toEqual({});
    await openReader(deps, bookmark);
    await waitFor(() => expect(painted()).toEqual({ 'leafmark-blue': ['harbour froze'] }));
  });

  it('are made with the key h in the colour of the last one, and taken back with Undo', async () => {
    const { root, deps, bookmark } = await openArticle({ html: HTML });
    await highlight(root, 'January', 'Green');
    select(root, 'Boats');
    fireEvent.keyDown(document.body, { key: 'h' });
    await waitFor(() => expect(painted()).toEqual({ 'leafmark-green': ['Boats', 'January'] }));
    // A selection would cover the colour.
    await waitFor(() => expect(document.getSelection()?.isCollapsed).toBe(true));
    expect(deps.toasts.toasts.value).toMatchObject([{ message: 'Highlighted.' }]);
    act(() => deps.toasts.undoLast());
    await waitFor(() => expect(painted()).toEqual({ 'leafmark-green': ['January'] }));
    expect(await stored(deps).ofBookmark(bookmark.id)).toHaveLength(1);
  });

  it('are not offered for a selection outside of the text, or of white space', async () => {
    const { root } = await openArticle({ html: HTML });
    select(document.body, 'A page');
    expect(screen.queryByRole('group', { name: 'Highlight the selection' })).toBeNull();
    fireEvent.pointerDown(document);
    const [between] = [...root.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    document.getSelection()?.selectAllChildren(between!);
    document.getSelection()?.setBaseAndExtent(between!, 0, between!, 2);
    fireEvent(document, new Event('selectionchange'));
    fireEvent.pointerUp(document);
    expect(screen.queryByRole('group', { name: 'Highlight the selection' })).toBeNull();
  });

  it('are listed in the order of the text, with nothing to list at first', async () => {
    const { root, container } = await openArticle({ html: HTML });
    expect((await list()).getByText(/^There are no highlights yet/)).toBeTruthy();
    fireEvent.click(button('Close'));
    await highlight(root, 'chairs');
    await highlight(root, 'January');
    const quotes = (await list()).getAllByRole('listitem').map((item) => item.textContent);
    expect(quotes).toEqual(['January (Yellow)', 'chairs (Yellow)']);
    expect(await seriousFindings(container)).toEqual([]);
  });

  it('get another colour and a note in their editor', async () => {
    const { root, deps, bookmark, container } = await openArticle({ html: HTML });
    await highlight(root, 'chairs');
    const editor = await openEditor('chairs');
    expect(editor.getByRole('button', { name: 'Yellow', pressed: true })).toBeTruthy();
    expect(document.activeElement).toBe(editor.getByLabelText('Note'));
    expect(String([...(CSS.highlights.get('leafmark-edited') ?? [])])).toBe('chairs');
    fireEvent.click(editor.getByRole('button', { name: 'Red' }));
    await waitFor(() => expect(painted()).toEqual({ 'leafmark-red': ['chairs'] }));
    fireEvent.input(editor.getByLabelText('Note'), { target: { value: 'Cold seats' } });
    await waitFor(async () =>
      expect(await stored(deps).ofBookmark(bookmark.id)).toMatchObject([
        { color: 'red', note: 'Cold seats' },
      ]),
    );
    expect(await seriousFindings(container)).toEqual([]);
  });

  it('keep a long note whole, and the editor says that servers do not take it', async () => {
    const { root, deps, bookmark, container } = await openArticle({ html: HTML });
    await highlight(root, 'chairs');
    const editor = await openEditor('chairs');
    const field = editor.getByLabelText<HTMLTextAreaElement>('Note');
    expect(field.maxLength).toBeGreaterThan(SENT_NOTE_MAX_LENGTH);
    const note = '🚢'.repeat(SENT_NOTE_MAX_LENGTH);
    fireEvent.input(field, { target: { value: note } });
    await waitFor(async () =>
      expect(await stored(deps).ofBookmark(bookmark.id)).toMatchObject([{ note }]),
    );
    expect(editor.queryByText(/at most 1,024/)).toBeNull();
    fireEvent.input(field, { target: { value: `${note}.` } });
    expect(await editor.findByText(/at most 1,024/)).toBeTruthy();
    expect(await seriousFindings(container)).toEqual([]);
  });

  it('are deleted in their editor, and restored with Undo', async () => {
    const { root, deps } = await openArticle({ html: HTML });
    await highlight(root, 'chairs');
    fireEvent.click((await openEditor('chairs')).getByRole('button', { name: /^Delete/ }));
    await waitFor(() => expect(painted()).toEqual({}));
    expect(screen.queryByRole('dialog')).toBeNull();
    act(() => deps.toasts.undoLast());
    await waitFor(() => expect(painted()).toEqual({ 'leafmark-yellow': ['chairs'] }));
  });

  it('give the focus to the next one in the list when they are deleted, and at last to the list', async () => {
    const { root } = await openArticle({ html: HTML });
    await highlight(root, 'January');
    await highlight(root, 'chairs');
    const panel = await list();
    for (const [words, next] of [
      ['January', () => panel.getByRole('button', { name: /chairs/ })],
      ['chairs', () => screen.getByRole('complementary', { name: 'Highlights' })],
    ] as const) {
      const shown = panel.getByRole('button', { name: new RegExp(words) });
      act(() => shown.focus());
      fireEvent.click(shown);
      const editor = within(await screen.findByRole('dialog', { name: 'Edit the highlight' }));
      const remove = editor.getByRole('button', { name: /^Delete/ });
      act(() => remove.focus());
      fireEvent.click(remove);
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      await waitFor(() => expect(document.activeElement).toBe(next()));
    }
  });

  it('are found again when the page is captured again while it is open', async () => {
    const { root, deps, bookmark } = await openArticle({ html: HTML });
    await highlight(root, 'chairs');
    const again = capture({ html: `<p>It snows.</p>${HTML}`, url: bookmark.url });
    value(await deps.library.bookmarks.recapture(bookmark.id, again));
    await screen.findByText('It snows.');
    await waitFor(() => expect(painted()).toEqual({ 'leafmark-yellow': ['chairs'] }));
    await highlight(root, 'It snows.', 'Green');
  });

  it('are copied as a quote with the address, and all of them as Markdown', async () => {
    const writeText = vi.fn(async () => {});
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    const { root, deps, bookmark } = await openArticle({ html: HTML, title: 'Ice [1]' });
    await highlight(root, 'chairs');
    const [made] = await stored(deps).ofBookmark(bookmark.id);
    await stored(deps).edit(made!.id, { note: '*Cold*' });
    await (await list()).findByText('*Cold*');
    fireEvent.click(button('Copy as Markdown'));
    const markdown = `# [Ice \\[1\\]](${bookmark.url})\n\n> chairs\n\n\\*Cold\\*\n`;
    await waitFor(() => expect(writeText).toHaveBeenLastCalledWith(markdown));
    const files = downloads();
    fireEvent.click(button('Download as Markdown'));
    await waitFor(() => expect(files).toEqual([['ice-1-highlights.md', markdown]]));
    fireEvent.click(screen.getByRole('button', { name: /^chairs/ }));
    fireEvent.click(await screen.findByRole('button', { name: 'Copy with link' }));
    expect(writeText).toHaveBeenLastCalledWith(`“chairs”\n\n*Cold*\n\nIce [1]\n${bookmark.url}`);
  });
});

describe('the keyboard in a text with highlights', () => {
  const LINKED = `<p>The <a href="https://example.org/h">harbour</a> froze in January.</p>
    <p>Boats stood in the ice like <a href="https://example.org/c">chairs</a>.</p>`;

  it('moves between highlights and links with Tab, in the order of the text, and opens the editor', async () => {
    const { root, container } = await openArticle({ html: LINKED });
    await highlight(root, 'January');
    await highlight(root, 'Boats', 'Red');
    const [harbour, chairs] = [...root.querySelectorAll('a')] as HTMLAnchorElement[];
    const current = () => painted()['leafmark-current'] ?? null;
    const tab = (shiftKey = false) => {
      const how = { shiftKey, bubbles: true, cancelable: true };
      const event = new KeyboardEvent('keydown', { key: 'Tab', ...how });
      act(() => void (document.activeElement ?? document.body).dispatchEvent(event));
      return event.defaultPrevented;
    };
    act(() => harbour!.focus());
    expect(tab()).toBe(true);
    await waitFor(() => expect(current()).toEqual(['January']));
    expect(screen.getByText('Highlight 1 of 2, Yellow: January').getAttribute('role')).toBe(
      'status',
    );
    tab();
    await waitFor(() => expect(current()).toEqual(['Boats']));
    fireEvent.keyDown(document.body, { key: 'Enter' });
    await screen.findByRole('dialog', { name: 'Edit the highlight' });
    fireEvent.click(button('Blue'));
    await screen.findByText('Highlight 2 of 2, Blue: Boats');
    expect(await seriousFindings(container)).toEqual([]);
    act(() => (document.activeElement as HTMLElement).blur());
    tab();
    await waitFor(() => expect(document.activeElement).toBe(chairs));
    expect(current()).toBeNull();
    tab(true);
    await waitFor(() => expect(current()).toEqual(['Boats']));
    tab(true);
    tab(true);
    await waitFor(() => expect(document.activeElement).toBe(harbour));
    // Before the first highlight the browser does what it always does.
    expect(tab(true)).toBe(false);
  });

  it('goes on at the next highlight when the current one is deleted, and at last at its place', async () => {
    const { root } = await openArticle({ html: LINKED });
    await highlight(root, 'January');
    await highlight(root, 'Boats');
    act(() => root.querySelector('a')?.focus());
    for (const words of ['January', 'Boats']) {
      if (words === 'January') fireEvent.keyDown(document.activeElement!, { key: 'Tab' });
      await waitFor(() => expect(painted()['leafmark-current']).toEqual([words]));
      fireEvent.keyDown(document.body, { key: 'Enter' });
      await screen.findByRole('dialog', { name: 'Edit the highlight' });
      act(() => button('Delete the highlight').focus());
      fireEvent.click(button('Delete the highlight'));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
    await waitFor(() => expect(painted()).toEqual({}));
    // The browser goes on from the selection.
    const after = () => document.getSelection()?.anchorNode;
    await waitFor(() => expect(after()?.textContent).toContain('Boats'));
  });

  it('opens the article at a highlight, or its list if the text is not there', async () => {
    const { root, deps, bookmark, unmount } = await openArticle({ html: HTML });
    await highlight(root, 'chairs');
    unmount();
    const [made] = await stored(deps).ofBookmark(bookmark.id);
    const again = await openReader(deps, bookmark, made!.id);
    await waitFor(() => expect(painted()).toMatchObject({ 'leafmark-current': ['chairs'] }));
    again.unmount();
    const quote = { exact: 'a text that was removed later', prefix: '', suffix: '' };
    const lost = { bookmarkId: bookmark.id, quote, color: 'red', position: null };
    const { id } = value(await stored(deps).add(lost));
    await openReader(deps, bookmark, id);
    const panel = await screen.findByRole('complementary', { name: 'Highlights' });
    expect(within(panel).getByText('a text that was removed later')).toBeTruthy();
  });
});

describe('a bookmark in the trash', () => {
  it('shows its highlights, and offers no colours for more', async () => {
    const { root, deps, bookmark } = await openArticle({ html: HTML });
    await highlight(root, 'chairs');
    value(await deps.library.bookmarks.trash([bookmark.id]));
    await screen.findByRole('button', { name: 'Restore' });
    select(root, 'January');
    fireEvent.keyDown(document.body, { key: 'h' });
    const colors = () => screen.queryByRole('group', { name: 'Highlight the selection' });
    await waitFor(() => expect(colors()).toBeNull());
    expect(painted()).toEqual({ 'leafmark-yellow': ['chairs'] });
    expect(deps.toasts.toasts.value.filter(({ isAlarm }) => isAlarm)).toEqual([]);
  });
});

describe('an image that is not stored', () => {
  it('is not part of the words of a highlight', async () => {
    const url = 'https://example.org/boat.png';
    const html = `<p>The harbour <img src="${url}" alt="A boat"> froze.</p>`;
    const { root, deps, bookmark } = await openArticle({ html, images: [url] });
    await screen.findByText('A boat');
    const [first, last] = [
      root.querySelector('p')!.firstChild!,
      root.querySelector('p')!.lastChild!,
    ];
    fireEvent.pointerDown(root);
    document.getSelection()?.setBaseAndExtent(first, 4, last, 6);
    fireEvent(document, new Event('selectionchange'));
    fireEvent.pointerUp(document);
    fireEvent.click(await screen.findByRole('button', { name: 'Yellow' }));
    await waitFor(async () =>
      expect(await stored(deps).ofBookmark(bookmark.id)).toMatchObject([
        { quote: { exact: 'harbour froze', prefix: 'The ', suffix: '.' } },
      ]),
    );
  });
});
