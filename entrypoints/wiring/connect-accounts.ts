import { browser } from 'wxt/browser';
import { createAccountClient } from '../../src/extension/account/account-client';
import { createSiteAccess } from '../../src/extension/highlights/site-access';
import { type AccountStore, createAccountStore } from '../../src/ui/account/account-store';
import { createHighlightSites, type HighlightSites } from '../../src/ui/settings/highlight-sites';

let store: AccountStore | null = null;

/** Returns the account store of this page. Import this module when a component needs it. */
export function connectAccounts(): AccountStore {
  store ??= createAccountStore(createAccountClient(), localStorage);
  return store;
}

let sites: HighlightSites | null = null;

/**
 * Returns the sites on which highlights appear by themselves. It is in this file because the popup
 * must stay small, and because both are about permissions of hosts. `removeAll` removes the permission
 * for all sites, where nothing else needs it.
 */
export function connectSites(removeAll?: () => Promise<unknown>): HighlightSites {
  sites ??= createHighlightSites(createSiteAccess(browser, removeAll));
  return sites;
}
