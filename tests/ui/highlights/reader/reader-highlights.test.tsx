import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SENT_NOTE_MAX_LENGTH } from '../../../../src/domain/highlight';
import { highlightRepository } from '../../../../src/library';
import { capture, value } from '../../../library/library';
import { seriousFindings } from '../../../support/accessibility';
import { downloads, fillBrowserGaps } from '../../../support/browser-gaps';
import { stubLayout } from '../../../support/layout';
import { openArticle, openReader, type TestDeps } from '../../reader/open-article';
import { select } from './select-words';

const HTML = `<p>The harbour froze in the second week of January.</p>
  <p>Boats stood in the ice like chairs around a table.</p>`;

let painted: ReturnType<typeof fillBrowserGaps>['painted'];

beforeEach(() => {
  painted = fillBrowserGaps().painted;
  stubLayout();
});

afterEach(() => {
  act(cleanup); // Preact cleans effects up after the next paint, which no test waits for.
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const button = (name: string) => screen.getByRole('button', { name });

async function highlight(root: Element, words: string, color = 'Yellow'): Promise<void> {
  select(root, words);
  const choice = await screen.findByRole('button', { name: color });
  fireEvent.pointerDown(choice);
  fireEvent.click(choice);
  const name = `leafmark-${color.toLowerCase()}`;
  await waitFor(() => expect(painted()[name]).toContain(words));
}

const stored = ({ library }: TestDeps) => library.part(highlightRepository);

const list = async () => {
  fireEvent.click(button('Highlights'));
  return within(await screen.findByRole('complementary', { name: 'Highlights' }));
};

/** Opens the editor of a highlight from the list. */
const openEditor = async (words: string) => {
  fireEvent.click((await list()).getByRole('button', { name: new RegExp(words) }));
  return within(await screen.findByRole('dialog', { name: 'Edit the highlight' }));
};

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

describe('a highlight whose text is not in the article', () => {
  const quote = { exact: 'a text that was removed later', prefix: '', suffix: '' };

  async function openDetached() {
    const opened = await openArticle({ html: HTML });
    const { deps, bookmark, root } = opened;
    const detached = { bookmarkId: bookmark.id, quote, color: 'red', position: null };
    await stored(deps).add(detached);
    await highlight(root, 'January');
    return { ...opened, panel: await list() };
  }

  it('is listed after the others and says that it is not there', async () => {
    const { panel } = await openDetached();
    const items = panel.getAllByRole('listitem').map((item) => item.textContent);
    expect(items[1]).toContain('a text that was removed later');
    expect(items[1]).toContain('This text is not in the article.');
    expect(painted()).toEqual({ 'leafmark-yellow': ['January'] });
  });

  it('gives the focus to another one in the list when it is deleted', async () => {
    const { panel } = await openDetached();
    const remove = panel.getByRole('button', { name: 'Delete' });
    act(() => remove.focus());
    fireEvent.click(remove);
    await waitFor(() => expect(panel.getAllByRole('listitem')).toHaveLength(1));
    expect(document.activeElement).toBe(panel.getByRole('button', { name: /January/ }));
  });

  it('is attached to the selected text, and detached again with Undo', async () => {
    const { panel, root, deps } = await openDetached();
    const attach = panel.getByRole<HTMLButtonElement>('button', {
      name: 'Attach to the selection',
    });
    expect(attach.disabled).toBe(true);
    select(root, 'chairs');
    await waitFor(() => expect(attach.disabled).toBe(false));
    fireEvent.click(attach);
    await waitFor(() => expect(painted()).toMatchObject({ 'leafmark-red': ['chairs'] }));
    act(() => deps.toasts.undoLast());
    await waitFor(() => expect(painted()).toEqual({ 'leafmark-yellow': ['January'] }));
  });

  it('is kept as a note, without being searched for', async () => {
    const { panel, deps, bookmark } = await openDetached();
    fireEvent.click(panel.getByRole('button', { name: 'Keep as a note' }));
    expect(await panel.findByText('Kept as a note.')).toBeTruthy();
    const kept = (await stored(deps).ofBookmark(bookmark.id)).at(-1);
    expect(kept).toMatchObject({ isNoteOnly: true, quote });
    expect(panel.queryByRole('button', { name: 'Keep as a note' })).toBeNull();
  });

  it('is searched for again after it was kept as a note', async () => {
    const { panel, deps, bookmark } = await openDetached();
    fireEvent.click(panel.getByRole('button', { name: 'Keep as a note' }));
    fireEvent.click(await panel.findByRole('button', { name: 'Find it again' }));
    expect(await panel.findByText('This text is not in the article.')).toBeTruthy();
    const kept = (await stored(deps).ofBookmark(bookmark.id)).at(-1);
    expect(kept).toMatchObject({ isNoteOnly: false, quote });
  });
});

describe('a highlight that may be in the wrong place', () => {
  const line = 'The same words stand in this article twice.';
  const html = `<p>${line}</p><p>${line}</p>`;

  async function openUnsure() {
    const opened = await openArticle({ html });
    const quote = { exact: 'stand in this article', prefix: '', suffix: '' };
    const highlight = { bookmarkId: opened.bookmark.id, quote, color: 'red', position: null };
    await stored(opened.deps).add(highlight);
    await waitFor(() => expect(painted()).toEqual({ 'leafmark-unsure': [quote.exact] }));
    return { ...opened, words: quote.exact };
  }

  it('is asked about until a person confirms it, and is sure when the article is opened again', async () => {
    const { deps, bookmark, unmount, words } = await openUnsure();
    unmount();
    const again = await openReader(deps, bookmark);
    await waitFor(() => expect(painted()).toEqual({ 'leafmark-unsure': [words] }));
    const editor = await openEditor(words);
    expect(editor.getByRole('group', { name: 'Is this the right place?' })).toBeTruthy();
    fireEvent.click(editor.getByRole('button', { name: 'Yes, it is' }));
    await waitFor(() => expect(painted()).toEqual({ 'leafmark-red': [words] }));
    expect(editor.queryByRole('group', { name: 'Is this the right place?' })).toBeNull();
    again.unmount();
    await openReader(deps, bookmark);
    await waitFor(() => expect(painted()).toEqual({ 'leafmark-red': [words] }));
  });

  it('is detached when it is wrong, stays so, and comes back with Undo', async () => {
    const { deps, bookmark, unmount, words } = await openUnsure();
    fireEvent.click((await openEditor(words)).getByRole('button', { name: /^No/ }));
    await waitFor(() => expect(painted()).toEqual({}));
    expect(await screen.findByText('This text is not in the article.')).toBeTruthy();
    unmount();
    await openReader(deps, bookmark);
    expect(await (await list()).findByText('This text is not in the article.')).toBeTruthy();
    expect(painted()).toEqual({});
    act(() => deps.toasts.undoLast());
    await waitFor(() => expect(painted()).toEqual({ 'leafmark-unsure': [words] }));
  });
});
