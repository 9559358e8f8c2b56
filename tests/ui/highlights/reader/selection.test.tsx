import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { highlightRepository } from '../../../../src/library';
import { usePages } from '../../../support/rendered-pages';
import { openArticle } from '../../reader/open-article';
import { select } from './select-words';

usePages();

describe('a selection in the reader', () => {
  it('has the colours beside its words after the window has changed its size', async () => {
    const { root } = await openArticle({ html: '<p>The harbour froze in January.</p>' });
    select(root, 'January');
    const bubble = (await screen.findByRole('button', { name: 'Yellow' })).closest<HTMLElement>(
      '.highlight-bubble',
    );
    const before = bubble?.style.top;
    const moved = vi.spyOn(Range.prototype, 'getClientRects');
    moved.mockReturnValue([new DOMRect(100, 300, 50, 20)] as unknown as DOMRectList);
    fireEvent(window, new Event('resize'));
    await waitFor(() => expect(bubble?.style.top).not.toBe(before));
    moved.mockRestore();
  });

  it('has the colours again when the page has stopped to scroll, which Safari does not report', async () => {
    const { root } = await openArticle({ html: '<p>The harbour froze in January.</p>' });
    select(root, 'January');
    await screen.findByRole('button', { name: 'Yellow' });
    fireEvent.scroll(document);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Yellow' })).toBeNull());
    await screen.findByRole('button', { name: 'Yellow' });
  });

  it('has a note and the share sheet of the system beside the colours on a touched screen', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(hover: none)' }));
    const share = vi.fn(async () => {});
    Object.defineProperty(navigator, 'share', { configurable: true, value: share });
    onTestFinished(() => {
      Reflect.deleteProperty(navigator, 'share');
      vi.unstubAllGlobals();
    });
    const { root, deps, bookmark } = await openArticle({ html: '<p>The harbour froze.</p>' });
    select(root, 'harbour froze');
    const bubble = (await screen.findByRole('button', { name: 'Yellow' })).closest('div')!;
    fireEvent.click(within(bubble).getByRole('button', { name: 'Share' }));
    const text = `“harbour froze”\n\n${bookmark.title}\n${bookmark.url}`;
    expect(share).toHaveBeenCalledExactlyOnceWith({ text });
    fireEvent.click(within(bubble).getByRole('button', { name: 'Note' }));
    const editor = await screen.findByRole('dialog', { name: 'Edit the highlight' });
    expect(document.activeElement).toBe(within(editor).getByLabelText('Note'));
    expect(await deps.library.part(highlightRepository).ofBookmark(bookmark.id)).toMatchObject([
      { quote: { exact: 'harbour froze' }, color: 'yellow' },
    ]);
  });

  it('is kept if it is too long, and a message says so', async () => {
    const words = 'A very long text. '.repeat(600).trim();
    const { root, deps, bookmark } = await openArticle({ html: `<p>${words}</p>` });
    const choice = await waitFor(() => {
      select(root, words);
      return screen.getByTitle('Yellow');
    });
    fireEvent.click(choice);
    await waitFor(() =>
      expect(deps.toasts.toasts.value.at(-1)?.message).toMatch(/^The selection is too long\./),
    );
    expect(String(document.getSelection()).length).toBeGreaterThan(10_000);
    expect(await deps.library.part(highlightRepository).ofBookmark(bookmark.id)).toEqual([]);
  });
});
