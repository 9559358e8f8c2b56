import { act, cleanup } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type PlaceTracker, trackPlace } from '../../../src/ui/reader/place-tracker';
import {
  READING_REST_MS,
  REST_IN_FINISHED_MS,
  type ReadingPlace,
  readingPlace,
  windowViewport,
} from '../../../src/ui/reader/reading-place';
import { fillBrowserGaps } from '../../support/browser-gaps';
import { stubLayout, type TestWindow } from '../../support/layout';
import { openArticle } from './open-article';

const SCREEN = 600;
const PARAGRAPHS = 40;
const save = vi.fn<(place: ReadingPlace) => void>();
const onProgress = vi.fn<(percent: number) => void>();
let layout: TestWindow;
let root: HTMLElement;
let tracker: PlaceTracker | null = null;

/** Lays out paragraphs of this height, as if the font had changed. */
function lay(heightPx: number): void {
  layout.place(root, 0, heightPx * PARAGRAPHS);
  for (const [n, paragraph] of [...root.children].entries()) {
    layout.place(paragraph, n * heightPx, heightPx);
  }
}

function open(start: ReadingPlace = readingPlace('', 0)): PlaceTracker {
  const viewport = windowViewport(window, () => 0);
  tracker = trackPlace({ root, viewport, start, save, onProgress });
  vi.advanceTimersByTime(1000);
  return tracker;
}

function readTo(top: number): void {
  layout.scrollTo(top);
  vi.advanceTimersByTime(200);
}

const nth = (n: number) => `p:nth-child(${n})`;

beforeEach(() => {
  vi.useFakeTimers();
  layout = stubLayout(SCREEN);
  document.body.innerHTML = `<div>${'<p>text</p>'.repeat(PARAGRAPHS)}</div>`;
  root = document.querySelector('div')!;
  lay(100);
});

afterEach(() => {
  tracker?.dispose();
  tracker = null;
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  save.mockReset();
  onProgress.mockReset();
});

describe('the place in an article', () => {
  it('is restored when the article is opened', () => {
    open(readingPlace(nth(21), 59));
    expect(layout.scrollTop).toBe(2000);
  });

  it('does not move when an article is only opened and closed', () => {
    open(readingPlace(nth(21), 59)).dispose();
    expect(save).not.toHaveBeenCalled();
  });

  it.each([
    ['matches nothing', 'section:nth-child(4)'],
    ['is missing, as other programs store it', ''],
  ])('is told by the progress when the anchor %s', (_, anchor) => {
    open(readingPlace(anchor, 50));
    expect(layout.scrollTop).toBe(1700);
    expect(onProgress).toHaveBeenLastCalledWith(50);
    readTo(1850);
    expect(save).toHaveBeenLastCalledWith({ anchor: nth(19), progress: 54 });
  });

  it('is stored as the paragraph at the top of the screen', () => {
    open();
    readTo(950);
    expect(save).toHaveBeenLastCalledWith({ anchor: nth(10), progress: 28 });
  });

  it('is written at most once a second, and always at the end', () => {
    open();
    for (let top = 100; top <= 800; top += 100) readTo(top);
    const writes = save.mock.calls.length;
    expect(writes).toBeLessThanOrEqual(3);
    vi.advanceTimersByTime(1000);
    expect(save).toHaveBeenLastCalledWith({ anchor: nth(9), progress: 24 });
  });

  it('is written at once when the page closes', () => {
    const { pause } = open();
    readTo(100);
    layout.scrollTo(500);
    pause();
    expect(save).toHaveBeenLastCalledWith({ anchor: nth(6), progress: 15 });
  });

  it('stays during a look back, and moves there when the user stays', () => {
    open(readingPlace(nth(31), 88));
    readTo(500);
    vi.advanceTimersByTime(READING_REST_MS - 500);
    expect(save).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1000);
    expect(save).toHaveBeenLastCalledWith({ anchor: nth(6), progress: 15 });
  });

  it('is not lost by a jump to the end and back', () => {
    open(readingPlace(nth(11), 29));
    readTo(3400);
    expect(onProgress).toHaveBeenLastCalledWith(100);
    readTo(1000);
    vi.advanceTimersByTime(60_000);
    expect(save).not.toHaveBeenCalled();
  });

  it('is the end, without an anchor, when the end is visible', () => {
    open(readingPlace(nth(31), 88));
    readTo(3400);
    expect(save).toHaveBeenLastCalledWith({ anchor: '', progress: 100 });
  });

  it('stays at the end for a while when a finished article is opened again', () => {
    open(readingPlace('', 100));
    vi.advanceTimersByTime(REST_IN_FINISHED_MS / 2);
    expect(layout.scrollTop).toBe(0);
    expect(save).not.toHaveBeenCalled();
  });

  it('counts an article that fits the screen as read after a while', () => {
    lay(10);
    open();
    vi.advanceTimersByTime(READING_REST_MS);
    expect(save).toHaveBeenLastCalledWith({ anchor: '', progress: 100 });
  });

  it('is not the end when the article grows soon after it was opened', () => {
    lay(10);
    const { reposition } = open();
    lay(100);
    reposition();
    vi.advanceTimersByTime(10 * READING_REST_MS);
    expect(save).not.toHaveBeenCalled();
  });

  it('does not change in a hidden tab', () => {
    lay(10);
    open().pause();
    vi.advanceTimersByTime(10 * READING_REST_MS);
    expect(save).not.toHaveBeenCalled();
  });

  it('stays at the same line of the text when fonts or images change the layout', () => {
    const { reposition } = open();
    readTo(1050);
    lay(180);
    reposition();
    expect(layout.scrollTop).toBe(10 * 180 + 90);
  });

  it('stays there through several changes, for example while the text size grows step by step', () => {
    const { reposition } = open();
    readTo(1050);
    for (const height of [110, 120, 130, 140]) {
      lay(height);
      reposition();
      vi.advanceTimersByTime(50);
    }
    expect(layout.scrollTop).toBe(10 * 140 + 70);
  });

  it('does not interrupt scrolling when the layout changes', () => {
    const { reposition } = open(readingPlace(nth(11), 29));
    layout.scrollTo(1300);
    lay(180);
    reposition();
    expect(layout.scrollTop).toBe(1300);
  });
});

