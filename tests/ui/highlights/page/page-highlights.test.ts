import { fireEvent, waitFor } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { ok } from '../../../../src/domain/result';
import { servePage } from '../../../../src/ui/highlights/page/page-highlights';
import {
  BOATS,
  drag,
  fireByBrowser,
  painted,
  preparePage,
  select,
  selectParts,
  shadow,
  start,
  ui,
  useLivePage,
} from './live-page';

useLivePage();

describe('highlights on a live page', () => {
  it('are made of the selection by the key, without a change of the page', async () => {
    const { script, all } = await start();
    const before = document.body.innerHTML;
    select('harbour froze');
    await script.highlightSelection();
    await waitFor(() => expect(painted()).toEqual({ 'leafmark-yellow': ['harbour froze'] }));
    expect(await all()).toMatchObject([{ quote: { exact: 'harbour froze', prefix: 'The ' } }]);
    expect(document.body.innerHTML).toBe(before);
    expect(document.documentElement.lastElementChild?.shadowRoot).toBeNull();
    fireEvent.click(await ui().findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(painted()).toEqual({}));
  });

  it('are underlined without a colour, as other clients make them', async () => {
    const { run, stored, bookmark } = await preparePage();
    const quote = { exact: 'harbour froze', prefix: '', suffix: '' };
    await stored.add({ bookmarkId: bookmark.id, quote, color: 'none', position: null });
    run();
    await waitFor(() => expect(painted()).toEqual({ 'leafmark-none': ['harbour froze'] }));
  });

  it('ask after the first of a site if they are to show there by themselves', async () => {
    const { script, options } = await start();
    const { background } = options;
    vi.mocked(background.askAboutSite).mockResolvedValueOnce(ok(true));
    select('harbour froze');
    await script.highlightSelection();
    await ui().findByText('Show your highlights whenever you visit localhost?');
    fireEvent.click(ui().getByRole('button', { name: 'Always show them' }));
    await waitFor(() => expect(background.chooseSite).toHaveBeenCalledOnce());
    expect(ui().queryByRole('button', { name: 'Always show them' })).toBeNull();
  });

  it('are made of a selection that begins between two elements', async () => {
    const { script, all } = await start();
    const [first, second] = document.querySelectorAll('p');
    document.getSelection()?.setBaseAndExtent(first!, 1, second!, 1);
    await script.highlightSelection();
    await waitFor(async () => expect((await all())[0]?.quote.exact).toBe(BOATS));
  });

  it('are made of each selected part, without what stands between them, and undone together', async () => {
    const { script, all } = await start();
    selectParts('harbour froze', 'like chairs around', 'An editor with');
    await script.highlightSelection();
    const both = { 'leafmark-yellow': ['harbour froze', 'like chairs around'] };
    await waitFor(() => expect(painted()).toEqual(both));
    expect(document.getSelection()?.isCollapsed).toBe(true);
    fireEvent.click(await ui().findByRole('button', { name: 'Undo' }));
    await waitFor(async () => expect(await all()).toEqual([]));
    await waitFor(() => expect(painted()).toEqual({}));
  });

  it('are found and made in a form whose fields have the names of its properties', async () => {
    document.body.innerHTML = `<form>A form. <p>${BOATS}</p>The harbour froze.</form>`;
    const form = document.querySelector('form')!;
    // A browser does this for each field with such a name, and jsdom does not.
    const methods = ['matches', 'closest', 'checkVisibility', 'getRootNode'];
    const getters = ['nodeType', 'ownerDocument', 'childNodes', 'lastChild'];
    for (const name of [...methods, ...getters]) {
      Object.defineProperty(form, name, { value: document.createElement('input') });
    }
    const { script, all } = await start([{ exact: 'like chairs around' }]);
    await waitFor(() => expect(painted()).toEqual({ 'leafmark-red': ['like chairs around'] }));
    document.getSelection()?.setBaseAndExtent(form, 2, form, 3);
    await script.highlightSelection();
    await waitFor(async () => expect((await all())[1]?.quote.exact).toBe('The harbour froze.'));
  });

  it('are found and made in a page whose images hide the properties of its document', async () => {
    const methods = ['createRange', 'getSelection', 'createTreeWalker', 'querySelectorAll'];
    const getters = ['activeElement', 'body', 'title', 'hidden', 'defaultView', 'nodeType'];
    const made = ['createElement', 'createElementNS', 'createTextNode', 'addEventListener'];
    const names = [...methods, ...getters, ...made, 'removeEventListener', 'documentElement'];
    select('harbour froze');
    const images = names.map((name) => Object.assign(document.createElement('img'), { name }));
    document.body.append(...images);
    expect(document.createRange).toBe(images[0]);
    try {
      const { script, all } = await start([{ exact: 'like chairs around' }]);
      await vi.waitFor(() => expect(painted()).toEqual({ 'leafmark-red': ['like chairs around'] }));
      await script.highlightSelection();
      await vi.waitFor(async () =>
        expect((await all()).map(({ quote }) => quote.exact)).toContain('harbour froze'),
      );
      const undo = () => shadow.querySelector<HTMLElement>('.toast button');
      await vi.waitFor(() => expect(undo()?.textContent).toBe('Undo'));
      undo()?.click();
      await vi.waitFor(async () => expect(await all()).toHaveLength(1));
      script.stop();
    } finally {
      for (const image of images) image.remove();
    }
  });

  it('are made in the frame with the focus, whatever is selected around it', async () => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    Object.assign((frame.contentWindow as Window & typeof globalThis).Range.prototype, {
      getClientRects: () => [],
    });
    const { script, all } = await start();
    const inner = frame.contentDocument!;
    inner.body.innerHTML = '<p>A text in a frame</p>';
    select('harbour froze');
    frame.focus();
    inner.getSelection()?.selectAllChildren(inner.body.firstElementChild!);
    await script.highlightSelection();
    await waitFor(async () =>
      expect((await all()).map(({ quote }) => quote.exact)).toEqual(['A text in a frame']),
    );
    expect(String(document.getSelection())).toBe('harbour froze');
  });

  it('of the same words in equal paragraphs stay where each was made', async () => {
    document.body.innerHTML = `<p>${BOATS}</p>`.repeat(8);
    const { script, all } = await start();
    const paragraphs = [...document.querySelectorAll('p')];
    for (const at of [3, 5]) {
      const words = paragraphs[at]!.firstChild!;
      document.getSelection()?.setBaseAndExtent(words, 6, words, 15);
      await script.highlightSelection();
    }
    const starts = [3, 5].map((at) => at * BOATS.replaceAll(' ', '').length + 5);
    await waitFor(() => {
      const ranges = [...(CSS.highlights.get('leafmark-yellow') ?? [])];
      const shown = ranges.map(({ startContainer }) => startContainer.parentElement);
      expect(shown).toEqual([paragraphs[3], paragraphs[5]]);
    });
    expect((await all()).map(({ position }) => position?.start)).toEqual(starts);
  });

  it('have nothing that was typed into an editor beside them', async () => {
    const { script, all } = await start();
    document.querySelector('p')!.after(document.querySelector('div')!);
    select('harbour froze in the second week of January.');
    await script.highlightSelection();
    await waitFor(async () => expect(await all()).toHaveLength(1));
    expect((await all())[0]?.quote.suffix).toMatch(/^ Boats stood/);
  });

  it('are made while the user goes on to select text in a frame', async () => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const { Range: InnerRange } = frame.contentWindow as Window & typeof globalThis;
    Object.assign(InnerRange.prototype, { getClientRects: () => [] });
    const { script, stored } = await start();
    select('harbour froze');
    const { add } = stored;
    vi.spyOn(stored, 'add').mockImplementation((highlight) => {
      const inner = frame.contentDocument!;
      inner.body.textContent = 'A text in a frame';
      frame.focus();
      inner.getSelection()?.selectAllChildren(inner.body);
      return add(highlight);
    });
    await script.highlightSelection();
    await ui().findByRole('button', { name: 'Undo' });
    expect(String(frame.contentDocument?.getSelection())).toBe('A text in a frame');
  });
});

