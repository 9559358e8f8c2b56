import { fireEvent, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { err, type Highlight, ok, type Quote } from '../../../src/domain';
import { highlightRepository } from '../../../src/library';
import {
  type PageBackground,
  type PageScript,
  startPageScript,
} from '../../../src/ui/highlights/page-highlights';
import { page, testLibrary, value } from '../../library/library';
import { fillBrowserGaps } from '../../support/browser-gaps';
import { stubLayout } from '../../support/layout';

const BOATS = 'Boats stood in the ice like chairs around a table.';
const HTML = `<p>The harbour froze in the second week of January.</p>
  <p>${BOATS}</p>
  <input value="A field"><div contenteditable="true">An editor with text</div><p> </p>`;

let painted: ReturnType<typeof fillBrowserGaps>['painted'];
let script: PageScript | null = null;
/** The interface, which is in a closed shadow root. */
let shadow: ShadowRoot;

beforeEach(() => {
  painted = fillBrowserGaps().painted;
  stubLayout();
  // jsdom has none of these.
  HTMLElement.prototype.hidePopover = () => {};
  Element.prototype.scrollIntoView = () => {};
  const matches = Element.prototype.matches;
  vi.spyOn(Element.prototype, 'matches').mockImplementation(function (this: Element, selector) {
    return selector === ':popover-open' ? false : matches.call(this, selector);
  });
  const attach = Element.prototype.attachShadow;
  vi.spyOn(Element.prototype, 'attachShadow').mockImplementation(function (this: Element, init) {
    shadow = attach.call(this, init);
    return shadow;
  });
  document.body.innerHTML = HTML;
});

afterEach(() => {
  script?.stop();
  script = null;
  history.replaceState(null, '', '/');
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Starts the script over a real library, in which the page is saved. */
async function start(quotes: readonly Partial<Quote>[] = []) {
  const { library } = await testLibrary();
  const { bookmark } = value(await library.bookmarks.save(page({ url: 'https://a.example/' })));
  const stored = library.part(highlightRepository);
  const all = () => stored.ofBookmark(bookmark.id);
  const add = async (quote: Partial<Quote>, color = 'red') =>
    value(
      await stored.add({
        bookmarkId: bookmark.id,
        quote: { exact: '', prefix: '', suffix: '', ...quote },
        color,
        position: null,
      }),
    );
  for (const quote of quotes) await add(quote);
  const deleted = new Map<string, Highlight>();
  const read = vi.fn(
    async (url: string): ReturnType<PageBackground['read']> =>
      ok({ title: 'Ice', highlights: url.includes('elsewhere') ? [] : await all() }),
  );
  script = startPageScript({
    page: document,
    now: () => performance.now(),
    later(run, delayMs) {
      const timer = setTimeout(run, Math.min(delayMs, 20));
      return () => clearTimeout(timer);
    },
    idle: () => new Promise((resolve) => setTimeout(resolve)),
    background: {
      read,
      add: (_, highlight) => stored.add({ ...highlight, bookmarkId: bookmark.id }),
      edit: (_, id, changes) => stored.edit(id, changes),
      async delete(_, ids) {
        const removed = await stored.delete(ids);
        if (removed.ok) for (const each of removed.value) deleted.set(each.id, each);
        return removed;
      },
      restore: (_, ids) => stored.restore(ids.flatMap((id) => deleted.get(id) ?? [])),
      setPositions: (_, found) => stored.setPositions(found),
    },
  });
  return { script, stored, all, add, read };
}

const ui = () => within(shadow.querySelector<HTMLElement>('.page-root')!);

/** Selects words of one text node. */
function select(words: string): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const at = node.textContent?.indexOf(words) ?? -1;
    if (at < 0) continue;
    document.getSelection()?.setBaseAndExtent(node, at, node, at + words.length);
    return;
  }
  throw new Error(`"${words}" is not in the page`);
}

/** Attaches the only highlight without a place, in the open list, to words of one text node. */
async function attachTo(words: string): Promise<void> {
  select(words);
  fireEvent(document, new Event('selectionchange'));
  const attach = await ui().findByRole('button', { name: 'Attach to the selection' });
  await waitFor(() => expect(attach).toHaveProperty('disabled', false));
  fireEvent.click(attach);
}

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

  it('are made of a selection that begins between two elements', async () => {
    const { script, all } = await start();
    const [first, second] = document.querySelectorAll('p');
    document.getSelection()?.setBaseAndExtent(first!, 1, second!, 1);
    await script.highlightSelection();
    await waitFor(async () => expect((await all())[0]?.quote.exact).toBe(BOATS));
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

  it('are found again in text that the page has replaced', async () => {
    await start([{ exact: 'like chairs around' }]);
    await waitFor(() => expect(painted()).toEqual({ 'leafmark-red': ['like chairs around'] }));
    document.body.innerHTML = `<h1>News</h1>${HTML.replace('like chairs', 'like <b>chairs</b>')}`;
    await waitFor(() => {
      expect(painted()).toEqual({ 'leafmark-red': ['like chairs around'] });
      const [range] = [...(CSS.highlights.get('leafmark-red') ?? [])];
      expect(range?.startContainer.isConnected).toBe(true);
    });
  });

  it('appear when text that was loaded later has them', async () => {
    document.body.innerHTML = '<p>Loading</p>';
    await start([{ exact: 'like chairs around' }]);
    await waitFor(() => expect(ui().getByRole('status')).toBeTruthy());
    document.body.innerHTML = HTML;
    await waitFor(() => expect(painted()).toEqual({ 'leafmark-red': ['like chairs around'] }));
  });

  it('belong to the address, which may change without another document', async () => {
    await start([{ exact: 'like chairs around' }]);
    await waitFor(() => expect(painted()).not.toEqual({}));
    history.pushState(null, '', '/elsewhere');
    fireEvent(window, new PopStateEvent('popstate'));
    await waitFor(() => expect(painted()).toEqual({}));
    history.replaceState(null, '', '/');
    fireEvent(window, new PopStateEvent('popstate'));
    await waitFor(() => expect(painted()).toEqual({ 'leafmark-red': ['like chairs around'] }));
  });

  it('follow changes that were made elsewhere', async () => {
    const { script, add } = await start();
    await script.openList();
    expect(await ui().findByText(/^This page has no highlights yet/)).toBeTruthy();
    await add({ exact: 'harbour froze' }, 'green');
    await script.refresh();
    await waitFor(() => expect(painted()).toEqual({ 'leafmark-green': ['harbour froze'] }));
  });

  it('are read again when the background was stopped before it answered', async () => {
    const { script, add, read } = await start();
    await add({ exact: 'harbour froze' });
    read.mockResolvedValueOnce(err({ kind: 'unreachable' }));
    await script.refresh();
    await waitFor(() => expect(painted()).toEqual({ 'leafmark-red': ['harbour froze'] }));
  });

  it('are there when the page comes back from the cache of the browser', async () => {
    const { add } = await start();
    await add({ exact: 'harbour froze' });
    const event = new Event('pageshow');
    Object.assign(event, { persisted: true });
    fireEvent(window, event);
    await waitFor(() => expect(painted()).toEqual({ 'leafmark-red': ['harbour froze'] }));
  });

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

  it('that are not on the page are listed, and attached to the selection', async () => {
    const { script } = await start([{ exact: 'a text that was removed', prefix: 'It was ' }]);
    await script.openList();
    const item = within(await ui().findByRole('listitem'));
    expect(item.getByText(/^…It was/)).toBeTruthy();
    expect(item.getByText('This text is not on the page.')).toBeTruthy();
    await attachTo('harbour froze');
    await waitFor(() => expect(painted()).toEqual({ 'leafmark-red': ['harbour froze'] }));
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

  it('keep the place where a person attached them, also after many changes of the page', async () => {
    const { script, all } = await start([{ exact: 'like chairs around' }]);
    let last: number | undefined;
    for (const news of ['1', '12', '123']) {
      document.body.innerHTML = `<h1>${news}</h1>${HTML}`;
      await waitFor(async () => {
        const length = (await all())[0]?.position?.textLength;
        expect(length).toBeGreaterThan(last ?? 0);
        last = length;
      });
    }
    document.body.innerHTML = '<p>Other text that has nothing of it.</p>';
    await waitFor(() => expect(painted()).toEqual({}));
    await script.openList();
    await attachTo('nothing');
    await waitFor(async () =>
      expect(await all()).toMatchObject([{ quote: { exact: 'nothing' }, position: { start: 16 } }]),
    );
  });

  it.each(['delete', 'restore'] as const)('say that their Undo failed to %s them', async (undo) => {
    const { script, stored } = await start();
    select('harbour froze');
    await script.highlightSelection();
    await waitFor(() => expect(painted()).not.toEqual({}));
    if (undo === 'restore') {
      await script.highlightSelection();
      fireEvent.click(ui().getByRole('button', { name: /^Yellow highlight/ }));
      fireEvent.click(await ui().findByRole('button', { name: 'Delete the highlight' }));
      await ui().findByText('The highlight is deleted.');
    }
    vi.spyOn(stored, undo).mockResolvedValue(err({ kind: 'quota' }));
    fireEvent.click(await ui().findByRole('button', { name: 'Undo' }));
    expect(await ui().findByText(/^There is no room left/)).toBeTruthy();
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

  it('take their colours back from a shadow root of the page', async () => {
    document.body.innerHTML = '<div></div>';
    const root = document.body.firstElementChild!.attachShadow({ mode: 'open' });
    root.innerHTML = `<p>${BOATS}</p>`;
    const own = new CSSStyleSheet();
    root.adoptedStyleSheets = [own];
    const { script } = await start([{ exact: 'like chairs around' }]);
    await waitFor(() => expect(painted()).toEqual({ 'leafmark-red': ['like chairs around'] }));
    expect(root.adoptedStyleSheets).toHaveLength(2);
    script.stop();
    expect(root.adoptedStyleSheets).toEqual([own]);
  });

  it('keep the keys that are typed into a note from the page', async () => {
    const { script } = await start([{ exact: 'harbour froze' }]);
    await waitFor(() => expect(painted()).not.toEqual({}));
    const onKey = vi.fn();
    document.addEventListener('keydown', onKey);
    await script.highlightSelection();
    fireEvent.click(ui().getByRole('button', { name: /^Red highlight/ }));
    fireEvent.keyDown(await ui().findByLabelText('Note'), { key: 's', composed: true });
    document.removeEventListener('keydown', onKey);
    expect(onKey).not.toHaveBeenCalled();
  });

  it('are all painted when a page has 2,000', async () => {
    const words = Array.from({ length: 2000 }, (_, at) => `The passage with number ${at} ends.`);
    document.body.innerHTML = words.map((each) => `<p>${each}</p>`).join('');
    await start(words.map((exact) => ({ exact })));
    await waitFor(() => expect(painted()['leafmark-red']).toHaveLength(2000));
  });
});

describe('a selection that is no highlight', () => {
  it.each<[string, () => void, RegExp]>([
    ['nothing', () => document.getSelection()?.removeAllRanges(), /^Select text first/],
    ['a field', () => document.querySelector('input')?.focus(), /^Text in a field/],
    [
      'white space',
      () => document.getSelection()?.selectAllChildren(document.body.lastElementChild!),
      /^Select text first/,
    ],
    ['an editor', () => select('An editor with'), /^Select text first|^Text in a field/],
    [
      'a text and the start of an editor after it',
      () => {
        const [text, editor] = [document.querySelector('p')!, document.querySelector('div')!];
        document.getSelection()?.setBaseAndExtent(text, 0, editor.firstChild!, 9);
      },
      /^Select text first|^Text in a field/,
    ],
    [
      'several parts at once',
      () => {
        select('harbour froze');
        vi.spyOn(document.getSelection()!, 'rangeCount', 'get').mockReturnValue(2);
      },
      /^Several parts of the text are selected/,
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
});
