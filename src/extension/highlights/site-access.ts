import type { WxtBrowser } from 'wxt/browser';
import * as z from 'zod/mini';
import { readStatus } from '../../service/account/account-status';
import { ACCOUNT_STATUS } from '../account/account-summary';
import { neededOrigins } from '../account/origin-permissions';
import { ALL_SITES } from '../images/image-access';
import { text } from '../messages/schemas';

/** The key in `storage.local` of the hosts on which highlights appear by themselves. */
export const HIGHLIGHT_SITES = 'highlightSites';

/** Stands for all hosts, as in a match pattern. */
export const EVERYWHERE = '*';

const MAX_HOST_LENGTH = 300;
const MAX_HOSTS = 10_000;
const Hosts = z.catch(z.array(text(MAX_HOST_LENGTH)).check(z.maxLength(MAX_HOSTS)), []);

/** The origins of a host, with http and https and every port. */
export const patternOf = (host: string): string => `*://${host}/*`;

type Parts = {
  readonly permissions: Pick<WxtBrowser['permissions'], 'contains' | 'request' | 'remove'> &
    Pick<WxtBrowser['permissions'], 'onAdded' | 'onRemoved'>;
  readonly storage: Pick<WxtBrowser['storage'], 'local'>;
};

/** Returns the chosen hosts that the browser allows. */
export async function allowedHosts({
  permissions,
  storage,
}: {
  readonly permissions: Pick<Parts['permissions'], 'contains'>;
  readonly storage: Parts['storage'];
}): Promise<readonly string[]> {
  const hosts = await storedHosts(storage);
  const allowed = await Promise.all(
    hosts.map((host) => permissions.contains({ origins: [patternOf(host)] })),
  );
  return hosts.filter((_, at) => allowed[at]);
}

async function storedHosts(storage: Parts['storage']): Promise<readonly string[]> {
  const stored = await storage.local.get(HIGHLIGHT_SITES);
  return Hosts.parse(stored[HIGHLIGHT_SITES]);
}

/** Stores hosts. Concurrent changes from several pages are all applied. */
export const changeHosts = (
  storage: Parts['storage'],
  change: (hosts: readonly string[]) => readonly string[],
): Promise<void> =>
  navigator.locks.request(HIGHLIGHT_SITES, async () => {
    const hosts = change(await storedHosts(storage));
    await storage.local.set({ [HIGHLIGHT_SITES]: [...new Set(hosts)] });
  });

/** Chooses the hosts, in a page. `HighlightSites` of ui/ is made of it. */
export function createSiteAccess({ permissions, storage }: Parts) {
  const remove = (host: string) =>
    changeHosts(storage, (hosts) => hosts.filter((each) => each !== host));
  return {
    /** Calls `listener` with the allowed hosts, now and after each change. */
    watch(listener: (hosts: readonly string[]) => void): void {
      const tell = () => void allowedHosts({ permissions, storage }).then(listener);
      permissions.onAdded.addListener(tell);
      permissions.onRemoved.addListener(tell);
      storage.local.onChanged.addListener((changes) => {
        if (HIGHLIGHT_SITES in changes) tell();
      });
      tell();
    },
    /**
     * Shows the browser's permission prompt, and resolves to the user's answer. It must be called
     * first in a click handler. Firefox closes the popup for the prompt, so the host is stored
     * before the answer, and the background notices the permission.
     */
    async allow(host: string): Promise<boolean> {
      const asked = permissions.request({ origins: [patternOf(host)] });
      await changeHosts(storage, (hosts) => [...hosts, host]);
      const isAllowed = await asked;
      if (!isAllowed) await remove(host);
      return isAllowed;
    },
    /** Removes a host, and its permission where nothing else needs that. */
    async revoke(host: string): Promise<void> {
      await remove(host);
      const stored = await storage.local.get(ACCOUNT_STATUS);
      const { accounts } = readStatus(stored[ACCOUNT_STATUS]);
      const isServer = neededOrigins(accounts, []).some((origin) => origin.includes(`//${host}/`));
      const isCovered = host !== EVERYWHERE && (await permissions.contains(ALL_SITES));
      // The permission for all sites is also that of *Keep all images*.
      if (host === EVERYWHERE || isServer || isCovered) return;
      await permissions.remove({ origins: [patternOf(host)] }).catch(() => false);
    },
  };
}