describe('in a private window', () => {
  it('nothing happens before a click, not even when highlights have changed', async () => {
    const { run, read } = await preparePage([{ exact: 'harbour froze' }]);
    const handlers = servePage(run, true);
    select('like chairs around');
    fireByBrowser(document, new Event('selectionchange'));
    handlers['highlights-changed']();
    expect(read).not.toHaveBeenCalled();
    expect(document.documentElement.lastElementChild).toBe(document.body);
    handlers['refresh-highlights']();
    await waitFor(() => expect(painted()).toEqual({ 'leafmark-red': ['harbour froze'] }));
    handlers['highlights-changed']();
    expect(read).toHaveBeenCalled();
  });
});

describe('a selection that is no highlight', () => {
  it.each<[string, () => void, RegExp]>([
    ['nothing', () => document.getSelection()?.removeAllRanges(), /^Select text first/],
    ['a field', () => document.querySelector('input')?.focus(), /^This cannot be highlighted/],
    [
      'white space',
      () => document.getSelection()?.selectAllChildren(document.body.lastElementChild!),
      /^Select text first/,
    ],
    ['an editor', () => select('An editor with'), /^Select text first|^This cannot be highlighted/],
    [
      'a text and the start of an editor after it',
      () => {
        const [text, editor] = [document.querySelector('p')!, document.querySelector('div')!];
        document.getSelection()?.setBaseAndExtent(text, 0, editor.firstChild!, 9);
      },
      /^Select text first|^This cannot be highlighted/,
    ],
    [
      'a frame of another site',
      () => {
        const frame = document.createElement('iframe');
        document.body.append(frame);
        Object.defineProperty(frame, 'contentDocument', { value: null });
        frame.focus();
      },
      /^This part of the page/,
    ],
    [
      'a hundred parts and one',
      () => selectParts(...Array.from({ length: 101 }, () => 'harbour froze')),
      /^The selection has too many parts/,
    ],
    [
      'a document of a million characters',
      () => {
        document.body.textContent = 'Many words. '.repeat(100_000);
        document.getSelection()?.selectAllChildren(document.body);
      },
      /^The selection is too long/,
    ],
  ])('of %s is explained, and nothing is stored or lost', async (_, make, message) => {
    const { script, all } = await start();
    make();
    const selected = String(document.getSelection());
    await script.highlightSelection();
    expect(await ui().findByText(message)).toBeTruthy();
    expect(await all()).toEqual([]);
    expect(String(document.getSelection())).toBe(selected);
    (document.activeElement as HTMLElement).blur();
  });

  it('of a text that becomes an editor is explained when a person chooses a colour', async () => {
    const { all } = await start();
    drag('harbour froze');
    const yellow = await waitFor(() => ui().getByRole('button', { name: 'Yellow' }));
    document.querySelector('p')!.setAttribute('contenteditable', 'true');
    fireEvent.click(yellow);
    expect(await ui().findByText(/^This cannot be highlighted/)).toBeTruthy();
    expect(await all()).toEqual([]);
  });
});
