import { useLayoutEffect, useState } from 'preact/hooks';
import type { Viewport } from './viewport';

/** Scrolling back less than this is a trembling finger. */
const TREMBLE_PX = 8;

/**
 * True while a person reads on downwards: the toolbar then makes room for the text. It comes back
 * with the first scroll up, and at both ends.
 */
export function useRollAway(viewport: Viewport, isWanted: boolean): boolean {
  const [isAway, setAway] = useState(false);
  useLayoutEffect(() => {
    if (!isWanted) return;
    let before: number | null = null;
    return viewport.onScroll(() => {
      const now = window.scrollY;
      // The first event only tells where it begins: an article may open half way down.
      before ??= now;
      if (Math.abs(now - before) < TREMBLE_PX) return;
      const isAtEnd =
        now + window.innerHeight >= document.documentElement.scrollHeight - TREMBLE_PX;
      setAway(now > before && !isAtEnd);
      before = now;
    });
  }, [viewport, isWanted]);
  return isAway;
}
