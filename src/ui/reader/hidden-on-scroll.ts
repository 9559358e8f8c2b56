import { useLayoutEffect, useState } from 'preact/hooks';
import type { Viewport } from './reading-place';

/** Shorter scrolls are ignored, because a finger is never quite still. */
const SCROLL_SLACK_PX = 8;

/**
 * Returns true while the user scrolls down, to hide the toolbar. Returns false after a scroll up,
 * at both ends, and for a user of the keyboard.
 */
export function useHiddenOnScroll(viewport: Viewport, isEnabled: boolean): boolean {
  const [isAway, setAway] = useState(false);
  useLayoutEffect(() => {
    if (!isEnabled) return;
    let before: number | null = null;
    let isByKey = false;
    const left = new AbortController();
    const options = { signal: left.signal, passive: true };
    const onKey = () => {
      isByKey = true;
      setAway(false);
    };
    const onPointer = () => {
      isByKey = false;
    };
    document.addEventListener('keydown', onKey, options);
    for (const kind of ['pointerdown', 'wheel']) {
      document.addEventListener(kind, onPointer, options);
    }
    const stopScroll = viewport.onScroll(() => {
      const now = window.scrollY;
      // The first event only provides the start position: an article may open in the middle.
      before ??= now;
      if (Math.abs(now - before) < SCROLL_SLACK_PX) return;
      const isAtEnd =
        now + window.innerHeight >= document.documentElement.scrollHeight - SCROLL_SLACK_PX;
      setAway(now > before && !isAtEnd && !isByKey);
      before = now;
    });
    return () => {
      left.abort();
      stopScroll();
    };
  }, [viewport, isEnabled]);
  return isAway;
}
