import { siteOf, urlKey } from '../../domain';

const MAX_ADDRESS_LENGTH = 2048;

/**
 * An absolute http(s) address without user name and password; null when `value` is none, is
 * longer than servers take, or is of another scheme (`javascript:`, `data:`).
 */
export function cleanAddress(value: string, baseUrl: string): string | null {
  const text = value.trim();
  if (text === '' || text.length > MAX_ADDRESS_LENGTH) return null;
  let url: URL;
  try {
    url = new URL(text, /^https?:/i.test(baseUrl) ? baseUrl : undefined);
  } catch {
    return null;
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  url.username = '';
  url.password = '';
  return url.href;
}

/**
 * The page's canonical address. `links` are from `<link>`, which may name another site (an article
 * that is published twice); `claims` are from where templates often have it wrong, and count for
 * the page's own site only. null when none is believable.
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
    if (address === pageUrl || isBelievable(address, pageUrl, links.includes(value)))
      return address;
  }
  return null;
}

/**
 * Not the home page, unless the page is it (a template's mistake that would make one page of all);
 * not a machine without a domain, unless the page is there (a developer's).
 */
function isBelievable(canonical: string, pageUrl: string, isLink: boolean): boolean {
  if (!isLink && !isSameSite(canonical, pageUrl)) return false;
  if (urlKey(canonical) === urlKey(pageUrl)) return true;
  const { pathname, search } = new URL(canonical);
  const isHome = pathname === '/' && search === '';
  return !isHome && (siteOf(canonical).includes('.') || siteOf(canonical) === siteOf(pageUrl));
}

/** Whether two addresses are of one site, or of a site and its subdomain. */
function isSameSite(one: string, other: string): boolean {
  const [a, b] = [siteOf(one), siteOf(other)];
  return a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`);
}
