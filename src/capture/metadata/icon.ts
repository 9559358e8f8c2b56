import { isBeaconAddress } from '../beacons';
import { cleanAddress } from './address';

/** In px: what a list row needs on a screen of double density. */
const WANTED_SIZE = 64;
/** What an icon without `sizes` most likely has. */
const USUAL_SIZE = { 'apple-touch-icon': 180, icon: 16 } as const;
const MAX_ICONS = 50;

/**
 * The page's icon that suits a list row: the smallest that is large enough, else the largest; a
 * drawing (SVG) only when there is no picture. `/favicon.ico` when the page names none, as
 * browsers do; null where that can't be.
 */
export function findIcon(links: readonly Element[], baseUrl: string): string | null {
  const icons = links.slice(0, MAX_ICONS).flatMap((link) => {
    const rel = (link.getAttribute('rel') ?? '').toLowerCase().split(/\s+/);
    const isTouchIcon = rel.some((word) => word.startsWith('apple-touch-icon'));
    if (!isTouchIcon && !rel.includes('icon')) return [];
    const href = link.getAttribute('href') ?? '';
    return [{ href, distance: distanceOf(link, isTouchIcon ? 'apple-touch-icon' : 'icon', href) }];
  });
  for (const { href } of icons.sort((a, b) => a.distance - b.distance)) {
    const url = cleanAddress(href, baseUrl);
    if (url !== null) return url;
  }
  return cleanAddress('/favicon.ico', baseUrl);
}

/** Less is better: too large costs a little, too small much more, a drawing the most. */
function distanceOf(link: Element, kind: keyof typeof USUAL_SIZE, href: string): number {
  const type = link.getAttribute('type') ?? '';
  if (type.includes('svg') || /\.svg(?:[?#]|$)/i.test(href)) return 1_000_000;
  const sizes = [...(link.getAttribute('sizes') ?? '').slice(0, 200).matchAll(/\b(\d{1,5})x\d/gi)];
  const size =
    sizes.length > 0 ? Math.max(...sizes.map((match) => Number(match[1]))) : USUAL_SIZE[kind];
  return size >= WANTED_SIZE ? size - WANTED_SIZE : (WANTED_SIZE - size) * 1000;
}

/** Files that are named for what they are: a sign of the site, or nothing to see. */
const SIGN =
  /^(?:[\w-]{0,60}[-_.])?(?:favicon|apple-touch-icon(?:-precomposed)?|icon|logo|sprite|pixel|spacer|blank|1x1)(?:[-_@.]?\d{1,4}x?\d{0,4}){0,2}\.\w{2,5}$/i;

/** A page's claim of a picture for itself; null when that is an icon, a logo or a counter. */
export function leadAddress(claim: string, baseUrl: string): string | null {
  const url = cleanAddress(claim, baseUrl);
  if (url === null || isBeaconAddress(url)) return null;
  return SIGN.test(new URL(url).pathname.split('/').at(-1) ?? '') ? null : url;
}
