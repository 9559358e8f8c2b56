import type { Dispose } from '../../library/repository';
import type { Extent } from './reading-place';

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
