import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTextIndex, quoteOf } from '../../../../src/anchoring';
import type { BookmarkId } from '../../../../src/domain/bookmark';
import type { Highlight, HighlightId } from '../../../../src/domain/highlight';
import { unixMs } from '../../../../src/domain/time';
import { findHighlights, paintArticle } from '../../../../src/ui/highlights/store/article-text';
import { fillBrowserGaps } from '../../../support/browser-gaps';

let painted: ReturnType<typeof fillBrowserGaps>['painted'];
beforeEach(() => {
  painted = fillBrowserGaps().painted;
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const signal = new AbortController().signal;

const highlight = (exact: string): Highlight => ({
  id: 'h' as HighlightId,
  bookmarkId: 'b' as BookmarkId,
  color: 'blue',
  note: '',
  quote: { exact, prefix: '', suffix: '' },
  review: '',
  isNoteOnly: false,
  refused: [],
  created: unixMs(0),
  updated: unixMs(0),
  position: null,
});

describe('a highlight of a document', () => {
  it('has the page on which it is found, and on which it is made', async () => {
    const root = document.createElement('div');
    root.innerHTML =
      '<p id="user-content-page-1">The harbour froze.</p><p id="user-content-page-2">Boats stood.</p>';
    const found = await findHighlights(createTextIndex(root), [highlight('stood')], signal);
    expect(found?.get('h' as HighlightId)?.position.page).toBe(2);
    const range = document.createRange();
    range.selectNodeContents(root.querySelectorAll('p')[1]!);
    document.body.append(root);
    const taken = await paintArticle(root, () => false).take(range);
    expect(taken).toMatchObject({ ok: true, value: { position: { page: 2 } } });
  });
});

describe('the highlights of a long article', () => {
  it('are found in slices, between which the page can work', async () => {
    // Each step takes a millisecond. The text is short, so that most steps are for the elements.
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 1;
      return now;
    });
    const root = document.createElement('div');
    root.innerHTML = `${'<b></b>'.repeat(20_000)}<p>Boats stood in the ice.</p>`;
    const yields = vi.spyOn(globalThis, 'setTimeout');
    const text = paintArticle(root, () => false);
    const painting = text.paint([highlight('stood in the ice')]);
    expect(now).toBeLessThan(20);
    await painting;
    expect(painted()).toEqual({ 'leafmark-blue': ['stood in the ice'] });
    expect(yields.mock.calls.length).toBeGreaterThan(10);
  });

  it('are not looked for any more when the article is closed', async () => {
    const root = document.createElement('div');
    root.innerHTML = '<p>Boats stood in the ice.</p>';
    const text = paintArticle(root, () => false);
    const painting = text.paint([highlight('stood in the ice')]);
    text.dispose();
    expect(await painting).toBeNull();
    expect(painted()).toEqual({});
  });
});

describe('a selection of several parts', () => {
  it('has those that are in the article, cut at its ends', () => {
    document.body.innerHTML =
      '<p>Before</p><main><p>Boats stood</p><p>in the ice.</p></main><p>After</p>';
    const text = paintArticle(document.querySelector('main')!, () => false);
    const [before, boats, ice, after] = document.querySelectorAll('p');
    const ranges = [
      [before!, 0, before!, 1],
      [before!, 0, boats!, 1],
      [ice!.firstChild!, 3, after!, 1],
    ] as const;
    const parts = ranges.map(([start, from, end, to]) => {
      const range = document.createRange();
      range.setStart(start, from);
      range.setEnd(end, to);
      return range;
    });
    const selection = { rangeCount: parts.length, getRangeAt: (at: number) => parts[at] };
    const selected = text.selected(selection as Selection);
    expect(selected.map(String)).toEqual(['Boats stood', 'the ice.']);
  });
});

describe('a refused place', () => {
  const CAPTION = '<p>Photo: the ferry at the landing stage of the old town.</p>';
  const OTHER = '<p>Some words of the text are here.</p>';
  const indexOf = (html: string) =>
    createTextIndex(new DOMParser().parseFromString(html, 'text/html').body);

  it('is not shown when nothing else is left that it could be', async () => {
    const exact = 'the ferry at the landing';
    const quote = { exact, prefix: 'Photo: ', suffix: ' stage of the old town.' };
    const wanted = { ...highlight(exact), quote };
    const both = indexOf(CAPTION + OTHER + CAPTION);
    const offered = (await findHighlights(both, [wanted], signal))?.get(wanted.id);
    expect(offered).toMatchObject({ isSure: false });
    const place = offered?.parts[0] ?? { start: 0, end: 0 };
    const left = indexOf(place.start < 50 ? CAPTION + OTHER : OTHER + CAPTION);
    expect((await findHighlights(left, [wanted], signal))?.get(wanted.id)?.isSure).toBe(true);
    const refused = { ...wanted, refused: [quoteOf(both, place)] };
    expect((await findHighlights(left, [refused], signal))?.size).toBe(0);
  });
});
