import { browser } from 'wxt/browser';
import { createSiteAccess } from '../../src/extension/highlights/site-access';
import { createHighlightSites, type HighlightSites } from '../../src/ui/settings/highlight-sites';

let sites: HighlightSites | null = null;

/** Returns the sites on which highlights appear by themselves, as this page shows them. */
export function connectHighlightSites(): HighlightSites {
  sites ??= createHighlightSites(createSiteAccess(browser));
  return sites;
}
