import { browser } from 'wxt/browser';
import { ACCOUNT_STATUS, EXAMINATION } from '../../src/background/account/account-summary';
import { watchStored } from '../../src/background/settings/watch-stored';
import { createOriginRequest } from '../../src/extension/account/origin-permissions';
import { createSiteAccess } from '../../src/extension/highlights/site-access';
import {
  hasImageAccess,
  requestImageAccess,
  wantImages,
  watchImageAccess,
} from '../../src/extension/images/image-access';
import { readStatus } from '../../src/service/account/account-status';
import { readExamination } from '../../src/service/account/doctor-results';
import { type AccountStore, createAccountStore } from '../../src/ui/account/account-store';
import {
  createBrowserAccess,
  createHighlightSites,
  type HighlightSites,
  type ImageAccess,
} from '../../src/ui/settings/browser-access';
import { background } from './connect-browser';
import { readOnlyHere } from './only-here';

let store: AccountStore | null = null;

/** Returns the account store of this page. Import this module when a component needs it. */
export function connectAccounts(): AccountStore {
  const { local, session } = browser.storage;
  store ??= createAccountStore(
    {
      background,
      companion: background,
      watchStatus: (listener) =>
        watchStored(local, ACCOUNT_STATUS, (stored) => listener(readStatus(stored))),
      watchExamination: (listener) =>
        watchStored(session, EXAMINATION, (stored) => listener(readExamination(stored))),
      askForOrigins: createOriginRequest(browser.permissions),
      onlyHere: readOnlyHere,
    },
    localStorage,
  );
  return store;
}

let sites: HighlightSites | null = null;

/**
 * Returns the sites on which highlights appear by themselves. It is in this file because the popup
 * must stay small, and because all of it is about permissions of hosts. `removeAll` removes the
 * permission for all sites, where nothing else needs it.
 */
export function connectSites(removeAll?: () => Promise<unknown>): HighlightSites {
  sites ??= createHighlightSites(createSiteAccess(browser, removeAll));
  return sites;
}

let images: ImageAccess | null = null;

/** Returns the state of *Keep all images*. `removeAll` is as above. */
export function connectImageAccess(
  removeAll: () => Promise<unknown> = async () => {},
): ImageAccess {
  images ??= createBrowserAccess({
    has: hasImageAccess,
    request: requestImageAccess,
    remove: () => Promise.all([removeAll(), wantImages(false)]),
    watch: watchImageAccess,
  });
  return images;
}
