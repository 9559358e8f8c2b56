import { signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { readonly } from './signals';

/** The sidebar opens over the list below this width. The style sheets have it, too. */
export const NARROW = '(max-width: 44rem)';
/** Nothing can be pointed at without a press. */
export const TOUCH = '(hover: none)';
/** The web app is installed, and runs in a window of its own. */
export const INSTALLED = '(display-mode: standalone)';
/** The places are in a bar in reach of a thumb. The style sheets have it, too. */
export const PHONE = `${NARROW} and ${TOUCH}`;

/** Follows whether a media query matches. */
export function followMedia(window: Window, query: string) {
  const media = window.matchMedia(query);
  const matches = signal(media.matches);
  const onChange = () => {
    matches.value = media.matches;
  };
  media.addEventListener('change', onChange);
  return {
    matches: readonly(matches),
    dispose: () => media.removeEventListener('change', onChange),
  };
}

/** Returns whether a media query matches, while the component is mounted. */
export function useMedia(query: string): boolean {
  const media = useMemo(() => followMedia(window, query), [query]);
  useEffect(() => media.dispose, [media]);
  return media.matches.value;
}
