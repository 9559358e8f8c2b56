import type { WxtBrowser } from 'wxt/browser';
import * as z from 'zod/mini';
import type { LibraryAccess } from '../../background/library/libraries';
import type { SiteRule } from '../../domain/site-rules/site-rule';
import { siteOf } from '../../domain/url-identity';
import { siteRuleRepository } from '../../library';

const SITE_RULES_KEY = 'sitesWithRules';
const StoredSites = z.catch(z.nullable(z.array(z.string())), null);

interface Dependencies {
  readonly openLibrary: LibraryAccess;
  readonly storage: Pick<WxtBrowser['storage']['local'], 'get' | 'set'>;
}

export type CaptureRules = ReturnType<typeof createCaptureRules>;

/** The rules for the sites of pages that are captured. */
export function createCaptureRules({ openLibrary, storage }: Dependencies) {
  /** null: not read yet. */
  let known: readonly string[] | null = null;
  const readKnown = async () => {
    known ??= StoredSites.parse((await storage.get(SITE_RULES_KEY))[SITE_RULES_KEY] ?? null);
    return known;
  };
  const read = async (site: string): Promise<readonly SiteRule[]> => {
    try {
      const sites = await readKnown();
      if (sites !== null && !sites.includes(site)) return [];
      const library = await openLibrary();
      return library.ok ? await library.value.part(siteRuleRepository).ofSite(site) : [];
    } catch {
      return [];
    }
  };
  return {
    /**
     * Returns the rules for a page. Most sites have none. Which ones have some is stored apart from
     * the library, so that a click on other pages need not wait until the library is open. null: it
     * has none. Never rejects: a page without its rules is better than none.
     */
    of(url: string): Promise<readonly SiteRule[]> | null {
      const site = siteOf(url);
      return known !== null && !known.includes(site) ? null : read(site);
    },
    /** Records the sites that have rules in the active library. */
    async record(sites: readonly string[]): Promise<void> {
      const before = await readKnown();
      known = sites;
      if (before?.join() !== sites.join()) await storage.set({ [SITE_RULES_KEY]: sites });
    },
  };
}
