import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, describe, expect, it } from 'vitest';
import type { BookmarkId } from '../../../src/domain/bookmark';
import type { HighlightId } from '../../../src/domain/highlight';
import type { PageState } from '../../../src/domain/page-state';
import { ok } from '../../../src/domain/result';
import { highlightRepository } from '../../../src/library';
import { FrontPageHighlights } from '../../../src/ui/side-panel/front-page';
import { testLibrary, value } from '../../library/library';
import { seriousFindings } from '../../support/accessibility';
import { fakeBackground } from '../fake-background';
import { saveArticles, savedState } from '../popup/open-popup';

afterEach(cleanup);

/** Opens the panel beside the first of two pages with these highlights. */
async function openPanel(quotes: readonly (readonly string[])[]) {
  const { library } = await testLibrary();
  const saved = await saveArticles(library, ['First', 'Second']);
  const highlights = library.part(highlightRepository);
  for (const [at, exacts] of quotes.entries()) {
    for (const exact of exacts) {
      const quote = { exact, prefix: '', suffix: '' };
      value(
        await highlights.add({ bookmarkId: saved[at]!.id, quote, color: 'red', position: null }),
      );
    }
  }
  let state: PageState = savedState(saved[0]!);
  let changed = () => {};
  const background = fakeBackground({ describePage: async () => ok(state) });
  const view = render(
    <FrontPageHighlights
      library={Promise.resolve(library)}
      background={background}
      frontPage={async () => ({
        watch(listener) {
          changed = listener;
          return () => {};
        },
      })}
      readHref={(id: BookmarkId, highlight: HighlightId) => `#/read/${id}/${highlight}`}
    />,
  );
  const shown = () => screen.queryAllByRole('link').map((link) => link.textContent);
  const go = (next: PageState) => {
    state = next;
    changed();
  };
  return { ...view, saved, highlights, background, shown, go };
}

describe('the highlights of the page beside the side panel', () => {
  it('are listed, live, and a click scrolls the page to one', async () => {
    const { shown, background, highlights, saved, container } = await openPanel([['one', 'two']]);
    await waitFor(() => expect(shown()).toEqual(['one (Red)', 'two (Red)']));
    expect(await seriousFindings(container)).toEqual([]);
    const [first] = await highlights.ofBookmark(saved[0]!.id);
    fireEvent.click(within(screen.getByRole('list')).getAllByRole('link')[0]!);
    expect(background.showHighlight).toHaveBeenCalledWith({ id: first!.id });
    value(await highlights.edit(first!.id, { note: 'A note' }));
    await waitFor(() => expect(shown()[0]).toBe('one (Red)A note'));
    value(await highlights.delete([first!.id]));
    await waitFor(() => expect(shown()).toEqual(['two (Red)']));
  });

  it('open in the reader with a click that opens a tab', async () => {
    const { shown, background, saved } = await openPanel([['one']]);
    await waitFor(() => expect(shown()).toHaveLength(1));
    const link = screen.getByRole<HTMLAnchorElement>('link');
    expect(link.hash).toContain(`#/read/${saved[0]!.id}/`);
    fireEvent.click(link, { ctrlKey: true });
    expect(background.showHighlight).not.toHaveBeenCalled();
  });

  it('are those of the next page when another one comes to the front, or none', async () => {
    const { shown, saved, go, container } = await openPanel([['one'], ['other']]);
    await waitFor(() => expect(shown()).toEqual(['one (Red)']));
    go(savedState(saved[1]!));
    await waitFor(() => expect(shown()).toEqual(['other (Red)']));
    go({ kind: 'withheld' });
    await waitFor(() => expect(container.innerHTML).toBe(''));
  });

  it('are not shown for a page without highlights', async () => {
    const { background, container } = await openPanel([[]]);
    await waitFor(() => expect(background.describePage).toHaveBeenCalled());
    expect(container.innerHTML).toBe('');
  });
});
