import { domainToUnicode } from 'node:url';
import { getDomain } from 'tldts';
import type { BookmarkFields } from '../storage';

/**
 * Returns the host of a web address and its registered domain, both in Unicode and without the port.
 * A host without a public suffix is its own domain.
 */
export function siteOf(url: string): Pick<BookmarkFields, 'site' | 'domain'> {
  const { hostname } = new URL(url);
  const site = domainToUnicode(hostname) || hostname;
  return { site, domain: domainToUnicode(getDomain(hostname) ?? '') || site };
}

/** Adds a site name to `siteOf`: the host, until the page gives a better one. */
export function namedSiteOf(url: string): Pick<BookmarkFields, 'site' | 'siteName' | 'domain'> {
  const site = siteOf(url);
  return { ...site, siteName: site.site };
}
