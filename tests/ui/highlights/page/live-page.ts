import { fireEvent, waitFor, within } from '@testing-library/preact';
import { h, render } from 'preact';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { Quote } from '../../../../src/domain/highlight';
import { err, ok, type Result } from '../../../../src/domain/result';
import { UNDO_MS } from '../../../../src/domain/time';
import { handlerFailureOf } from '../../../../src/extension/highlights/own-highlights';
import {
  type GroupId,
  highlightRepository,
  type LibraryError,
  pageUndo,
} from '../../../../src/library';
import type { FrameBackground, PageBackground } from '../../../../src/messages/page-messages';
import type { FrameState, LinkFrame } from '../../../../src/ui/highlights/page/frame-link';
import { createFrameStore } from '../../../../src/ui/highlights/page/frame-store';
import { FrameInterface } from '../../../../src/ui/highlights/page/frame-view';
import {
  type PageScript,
  startPageScript,
} from '../../../../src/ui/highlights/page/page-highlights';
import { page, testLibrary, value } from '../../../library/library';
import { fillBrowserGaps } from '../../../support/browser-gaps';
import { stubLayout } from '../../../support/layout';

export const BOATS = 'Boats stood in the ice like chairs around a table.';
export const HTML = `<p>The harbour froze in the second week of January.</p>
  <p>${BOATS}</p>
  <input value="A field"><div contenteditable="true">An editor with text</div><p> </p>`;

/** Returns the painted texts by the name under which they are registered. */
export let painted: ReturnType<typeof fillBrowserGaps>['painted'];
let script: PageScript | null = null;
/** The interface, which is in a closed shadow root. */
export let shadow: ShadowRoot;

