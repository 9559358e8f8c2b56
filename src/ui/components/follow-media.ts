import { signal } from '@preact/signals';
import { readonly } from './signals';

/** The sidebar opens over the list below this width. The style sheets have it, too. */
export const NARROW = '(max-width: 44rem)';
/** Nothing can be pointed at without a press. */
export const TOUCH = '(hover: none)';
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
