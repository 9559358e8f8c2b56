import { act, fireEvent, screen, waitFor } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { openArticle, openReader } from '../../reader/open-article';
import {
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
