import { useEffect, useMemo } from 'preact/hooks';
import { followMedia } from './follow-media';

/** Returns whether a media query matches, while the component is mounted. */
export function useMedia(query: string): boolean {
  const media = useMemo(() => followMedia(window, query), [query]);
  useEffect(() => media.dispose, [media]);
  return media.matches.value;
}
