import { act, fireEvent, waitFor, within } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import type { HighlightId } from '../../../../src/domain/highlight';
import { err } from '../../../../src/domain/result';
import { value } from '../../../library/library';
import { downloads } from '../../../support/browser-gaps';
import {
  attachTo,
  drag,
  fireByBrowser,
  HTML,
  painted,
  select,
  selectParts,
  shadow,
  start,
  ui,
  useLivePage,
} from './live-page';

useLivePage();

describe('the highlights of a page', () => {
  it('are gone through with the keyboard and announced, without a selection', async () => {
    const { script } = await start([{ exact: 'like chairs around' }, { exact: 'harbour froze' }]);
    await waitFor(() => expect(painted()['leafmark-red']).toHaveLength(2));
    await script.highlightSelection();
    const cursor = ui().getByRole('button', { name: 'Red highlight: harbour froze' });
    expect(shadow.activeElement).toBe(cursor);
    expect(painted()['leafmark-current']).toEqual(['harbour froze']);
    expect(fireEvent.keyDown(cursor, { key: 'Tab' })).toBe(false);
    await ui().findByText('Red highlight: like chairs around');
    expect(painted()['leafmark-current']).toEqual(['like chairs around']);
    expect(fireEvent.keyDown(cursor, { key: 'Tab' })).toBe(true);
    fireEvent.click(cursor);
    expect(await ui().findByRole('dialog', { name: 'Edit the highlight' })).toBeTruthy();
  });

  it('are offered again where the selection is after the page was scrolled', async () => {
    await start([]);
    drag('harbour froze');
    await ui().findByRole('button', { name: 'Green' });
    // Nothing is waited for, because jsdom reports a selection once more later.
    act(() => void fireEvent.scroll(document));
    expect(ui().queryByRole('button', { name: 'Green' })).toBeNull();
    await ui().findByRole('button', { name: 'Green' });
  });

  it('that are not on the page are listed, and attached to the selection', async () => {
    const { script } = await start([{ exact: 'a text that was removed', prefix: 'It was ' }]);
    await script.openList();
    const item = within(await ui().findByRole('listitem'));
    expect(item.getByText(/^…It was/)).toBeTruthy();
    expect(item.getByText('This text is not on the page.')).toBeTruthy();
    await attachTo('harbour froze');
    await waitFor(() => expect(painted()).toEqual({ 'leafmark-red': ['harbour froze'] }));
  });

  it('are listed with the focus in the list, which closes on Escape', async () => {
    const { script } = await start([{ exact: 'harbour froze' }]);
    await script.openList();
    const list = await ui().findByRole('complementary', { name: 'Highlights' });
    expect(list.getRootNode()).toHaveProperty('activeElement', list);
    fireEvent.keyDown(list, { key: 'Escape' });
    await waitFor(() => expect(ui().queryByRole('complementary')).toBeNull());
  });

  it('say in the list and in the editor why they are on this device only', async () => {
    const { script, library, bookmark, all } = await start([{ exact: 'harbour froze' }]);
    const [made] = await all();
    value(
      await library.sync.highlightTransaction(bookmark.id, (tx) =>
        tx.put(made!, { ...tx.get(made!.id)!.shadow, localOnly: 'covered' }),
      ),
    );
    await script.refresh();
    await script.openList();
    const why = /^Only on this device: the server cannot mark/;
    expect(await within(await ui().findByRole('listitem')).findByText(why)).toBeTruthy();
    await waitFor(() => expect(painted()).not.toEqual({}));
    fireEvent.click(ui().getByRole('button', { name: /^harbour froze/ }));
    const editor = await ui().findByRole('dialog', { name: 'Edit the highlight' });
    expect(within(editor).getByText(why)).toBeTruthy();
  });

  it('are scrolled to and opened by a message, and one that is gone changes nothing', async () => {
    const { script, all } = await start([{ exact: 'harbour froze' }]);
    await waitFor(() => expect(painted()).not.toEqual({}));
    const scroll = vi.fn();
    HTMLElement.prototype.scrollIntoView = scroll;
    await script.showHighlight('gone' as HighlightId);
    expect(scroll).not.toHaveBeenCalled();
    expect(ui().queryByRole('dialog')).toBeNull();
    const [made] = await all();
    await script.showHighlight(made!.id);
    expect(await ui().findByRole('dialog', { name: 'Edit the highlight' })).toBeTruthy();
    expect(scroll).toHaveBeenCalledOnce();
  });

  it('are copied with the address, and all of them as Markdown, also into a file', async () => {
    const writeText = vi.fn(async () => {});
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    const { script } = await start([{ exact: 'like chairs around' }, { exact: 'harbour froze' }]);
    await waitFor(() => expect(painted()['leafmark-red']).toHaveLength(2));
    await script.openList();
    fireEvent.click(await ui().findByRole('button', { name: 'Copy as Markdown' }));
    const markdown = `# [Ice](${location.href})\n\n> harbour froze\n\n> like chairs around\n`;
    await waitFor(() => expect(writeText).toHaveBeenLastCalledWith(markdown));
    const files = downloads();
    fireEvent.click(ui().getByRole('button', { name: 'Download as Markdown' }));
    await waitFor(() => expect(files).toEqual([['ice-highlights.md', markdown]]));
    fireEvent.click(ui().getByRole('button', { name: /^harbour froze/ }));
    fireEvent.click(await ui().findByRole('button', { name: 'Copy with link' }));
    expect(writeText).toHaveBeenLastCalledWith(`“harbour froze”\n\nIce\n${location.href}`);
  });

  it('get a colour and a note in the editor, and are deleted there and restored', async () => {
    const { script, all } = await start([{ exact: 'harbour froze' }]);
    await waitFor(() => expect(painted()).not.toEqual({}));
    await script.highlightSelection();
    fireEvent.click(ui().getByRole('button', { name: /^Red highlight/ }));
    const editor = within(await ui().findByRole('dialog', { name: 'Edit the highlight' }));
    fireEvent.click(editor.getByRole('button', { name: 'Green' }));
    await waitFor(() => expect(painted()['leafmark-green']).toEqual(['harbour froze']));
    fireEvent.input(editor.getByLabelText('Note'), { target: { value: 'How cold?' } });
    await waitFor(async () =>
      expect(await all()).toMatchObject([{ color: 'green', note: 'How cold?' }]),
    );
    fireEvent.click(editor.getByRole('button', { name: 'Delete the highlight' }));
    await waitFor(async () => expect(await all()).toEqual([]));
    fireEvent.click(await ui().findByRole('button', { name: 'Undo' }));
    await waitFor(async () =>
      expect(await all()).toMatchObject([{ color: 'green', note: 'How cold?' }]),
    );
  });

  it('are underlined while the pointer is over them, and open with a click', async () => {
    await start([{ exact: 'harbour froze' }]);
    await waitFor(() => expect(painted()).not.toEqual({}));
    const words = document.querySelector('p')!.firstChild!;
    // jsdom has no layout. The ranges of the test are at 100 to 150 px, 100 to 120 px.
    let offset = 0;
    Object.assign(document, {
      elementFromPoint: () => words.parentElement,
      caretPositionFromPoint: () => ({ offsetNode: words, offset }),
    });
    const over = { clientX: 120, clientY: 110 };
    const pointed = (at: number, expected: readonly string[] | undefined) =>
      vi.waitFor(() => {
        offset = at;
        fireEvent(document, new MouseEvent('pointermove', { ...over, bubbles: true }));
        expect(painted()['leafmark-current']).toEqual(expected);
      });
    await pointed(6, ['harbour froze']);
    await pointed(30, undefined);
    offset = 6;
    fireByBrowser(words.parentElement!, new MouseEvent('click', { ...over, bubbles: true }));
    expect(await ui().findByRole('dialog', { name: 'Edit the highlight' })).toBeTruthy();
    // The pointer may be looked up once more after the end of the test.
    Object.assign(document, { elementFromPoint: () => null, caretPositionFromPoint: () => null });
  });

  it('are not attached to several parts at once', async () => {
    const { script } = await start([{ exact: 'a text that was removed' }]);
    await script.openList();
    selectParts('harbour froze', 'like chairs around');
    fireByBrowser(document, new Event('selectionchange'));
    const attach = await ui().findByRole('button', { name: 'Attach to the selection' });
    await waitFor(() => expect(attach).toHaveProperty('disabled', false));
    fireEvent.click(attach);
    expect(await ui().findByText(/^Several parts of the text are selected/)).toBeTruthy();
    expect(painted()).toEqual({});
  });

  it('are not shown where they were refused, until a person attaches them there', async () => {
    const { script, stored, add } = await start();
    const quote = { exact: 'like chairs around', prefix: 'stood in the ice ', suffix: ' a table.' };
    const { id } = await add(quote);
    value(await stored.edit(id, { refused: [quote] }));
    await add({ exact: 'harbour froze' });
    await script.refresh();
    await waitFor(() => expect(painted()).toEqual({ 'leafmark-red': ['harbour froze'] }));
    await script.openList();
    await attachTo(quote.exact);
    const both = { 'leafmark-red': ['harbour froze', quote.exact] };
    await waitFor(() => expect(painted()).toEqual(both));
    document.body.innerHTML = `<h1>News</h1>${HTML}`;
    await waitFor(() => {
      const ranges = [...(CSS.highlights.get('leafmark-red') ?? [])];
      expect(ranges.map(({ startContainer }) => startContainer.isConnected)).toEqual([true, true]);
    });
  });

  it.each(['delete', 'restore'] as const)('say that their Undo failed to %s them', async (undo) => {
    const { script, stored, changes } = await start();
    select('harbour froze');
    await script.highlightSelection();
    await waitFor(() => expect(painted()).not.toEqual({}));
    if (undo === 'restore') {
      await script.highlightSelection();
      fireEvent.click(ui().getByRole('button', { name: /^Yellow highlight/ }));
      fireEvent.click(await ui().findByRole('button', { name: 'Delete the highlight' }));
      await ui().findByText('The highlight is deleted.');
    }
    if (undo === 'delete') vi.spyOn(stored, undo).mockResolvedValue(err({ kind: 'quota' }));
    else vi.spyOn(changes, 'undo').mockResolvedValue(err({ kind: 'quota' }));
    fireEvent.click(await ui().findByRole('button', { name: 'Undo' }));
    expect(await ui().findByText(/^There is no room left/)).toBeTruthy();
  });

  it('keep the keys on their buttons from the shortcuts of the page', async () => {
    const { script } = await start([{ exact: 'harbour froze' }]);
    await waitFor(() => expect(painted()).not.toEqual({}));
    const onKey = vi.fn();
    document.addEventListener('keydown', onKey);
    await script.highlightSelection();
    const cursor = ui().getByRole('button', { name: /^Red highlight/ });
    fireEvent.keyDown(cursor, { key: 's', composed: true });
    document.removeEventListener('keydown', onKey);
    expect(onKey).not.toHaveBeenCalled();
  });
});
