import { browser } from 'wxt/browser';
import { neededOrigins } from '../../src/background/account/needed-origins';
import { patternOf } from '../../src/extension/highlights/site-access';
import { ALL_SITES, removeAllSites } from '../../src/extension/images/image-access';
import { optionalPermission } from '../../src/extension/settings/optional-permission';
import type { SiteAccess } from '../../src/ui/get-articles/articles-store';
import { createBrowserAccess, EVERYWHERE } from '../../src/ui/settings/browser-access';
import { connectAccounts, connectSites } from './connect-accounts';

/** Returns the access to all sites. Taking it back keeps that of servers and of sites with highlights. */
export function connectSiteAccess(): SiteAccess {
  const permission = optionalPermission(browser.permissions, ALL_SITES);
  const accounts = connectAccounts();
  const sites = connectSites();
  const remove = () => {
    const servers = accounts.status.value ? neededOrigins(accounts.status.value) : [];
    const hosts = (sites.hosts.value ?? []).filter((host) => host !== EVERYWHERE);
    return removeAllSites([...servers, ...hosts.map(patternOf)]);
  };
  return createBrowserAccess({ ...permission, remove });
}
