import { domainToUnicode } from 'node:url';
import { getDomain } from 'tldts';
import type { BookmarkFields } from '../storage';

/**
 * The host of a web address and the domain that somebody registered, as lists search and order by
 * them: in Unicode, without port. A host that is in no registry is its own domain.
 */
export function siteOf(url: string): Pick<BookmarkFields, 'site' | 'domain'> {
  const { hostname } = new URL(url);
  const site = domainToUnicode(hostname) || hostname;
  return { site, domain: domainToUnicode(getDomain(hostname) ?? '') || site };
}

/** `siteOf`, with the host as the name of the site until a page says a better one. */
export function namedSiteOf(url: string): Pick<BookmarkFields, 'site' | 'siteName' | 'domain'> {
  const site = siteOf(url);
  return { ...site, siteName: site.site };
}
