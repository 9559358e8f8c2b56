import { wordSet } from './word-list';

/** Only some of its hosts count views. */
const VGWORT = 'met.vgwort.de';
/**
 * Hosts of tracking pixels, with all below them. A list is looked up because an expression with all of
 * them takes a page more than a millisecond to compile.
 */
const BEACON_HOSTS = wordSet(
  'doubleclick.net google-analytics.com googletagmanager.com googlesyndication.com',
  'scorecardresearch.com quantserve.com pixel.wp.com stats.wp.com bat.bing.com',
  'analytics.twitter.com px.ads.linkedin.com ct.pinterest.com mc.yandex.ru counter.yadro.ru',
  'chartbeat.com chartbeat.net hotjar.com mixpanel.com criteo.com taboola.com outbrain.com',
  VGWORT,
);
const VGWORT_HOST = /(?:^|\.)(?:ssl-)?vg\d+\.met\.vgwort\.de$/;

/** Paths of tracking pixels and spacer images. */
const BEACON_PATH =
  /^https?:\/\/(?:www\.)?facebook\.com\/tr\b|\/(?:pixel|1x1|spacer|blank|transparent|shim|__utm)\.(?:gif|png|svg|php)(?:$|[?#])|\/(?:b|beacon|clear|impression|track(?:er|ing)?)\.(?:gif|php)(?:$|[?#])|\/(?:piwik|matomo)\.php\?/i;

const UNSEEN_STYLE = /display\s*:\s*none|(?:^|[;\s])(?:width|height)\s*:\s*[0-2](?:px)?\s*(?:;|$)/i;

/** In px. */
const DOT_SIZE = 2;

/** True if an image is a tracking pixel or a spacer rather than content. */
export function isBeacon(image: Element): boolean {
  const width = image.getAttribute('width');
  const height = image.getAttribute('height');
  if (isDot(width) && (height === null || isDot(height))) return true;
  if (isDot(height) && width === null) return true;
  if (UNSEEN_STYLE.test(image.getAttribute('style') ?? '')) return true;
  return isBeaconAddress(image.getAttribute('src') ?? '');
}

/** True for the address of a tracking pixel or of a placeholder image. */
export const isBeaconAddress = (address: string): boolean =>
  isBeaconHost(address) || BEACON_PATH.test(address);

/** In letters. It is longer than each of the hosts, and bounds the time for an endless one. */
const MAX_HOST = 60;

function isBeaconHost(address: string): boolean {
  const host = /^https?:\/\/([^/]*)\//i.exec(address)?.[1]?.toLowerCase() ?? '';
  let domain = host.slice(-MAX_HOST);
  while (domain.includes('.') && !BEACON_HOSTS.has(domain)) {
    domain = domain.slice(domain.indexOf('.') + 1);
  }
  return BEACON_HOSTS.has(domain) && (domain !== VGWORT || VGWORT_HOST.test(host));
}

const isDot = (size: string | null): boolean =>
  size !== null &&
  /^\s*\d/.test(size) &&
  !size.includes('%') &&
  Number.parseFloat(size) <= DOT_SIZE;
