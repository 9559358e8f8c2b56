import { SECOND_MS } from '../../domain/time';
import type { Dispose } from '../../library';

/** The user's place in an article, as the bookmark stores it. */
export interface ReadingPlace {
  /** CSS selector of the element at the top of the screen. Empty at the start and at the end. */
  readonly anchor: string;
  /** Per cent, an integer from 0 to 100. */
  readonly progress: number;
}

/** Vertical extents in CSS px, measured from the top of the window. */
interface Extent {
  readonly top: number;
  readonly bottom: number;
}

/** The distance from the stored place, in screens, that still counts as reading on. */
const READ_ON_SCREENS = 2;
/** Staying this long at another place means that the user reads there. */
export const READING_REST_MS = 5 * SECOND_MS;
/** An article that was read to its end stays read unless the user clearly starts again. */
export const REST_IN_FINISHED_MS = 30 * SECOND_MS;

/** Rounding of fractional pixels must not keep an article at 99 %. */
const END_SLACK_PX = 2;

/**
 * Returns the per cent of the article that has been passed or is on the last screen: 0 while its
 * start is visible, 100 as soon as its end is.
 */
export function progressOf(article: Extent, screen: Extent): number {
  if (article.bottom <= screen.bottom + END_SLACK_PX) return 100;
  const passed = screen.top - article.top;
  if (passed <= 0) return 0;
  const toPass = article.bottom - article.top - (screen.bottom - screen.top);
  return Math.min(99, Math.max(1, Math.round((100 * passed) / toPass)));
}

/** Returns the line of the article that is at the top of the screen at this progress. */
export function readingLineOf(progress: number, article: Extent, screen: Extent): number {
  const toPass = article.bottom - article.top - (screen.bottom - screen.top);
  return article.top + (progress / 100) * Math.max(0, toPass);
}

/** The way in which the user reached a place. */
export interface Arrival {
  /** Distance from the stored place in screens. Negative when it is further up. */
  readonly screensAhead: number;
  /**
   * False for a place that was reached without scrolling, such as an article that fits the screen.
   */
  readonly hasScrolled: boolean;
}

/**
 * Returns how long the user must stay at a place before it replaces the stored one, in ms. Reading
 * on returns 0. A jump (a footnote, the End key) and every step back count only when the user
 * stays, so that a look back at a figure does not lose the place.
 */
export function restNeededMs(kept: ReadingPlace, seen: ReadingPlace, arrival: Arrival): number {
  const isReadingOn =
    arrival.hasScrolled &&
    arrival.screensAhead > 0 &&
    arrival.screensAhead <= READ_ON_SCREENS &&
    seen.progress >= kept.progress;
  if (isReadingOn) return 0;
  return kept.progress === 100 && seen.progress < 100 ? REST_IN_FINISHED_MS : READING_REST_MS;
}

export const isSameReadingPlace = (a: ReadingPlace, b: ReadingPlace): boolean =>
  a.anchor === b.anchor && a.progress === b.progress;

/** Returns the place as the service stores it: without an anchor at 0 and at 100 per cent. */
export const readingPlace = (anchor: string, progress: number): ReadingPlace => ({
  anchor: progress === 0 || progress === 100 ? '' : anchor,
  progress,
});

export type Viewport = ReturnType<typeof windowViewport>;

/** The area in which the reader scrolls. `coveredPx` at the top are under the toolbar. */
export function windowViewport(window: Window, coveredPx: () => number) {
  // The position after our own scroll, whose event follows a frame later.
  let shiftedTo: number | null = null;
  // Always instantly: smooth scrolling would make the restored place glide.
  const scrollBy = (px: number) => window.scrollBy({ top: px, behavior: 'instant' });
  return {
    /** The visible part of the article, in px from the window's top. */
    screen: (): Extent => ({ top: coveredPx(), bottom: window.innerHeight }),
    /** Scrolls on behalf of the user: a key, a link to a footnote. */
    scrollBy,
    /** Scrolls because the layout has changed. `onScroll` does not report it. */
    shiftBy(px: number) {
      if (px === 0) return;
      scrollBy(px);
      shiftedTo = window.scrollY;
    },
    onScroll(listener: () => void): Dispose {
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