/** Gives each test of a file a page. */
export function useLivePage(): void {
  beforeEach(() => {
    painted = fillBrowserGaps().painted;
    stubLayout();
    // jsdom has none of these.
    HTMLElement.prototype.hidePopover = () => {};
    Element.prototype.scrollIntoView = () => {};
    Element.prototype.checkVisibility = () => true;
    const matches = Element.prototype.matches;
    vi.spyOn(Element.prototype, 'matches').mockImplementation(function (this: Element, selector) {
      return selector === ':popover-open' ? false : matches.call(this, selector);
    });
    const attach = Element.prototype.attachShadow;
    vi.spyOn(Element.prototype, 'attachShadow').mockImplementation(function (this: Element, init) {
      shadow = attach.call(this, init);
      return shadow;
    });
    stubVisibility();
    document.body.innerHTML = HTML;
  });

  afterEach(() => {
    script?.stop();
    script = null;
    history.replaceState(null, '', '/');
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
}

const byBrowser = new WeakSet<Event>();

/** Fires an event that counts as one of the browser. In jsdom scripts can only fire others. */
export function fireByBrowser(target: Document | Window | Element, event: Event): void {
  byBrowser.add(event);
  fireEvent(target, event);
}

/** Tells the observers of the script whether the page covers what a person clicks. */
export let cover: (isCovered: boolean) => void = () => {};

/** How long ago a browser has looked, in ms. It goes on to look for a minute, also while timers stand still. */
const LOOKS = Array.from({ length: 300 }, (_, nth) => 1000 - 200 * nth);

/** A browser that tells whether an element is covered. Each has been seen for a second. */
function stubVisibility(): void {
  const told = new Set<(isVisible: boolean) => void>();
  const now = performance.now.bind(performance);
  cover = (isCovered) => {
    for (const tell of told) tell(!isCovered);
  };
  vi.stubGlobal(
    'IntersectionObserverEntry',
    class {
      get isVisible() {
        return true;
      }
    },
  );
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #tell: (isVisible: boolean) => void;
      #isVisible = true;
      constructor(notify: (entries: readonly object[]) => void) {
        this.#tell = (isVisible) => {
          this.#isVisible = isVisible;
          // Read once: a busy machine may pause the loop for longer than a look may be old.
          const toldAt = now();
          for (const ago of isVisible ? LOOKS : [0]) {
            performance.now = () => toldAt - ago;
            notify([{ isVisible }]);
          }
          performance.now = now;
        };
      }
      observe() {
        told.add(this.#tell);
        this.#tell(this.#isVisible);
      }
      unobserve() {}
      disconnect() {
        told.delete(this.#tell);
      }
    },
  );
}

/** Shows the frame in the page itself, because jsdom loads no page into a frame. */
const frameOf =
  (background: FrameBackground): LinkFrame =>
  (parent, _, { onRequest }) => {
    const element = document.createElement('div');
    let tell: (state: FrameState) => void = () => {};
    parent.append(element);
    const store = createFrameStore(background, {
      ask: (request) => queueMicrotask(() => onRequest(request)),
      listen(listener) {
        tell = listener;
      },
    });
    const onHeight = (height: number) => queueMicrotask(() => onRequest({ kind: 'size', height }));
    render(h(FrameInterface, { store, onHeight }), element);
    return {
      element,
      tell: (state) => tell(state),
      remove() {
        render(null, element);
        element.remove();
      },
    };
  };

/** Returns the result of a write as the background answers it. */
async function answer<T>(writing: Promise<Result<T, LibraryError>>) {
  const written = await writing;
  return written.ok ? written : err(handlerFailureOf(written.error));
}

/** Returns a real library in which the page is saved, and a script that is not started. */
export async function preparePage(quotes: readonly Partial<Quote>[] = []) {
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
  const changes = library.part(pageUndo);
  const read = vi.fn<PageBackground['readHighlights']>(async ({ url }) => {
    try {
      const highlights = url.includes('elsewhere') ? [] : await all();
      return ok(highlights.map((each) => ({ ...each, note: '' })));
    } catch {
      return err({ kind: 'unreachable' }); // The library is closed after the test.
    }
  });
  const options = {
    page: document,
    now: () => performance.now(),
    later(run: () => void, delayMs: number) {
      // A message with *Undo* stays.
      const timer = setTimeout(run, delayMs === UNDO_MS ? delayMs : Math.min(delayMs, 20));
      return () => clearTimeout(timer);
    },
    idle: () => new Promise((resolve) => setTimeout(resolve)),
    isOfPerson: (event: Event) => event.isTrusted || byBrowser.has(event),
    link: frameOf({
      async readFrame() {
        try {
          const localOnly = [...(await stored.localOnly(bookmark.id))];
          return ok({ title: 'Ice', url: location.href, highlights: await all(), localOnly });
        } catch {
          return err({ kind: 'unreachable' }); // The library is closed after the test.
        }
      },
      async setNote({ id, note }) {
        const written = await answer(stored.edit(id, { note }));
        void script?.refresh();
        return written;
      },
    }),
    background: {
      openFrame: vi.fn(async () => ok(null)),
      openReader: vi.fn(async () => ok(null)),
      askAboutSite: vi.fn(async () => ok(false)),
      chooseSite: vi.fn(async () => ok(null)),
      addColors: vi.fn(async () => ok(null)),
      readHighlights: read,
      addHighlight: ({ url: _, ...fields }) =>
        answer(stored.add({ ...fields, bookmarkId: bookmark.id })),
      editHighlight: ({ id, changes }) => answer(stored.edit(id, changes)),
      deleteHighlights: ({ ids }) => answer(stored.delete(ids)),
      async undoHighlights({ group }) {
        const undone = await answer(changes.undo(bookmark.id, group as GroupId));
        return undone.ok ? ok({ group: undone.value?.group ?? null }) : undone;
      },
      async placeHighlights({ positions }) {
        const placed = await answer(stored.setPositions(new Map(positions)));
        return placed.ok ? ok(null) : placed;
      },
    } satisfies PageBackground as PageBackground,
  };
  const run = (): PageScript => {
    script = startPageScript(options);
    return script;
  };
  return { library, bookmark, run, options, stored, changes, all, add, read };
}

/** Starts the script over a real library, in which the page is saved. */
export async function start(quotes: readonly Partial<Quote>[] = []) {
  const { run, ...prepared } = await preparePage(quotes);
  return { ...prepared, script: run() };
}

export const ui = () => within(shadow.querySelector<HTMLElement>('.page-root')!);

/** Selects words of one text node. */
export function select(words: string): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const at = node.textContent?.indexOf(words) ?? -1;
    if (at < 0) continue;
    document.getSelection()?.setBaseAndExtent(node, at, node, at + words.length);
    return;
  }
  throw new Error(`"${words}" is not in the page`);
}

/** Selects words of several text nodes at once, as Firefox can. jsdom has one range only. */
export function selectParts(...parts: readonly string[]): void {
  const selection = document.getSelection()!;
  const ranges = parts.map((words) => {
    select(words);
    return selection.getRangeAt(0).cloneRange();
  });
  const count = vi.spyOn(selection, 'rangeCount', 'get').mockReturnValue(ranges.length);
  const at = vi.spyOn(selection, 'getRangeAt').mockImplementation((n) => ranges[n]!);
  vi.spyOn(selection, 'removeAllRanges').mockImplementation(() => {
    for (const spy of [count, at]) spy.mockRestore();
    selection.empty();
  });
}

/** Selects words as a person does, with the pointer. */
export function drag(words: string): void {
  const { body } = document;
  fireByBrowser(body, new MouseEvent('pointerdown', { bubbles: true }));
  select(words);
  fireByBrowser(document, new Event('selectionchange'));
  fireByBrowser(body, new MouseEvent('pointerup', { bubbles: true }));
}

/** Attaches the only highlight without a place, in the open list, to words of one text node. */
export async function attachTo(words: string): Promise<void> {
  select(words);
  fireByBrowser(document, new Event('selectionchange'));
  const attach = await ui().findByRole('button', { name: 'Attach to the selection' });
  await waitFor(() => expect(attach).toHaveProperty('disabled', false));
  fireEvent.click(attach);
}
