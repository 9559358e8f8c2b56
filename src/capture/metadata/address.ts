import { siteOf, urlKey } from '../../domain/url-identity';
import { isBeaconAddress } from '../beacons';

const MAX_CLAIMED_ADDRESS_LENGTH = 2048;

/**
 * Returns an absolute http(s) address without user name and password. Returns null if `value` is
 * invalid, longer than servers accept, or has another scheme (`javascript:`, `data:`).
 */
export function cleanAddress(value: string, baseUrl: string): string | null {
  const text = value.trim();
  if (text === '' || text.length > MAX_CLAIMED_ADDRESS_LENGTH) return null;
  const url = URL.parse(text, /^https?:/i.test(baseUrl) ? baseUrl : undefined);
  if (url === null) return null;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  url.username = '';
  url.password = '';
  return url.href;
}

/**
 * Chooses the canonical address of the page. `links` come from `<link>` and may name another site
 * (an article published twice). `claims` come from sources in which templates are often wrong, so
 * only addresses on the page's own site count. Returns null when none is credible.
 */
export function chooseCanonical(
  links: readonly string[],
  claims: readonly string[],
  pageUrl: string,
  baseUrl: string,
): string | null {
  for (const value of [...links, ...claims]) {
    const address = cleanAddress(value, baseUrl);
    if (address === null) continue;
    if (address === pageUrl || isCredible(address, pageUrl, links.includes(value))) return address;
  }
  return null;
}

/**
 * Rejects the home page unless the page is the home page (a common template error that would give
 * all pages one address). Rejects hosts without a domain unless the page is on that host (a
 * developer's machine).
 */
function isCredible(canonical: string, pageUrl: string, isLink: boolean): boolean {
  if (!isLink && !isSameSite(canonical, pageUrl)) return false;
  if (urlKey(canonical) === urlKey(pageUrl)) return true;
  const { pathname, search } = new URL(canonical);
  const isHome = pathname === '/' && search === '';
  return !isHome && (siteOf(canonical).includes('.') || siteOf(canonical) === siteOf(pageUrl));
}

/** True if two addresses are on the same site, or on a site and its subdomain. */
function isSameSite(one: string, other: string): boolean {
  const [a, b] = [siteOf(one), siteOf(other)];
  return a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`);
}

/** In px: the size of a list row's icon on a high-density display. */
const WANTED_SIZE = 64;
/** In px: the likely size of an icon without `sizes`. */
const USUAL_SIZE = { 'apple-touch-icon': 180, icon: 16 } as const;
const MAX_ICONS = 50;

/**
 * Returns the icon that suits a list row: the smallest that is large enough, otherwise the largest.
 * An SVG is used only when there is no bitmap. If the page declares no icon, it returns
 * `/favicon.ico`, as browsers do, or null where that is impossible.
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

/**
 * Lower is better. An icon that is too large costs a little, one that is too small much more, an
 * SVG the most.
 */
function distanceOf(link: Element, kind: keyof typeof USUAL_SIZE, href: string): number {
  const type = link.getAttribute('type') ?? '';
  if (type.includes('svg') || /\.svg(?:[?#]|$)/i.test(href)) return 1_000_000;
  const sizes = [...(link.getAttribute('sizes') ?? '').slice(0, 200).matchAll(/\b(\d{1,5})x\d/gi)];
  const size =
    sizes.length > 0 ? Math.max(...sizes.map((match) => Number(match[1]))) : USUAL_SIZE[kind];
  return size >= WANTED_SIZE ? size - WANTED_SIZE : (WANTED_SIZE - size) * 1000;
}

/** File names of icons, logos, spacers and tracking pixels. */
const ICON_FILE =
  /^(?:[\w-]{0,60}[-_.])?(?:favicon|apple-touch-icon(?:-precomposed)?|icon|logo|sprite|pixel|spacer|blank|1x1)(?:[-_@.]?\d{1,4}x?\d{0,4}){0,2}\.\w{2,5}$/i;

/** Parts of the names of pictures that stand for any page of a site or for its author. */
const STAND_IN_ADDRESS =
  /(?:^|[-_.])(?:default|placeholder|fallback|avatar|gravatar|no-?image|logo[-_.](?:share|social|og|square|large|white|black|dark|light))(?=[-_.\d]|$)/i;

/** The address of the picture that a page names for itself; null for an icon, a logo or a tracking pixel. */
export function leadImageAddress(claim: string, baseUrl: string): string | null {
  const url = cleanAddress(claim, baseUrl);
  if (url === null || isBeaconAddress(url)) return null;
  const file = new URL(url).pathname.split('/').at(-1) ?? '';
  return ICON_FILE.test(file) || STAND_IN_ADDRESS.test(file) ? null : url;
}
