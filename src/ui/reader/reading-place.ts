import { SECOND_MS } from '../../domain';
import type { Dispose } from '../../library/repository';

/** Where a person is in an article, as it is kept in the bookmark. */
export interface ReadingPlace {
  /** CSS selector of the element at the top of the screen; empty at the start and at the end. */
  readonly anchor: string;
  /** Per cent, a whole number from 0 to 100. */
  readonly progress: number;
}

/** Vertical extents in CSS px, measured from the top of the window. */
export interface Extent {
  readonly top: number;
  readonly bottom: number;
}

/** How far ahead of the kept place, in screens, reading can get between two rests of the eye. */
const READ_ON_SCREENS = 2;
/** Staying this long at a place that was jumped to means that it is being read. */
export const REST_MS = 5 * SECOND_MS;
/** An article read to its end stays read unless someone clearly starts it again. */
export const REST_IN_FINISHED_MS = 30 * SECOND_MS;

/** Rounding of fractional pixels must not keep an article at 99 %. */
const END_SLACK_PX = 2;

/**
 * Per cent of the article that is behind the reader, or already on the screen's last page: 0 while
 * its start is in view, 100 as soon as its end is.
 */
export function progressOf(article: Extent, screen: Extent): number {
  if (article.bottom <= screen.bottom + END_SLACK_PX) return 100;
  const passed = screen.top - article.top;
  if (passed <= 0) return 0;
  const toPass = article.bottom - article.top - (screen.bottom - screen.top);
  return Math.min(99, Math.max(1, Math.round((100 * passed) / toPass)));
}

/** How a place was reached. */
export interface Arrival {
  /** Distance from the kept place in screens; negative when it is further up. */
  readonly screensAhead: number;
  /** False for a place that was there without scrolling: an article that fits the screen. */
  readonly hasScrolled: boolean;
}

/**
 * How long a person must stay at a place before it takes the kept one's stead, in ms; 0 for at
 * once. Reading on counts at once. A jump (a footnote, the End key, a look at how long it is) and
 * every step back count only when the person stays: a look back at a figure loses no place.
 */
export function restNeededMs(kept: ReadingPlace, seen: ReadingPlace, arrival: Arrival): number {
  const isReadingOn =
    arrival.hasScrolled &&
    arrival.screensAhead > 0 &&
    arrival.screensAhead <= READ_ON_SCREENS &&
    seen.progress >= kept.progress;
  if (isReadingOn) return 0;
  return kept.progress === 100 && seen.progress < 100 ? REST_IN_FINISHED_MS : REST_MS;
}

export const isSamePlace = (a: ReadingPlace, b: ReadingPlace): boolean =>
  a.anchor === b.anchor && a.progress === b.progress;

/** The place as the service has it: no anchor at the start (0) and at the end (100). */
export const readingPlace = (anchor: string, progress: number): ReadingPlace => ({
  anchor: progress === 0 || progress === 100 ? '' : anchor,
  progress,
});

/** What the reader scrolls in. */
export interface Viewport {
  /** The part of the window where the article shows, in px from the window's top. */
  screen(): Extent;
  /** Scrolls because a person wants it: a key, a link to a footnote. */
  scrollBy(px: number): void;
  /** Moves along with a text that has moved; nobody scrolled, and `onScroll` is not told. */
  shiftBy(px: number): void;
  onScroll(listener: () => void): Dispose;
}

/** The window itself, of which `coveredPx` at the top lie under the toolbar. */
export function windowViewport(window: Window, coveredPx: () => number): Viewport {
  // The position that our own shift led to: its scroll event comes a frame later.
  let shiftedTo: number | null = null;
  // Instantly, whatever the style sheet says of scrolling: a place that is kept must not glide.
  const scrollBy = (px: number) => window.scrollBy({ top: px, behavior: 'instant' });
  return {
    screen: () => ({ top: coveredPx(), bottom: window.innerHeight }),
    scrollBy,
    shiftBy(px) {
      if (px === 0) return;
      scrollBy(px);
      shiftedTo = window.scrollY;
    },
    onScroll(listener) {
      const onScroll = () => {
        if (window.scrollY === shiftedTo) return;
        shiftedTo = null;
        listener();
      };
      window.addEventListener('scroll', onScroll, { passive: true });
      return () => window.removeEventListener('scroll', onScroll);
    },
  };
}