describe('the place of a bookmark', () => {
  it('is stored in the library', async () => {
    vi.useRealTimers();
    fillBrowserGaps();
    const html = '<p>one</p><p>two</p><p>three</p>';
    const opened = await openArticle({ html });
    root = opened.root;
    layout.place(root, 0, 3000);
    for (const [n, paragraph] of [...root.children].entries()) {
      layout.place(paragraph, n * 1000, 1000);
    }
    layout.scrollTo(1100);
    await vi.waitFor(async () => {
      const kept = await opened.deps.library.bookmarks.get(opened.bookmark.id);
      expect(kept).toMatchObject({ readAnchor: 'p:nth-child(2)', readProgress: 46 });
    });
    act(cleanup);
  });
});

describe('the place of a voice', () => {
  const paragraph = (n: number) => root.children[n - 1] ?? root;

  it('is kept at once, however far it is, also without a scroll', () => {
    const voice = open();
    voice.hear(paragraph(31));
    expect(save).toHaveBeenLastCalledWith(readingPlace(nth(31), 75));
  });

  it('is kept while the person looks elsewhere, until the voice stops', () => {
    const voice = open();
    voice.hear(paragraph(11));
    readTo(3000);
    vi.advanceTimersByTime(REST_IN_FINISHED_MS);
    expect(save).toHaveBeenCalledTimes(1);
    voice.hear(undefined);
    readTo(3100);
    vi.advanceTimersByTime(READING_REST_MS);
    expect(save.mock.lastCall?.[0].anchor).toBe(nth(32));
  });

  it('is the end of the text after the last sentence, at once', () => {
    const voice = open();
    voice.hear(paragraph(39));
    voice.hear(paragraph(40));
    voice.hear(null);
    expect(save).toHaveBeenLastCalledWith(readingPlace('', 100));
  });

  it('is not the end of the text before, though the last screen is shown', () => {
    const voice = open();
    voice.hear(paragraph(40));
    expect(save).toHaveBeenLastCalledWith(readingPlace(nth(40), 98));
  });
});
