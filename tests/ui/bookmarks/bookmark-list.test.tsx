import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { signal } from '@preact/signals';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import type { JSX } from 'preact';
import { describe, expect, it, vi } from 'vitest';
import type { BookmarkId } from '../../../src/domain/bookmark';
import { unixMs } from '../../../src/domain/time';
import { contentsRepository, type Library } from '../../../src/library';
import { ListPane } from '../../../src/ui/bookmarks/bookmark-list';
import { address, testLibrary, value } from '../../library/library';
import { chooseView, openPopup, press, shownTitles } from '../popup/open-popup';

const ROW_PX = 76;
const SCREEN_PX = 420;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

async function longPopup(count: number, change = (library: Library) => library) {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(ROW_PX);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(SCREEN_PX);
  const { library } = await testLibrary();
  const pages = Array.from({ length: count }, (_, n) => ({
    page: address({ url: `https://example.org/${n}`, title: `Page ${n}` }),
    created: unixMs(1_000_000 - n),
  }));
  value(await library.bookmarks.addMany(pages, { outbox: false }));
  const popup = await openPopup({ library: change(library) });
  await waitFor(() => expect(shownTitles()[0]).toBe('Page 0'));
  const scroller = popup.container.querySelector<HTMLElement>('.list')!;
  const scrollTo = (row: number) => {
    scroller.scrollTop = row * ROW_PX;
    fireEvent.scroll(scroller);
  };
  return { ...popup, scroller, scrollTo };
}

describe('a long list', () => {
  it('renders only the rows near the visible part, and announces its length', async () => {
    const { scrollTo } = await longPopup(1000);
    scrollTo(500);
    await waitFor(() => expect(shownTitles()).toContain('Page 500'));
    expect(shownTitles().length).toBeLessThan(30);
    const row = screen.getByRole('link', { name: 'Page 500' }).closest('li')!;
    expect(row.getAttribute('aria-posinset')).toBe('501');
    expect(row.getAttribute('aria-setsize')).toBe('1000');
  });

  it('has the height of all its rows from the start, so that the scroll bar is right', async () => {
    await longPopup(1000);
    const list = screen.getByRole('list', { name: 'Bookmarks' });
    await waitFor(() => expect(list.style.getPropertyValue('--lines')).toBe('1000'));
  });

  it('moves by key beyond the rendered rows', async () => {
    const { scroller } = await longPopup(100);
    await vi.waitFor(() => {
      press('k');
      expect(document.activeElement?.textContent).toBe('Page 0');
    });
    for (let row = 1; row <= 40; row += 1) {
      press('j');
      await waitFor(() => expect(document.activeElement?.textContent).toBe(`Page ${row}`));
    }
    expect(scroller.scrollTop).toBe(41 * ROW_PX - SCREEN_PX);
  });

  it('goes to its ends and by screens, and keeps the focus in the list', async () => {
    await longPopup(1000);
    const isAt = (row: number) =>
      waitFor(() => expect(document.activeElement?.textContent).toBe(`Page ${row}`));
    await vi.waitFor(() => {
      press('Home');
      expect(document.activeElement?.textContent).toBe('Page 0');
    });
    press('End');
    await isAt(999);
    press('PageUp');
    await isAt(994);
    press('PageDown');
    await isAt(999);
    press('Home');
    await isAt(0);
    expect(shownTitles().length).toBeLessThan(30);
  });

  it('keeps the focus after End while the order of the list is being read', async () => {
    let finish = () => {};
    const wait = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const { scroller } = await longPopup(1000, (library) => {
      const contents = library.part(contentsRepository);
      const watchIds: typeof contents.watchIds = (query, listener) => {
        let stop = () => {};
        void wait.then(() => {
          stop = contents.watchIds(query, listener);
        });
        return () => stop();
      };
      const late = { ...contents, watchIds };
      const part = (made: never) => (made === contentsRepository ? late : library.part(made));
      return { ...library, part: part as typeof library.part };
    });
    await vi.waitFor(() => {
      press('Home');
      expect(document.activeElement?.textContent).toBe('Page 0');
    });
    press('End');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Page 0' })).toBeNull());
    expect(scroller.contains(document.activeElement)).toBe(true);
    finish();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Page 999'));
  });

  it('keeps only the rows near the visible part in memory', async () => {
    const { scrollTo, model } = await longPopup(1000);
    for (const row of [990, 400, 800, 120]) {
      scrollTo(row);
      await waitFor(() => expect(shownTitles()).toContain(`Page ${row}`));
    }
    expect(model.listModel.list.rows.value.size).toBeLessThan(200);
    expect(model.listModel.list.ids.value).toHaveLength(1000);
  });

  it('keeps no rendering that was replaced in memory', async () => {
    const { model } = await longPopup(1000);
    // The popup loads it, which would fail after the end of the test.
    await import('../../../src/ui/popup/after-paint');
    cleanup();
    const heads: WeakRef<JSX.Element>[] = [];
    const renderings = signal(0);
    function Page() {
      const head = <p>Rendering {renderings.value}</p>;
      heads.push(new WeakRef(head));
      return <ListPane listModel={model.listModel} hrefOf={String} head={head} isInFront />;
    }
    const { container } = render(<Page />);
    const scroller = container.querySelector('.list')!;
    for (const row of [100, 200, 300, 400, 500, 600]) {
      renderings.value = row;
      scroller.scrollTop = row * ROW_PX;
      fireEvent.scroll(scroller);
      await waitFor(() => expect(shownTitles()).toContain(`Page ${row}`));
    }
    await waitFor(() => {
      collectGarbage();
      // The first one and the last one may be in use.
      expect(heads.filter((head) => head.deref() !== undefined).length).toBeLessThanOrEqual(2);
    });
  });

  it('shows a page that is saved while somebody is further down, and one that is deleted', async () => {
    const { scrollTo, library } = await longPopup(300);
    scrollTo(200);
    await waitFor(() => expect(shownTitles()).toContain('Page 200'));
    await library.bookmarks.save(address({ url: 'https://example.org/new', title: 'New' }));
    const posInSet = (title: string) =>
      screen.getByRole('link', { name: title }).closest('li')?.getAttribute('aria-posinset');
    await waitFor(() => expect(posInSet('Page 200')).toBe('202'));
    const row = screen.getByRole('link', { name: 'Page 201' }).closest('li')!;
    value(await library.bookmarks.trash([row.dataset.id as BookmarkId]));
    await waitFor(() => expect(shownTitles()).not.toContain('Page 201'));
    await waitFor(() => expect(posInSet('Page 202')).toBe('203'));
  });

  it('starts another view at the top', async () => {
    const { scrollTo, container } = await longPopup(100);
    scrollTo(50);
    await waitFor(() => expect(shownTitles()).toContain('Page 50'));
    chooseView('All');
    await waitFor(() => expect(shownTitles()[0]).toBe('Page 0'));
    expect(container.querySelector('.list')?.scrollTop).toBe(0);
  });
});
