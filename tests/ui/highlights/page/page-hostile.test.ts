import { fireEvent, waitFor } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import {
  cover,
  drag,
  fireByBrowser,
  painted,
  preparePage,
  select,
  shadow,
  start,
  ui,
  useLivePage,
} from './live-page';

useLivePage();

const yellow = () => ui().queryByRole('button', { name: 'Yellow' });

/** Waits for one answer of the script to what has happened. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 50));

describe('the script in a page with hostile scripts', () => {
  it('does nothing when the page fires events of a tab that comes to the front', async () => {
    const { read } = await start([{ exact: 'harbour froze' }]);
    await waitFor(() => expect(painted()).not.toEqual({}));
    read.mockClear();
    for (let time = 0; time < 4150; time += 1) {
      document.dispatchEvent(new Event('visibilitychange'));
    }
    expect(read).not.toHaveBeenCalled();
  });

  it('reads at most once more while it reads, and adds colours once', async () => {
    const { read, options } = await start([{ exact: 'harbour froze' }]);
    await waitFor(() => expect(painted()).not.toEqual({}));
    read.mockClear();
    for (let time = 0; time < 1000; time += 1) {
      fireByBrowser(document, new Event('visibilitychange'));
    }
    await waitFor(() => expect(read).toHaveBeenCalledTimes(2));
    await settled();
    expect(read).toHaveBeenCalledTimes(2);
    expect(options.background.addColors).toHaveBeenCalledOnce();
  });

  it('shows no colours beside what the page has selected', async () => {
    await start();
    select('harbour froze');
    fireByBrowser(document, new Event('selectionchange'));
    await settled();
    expect(yellow()).toBeNull();
    // A click of the person selects nothing, and the page selects again after it.
    fireByBrowser(document.body, new MouseEvent('pointerdown', { bubbles: true }));
    document.getSelection()?.removeAllRanges();
    fireByBrowser(document, new Event('selectionchange'));
    fireByBrowser(document.body, new MouseEvent('pointerup', { bubbles: true }));
    select('harbour froze');
    fireByBrowser(document, new Event('selectionchange'));
    await settled();
    expect(yellow()).toBeNull();
    drag('like chairs around');
    await waitFor(() => expect(yellow()).not.toBeNull());
  });

  const press = (type: 'pointerdown' | 'pointerup', clientX = 0) =>
    fireByBrowser(document.body, new MouseEvent(type, { bubbles: true, clientX }));

  it('shows the colours although the browser reports the selection of a quick drag after the release', async () => {
    await start();
    press('pointerdown');
    press('pointerup', 60);
    select('harbour froze');
    fireByBrowser(document, new Event('selectionchange'));
    await waitFor(() => expect(yellow()).not.toBeNull());
  });

  it('shows the colours although the browser reports the selection of a triple click after the release', async () => {
    await start();
    for (const _ of [1, 2, 3]) {
      press('pointerdown');
      press('pointerup');
    }
    select('harbour froze');
    fireByBrowser(document, new Event('selectionchange'));
    await waitFor(() => expect(yellow()).not.toBeNull());
  });

  it('ignores clicks on colours that the page covers', async () => {
    const { all } = await start();
    drag('harbour froze');
    await waitFor(() => expect(yellow()).not.toBeNull());
    cover(true);
    fireEvent.click(yellow()!);
    await settled();
    expect(await all()).toEqual([]);
    cover(false);
    fireEvent.click(yellow()!);
    await waitFor(async () => expect(await all()).toHaveLength(1));
  });

  it('ignores what the person does in a frame that the page covers', async () => {
    const { script, all } = await start([{ exact: 'harbour froze' }]);
    await waitFor(() => expect(painted()).not.toEqual({}));
    await script.showHighlight((await all())[0]!.id);
    const remove = await ui().findByRole('button', { name: 'Delete the highlight' });
    cover(true);
    fireEvent.click(remove);
    await settled();
    expect(await all()).toHaveLength(1);
    cover(false);
    fireEvent.click(remove);
    await waitFor(async () => expect(await all()).toEqual([]));
    // The page cannot undo it by a key of its own.
    await ui().findByRole('button', { name: 'Undo' });
    const key = { key: 'z', ctrlKey: true };
    fireEvent.keyDown(document.body, key);
    await settled();
    expect(await all()).toEqual([]);
    fireByBrowser(window, new KeyboardEvent('keydown', key));
    await waitFor(async () => expect(await all()).toHaveLength(1));
  });

  it('has variables in styles that the page cannot set, and no text of the person', async () => {
    const { script, stored, all } = await start([{ exact: 'harbour froze' }]);
    await stored.edit((await all())[0]!.id, { note: 'How cold?' });
    await script.refresh();
    await waitFor(() => expect(painted()).not.toEqual({}));
    await script.highlightSelection();
    expect(shadow.querySelector('style')?.textContent).not.toMatch(/:host[^{]*\{[^}]*--/);
    expect(shadow.querySelector('.page-root')?.outerHTML).not.toContain('How cold?');
  });

  it('opens the reader if the page lets no frame run', async () => {
    const { run, options, all } = await preparePage([{ exact: 'harbour froze' }]);
    options.link = (parent) => {
      const element = parent.appendChild(document.createElement('div'));
      return { element, tell: () => {}, remove: () => element.remove() };
    };
    const script = run();
    await waitFor(() => expect(painted()).not.toEqual({}));
    const { id } = (await all())[0]!;
    await script.showHighlight(id);
    await waitFor(() =>
      expect(options.background.openReader).toHaveBeenCalledWith({ url: location.href, id }),
    );
  });
});
