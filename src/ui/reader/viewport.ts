import type { Dispose } from '../../library';
import type { Extent } from './reading-place';

/** What the reader scrolls in. */
export interface Viewport {
  /** The part of the window where the article shows, in px from the window's top. */
  screen(): Extent;
  scrollBy(px: number): void;
  toTop(): void;
  onScroll(listener: () => void): Dispose;
}

/** The window itself, of which `coveredPx` at the top lie under the toolbar. */
export function windowViewport(window: Window, coveredPx: () => number): Viewport {
  return {
    screen: () => ({ top: coveredPx(), bottom: window.innerHeight }),
    // Instantly, whatever the style sheet says of scrolling: a place that is kept must not glide.
    scrollBy: (px) => window.scrollBy({ top: px, behavior: 'instant' }),
    toTop: () => window.scrollTo({ top: 0, behavior: 'instant' }),
    onScroll(listener) {
      window.addEventListener('scroll', listener, { passive: true });
      return () => window.removeEventListener('scroll', listener);
    },
  };
}
