import type { WxtBrowser } from 'wxt/browser';
import * as z from 'zod/mini';
import { ACCOUNT_STATUS } from '../../background/account/account-summary';
import { neededOrigins } from '../../background/account/needed-origins';
import { createSerialQueue } from '../../background/serial-queue';
import { text } from '../../messages/schemas';
import { readStatus } from '../../service/account/account-status';
import {
  ALL_SITES,
  answerTo,
  hasImageAccess,
  readQuestion,
  wantImages,
} from '../images/image-access';

/** The key in `storage.local` of the hosts on which highlights appear by themselves. */
export const HIGHLIGHT_SITES = 'highlightSites';

/** Stands for all hosts, as in a match pattern. */
export const EVERYWHERE = '*';

const MAX_STORED_HOST_LENGTH = 300;
const MAX_HOSTS = 10_000;
const Hosts = z.catch(z.array(text(MAX_STORED_HOST_LENGTH)).check(z.maxLength(MAX_HOSTS)), []);

/** The origins of a host, with http and https and every port. */
export const patternOf = (host: string): string => `*://${host}/*`;

type Parts = {
  readonly permissions: Pick<WxtBrowser['permissions'], 'contains' | 'request' | 'remove'> &
    Pick<WxtBrowser['permissions'], 'onAdded' | 'onRemoved'>;
  readonly storage: Pick<WxtBrowser['storage'], 'local'>;
};

interface Readable {
  readonly permissions: Pick<Parts['permissions'], 'contains'>;
  readonly storage: Parts['storage'];
}

/** Returns the chosen hosts that the browser allows. */
async function allowedHosts({ permissions, storage }: Readable): Promise<readonly string[]> {
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
const changeHosts = (
  storage: Parts['storage'],
  change: (hosts: readonly string[]) => readonly string[],
): Promise<void> =>
  navigator.locks.request(HIGHLIGHT_SITES, async () => {
    const hosts = change(await storedHosts(storage));
    await storage.local.set({ [HIGHLIGHT_SITES]: [...new Set(hosts)] });
  });

const addHost = (storage: Parts['storage'], host: string) =>
  changeHosts(storage, (hosts) => [...hosts, host]);

/** The key in `storage.local` of the hosts about which a person was asked after the first highlight. */
const ASKED_SITES = 'highlightSitesAsked';

/** Returns true once for a host on which highlights do not appear by themselves. */
export async function isToBeAsked(parts: Readable, host: string): Promise<boolean> {
  const allowed = await allowedHosts(parts);
  if (allowed.includes(EVERYWHERE) || allowed.includes(host)) return false;
  const { local } = parts.storage;
  const asked = Hosts.parse((await local.get(ASKED_SITES))[ASKED_SITES]);
  if (asked.includes(host)) return false;
  await local.set({ [ASKED_SITES]: [...asked, host].slice(-MAX_HOSTS) });
  return true;
}

/** Applies the user's answer to a permission prompt that has closed its page. */
export async function applyAnswer({ permissions, storage }: Readable): Promise<void> {
  const question = await readQuestion(storage);
  if (question === null) return;
  const host = question === 'images' ? EVERYWHERE : question.host;
  // The permission that was added may be that of a server.
  if (!(await permissions.contains({ origins: [patternOf(host)] }))) return;
  if (question === 'images') await wantImages(true, storage);
  else await addHost(storage, host);
}

/** Forgets what was chosen and is not allowed any more, so that a later permission is not used. */
export async function forgetRemoved(parts: Readable): Promise<void> {
  const allowed = await allowedHosts(parts);
  await changeHosts(parts.storage, (hosts) => hosts.filter((host) => allowed.includes(host)));
  if (!(await hasImageAccess(parts))) await wantImages(false, parts.storage);
}

/**
 * Chooses the hosts, in a page. `HighlightSites` of ui/ is made of it. `removeAll` removes the
 * permission for all sites, where nothing else needs it.
 */
export function createSiteAccess(
  { permissions, storage }: Parts,
  removeAll: () => Promise<unknown> = async () => {},
) {
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
     * first in a click handler.
     */
    async allow(host: string): Promise<boolean> {
      const answer = permissions.request({ origins: [patternOf(host)] });
      const isAllowed = await answerTo({ host }, answer, storage);
      if (isAllowed) await addHost(storage, host);
      return isAllowed;
    },
    /** Removes a host, and its permission where nothing else needs that. */
    async revoke(host: string): Promise<void> {
      // Before anything is awaited, because the browser may ask.
      if (host === EVERYWHERE) return void (await Promise.all([removeAll(), remove(host)]));
      await remove(host);
      const stored = await storage.local.get(ACCOUNT_STATUS);
      const servers = neededOrigins(readStatus(stored[ACCOUNT_STATUS]));
      const isServer = servers.some((origin) => origin.includes(`//${host}/`));
      if (isServer || (await permissions.contains(ALL_SITES))) return;
      await permissions.remove({ origins: [patternOf(host)] }).catch(() => false);
    },
  };
}

const SCRIPT_ID = 'highlights';

interface Registering extends Readable {
  readonly scripting: Pick<
    WxtBrowser['scripting'],
    | 'getRegisteredContentScripts'
    | 'registerContentScripts'
    | 'updateContentScripts'
    | 'unregisterContentScripts'
  >;
}

/**
 * Returns a function that registers the script for highlights on the hosts that the user has chosen.
 * It must be called when the hosts or the permissions have changed.
 */
export function createScriptRegistration(browser: Registering): () => Promise<void> {
  // Each registration reads what the last one has written.
  const inTurn = createSerialQueue();
  return () =>
    inTurn(() => register(browser)).catch((error) => {
      console.error('The script was not registered', error);
    });
}

async function register(browser: Registering): Promise<void> {
  const { scripting } = browser;
  const hosts = await allowedHosts(browser);
  const matches = (hosts.includes(EVERYWHERE) ? [EVERYWHERE] : hosts).map(patternOf);
  const ids = [SCRIPT_ID];
  const [known] = await scripting.getRegisteredContentScripts({ ids });
  if (matches.length === 0) {
    if (known !== undefined) await scripting.unregisterContentScripts({ ids });
    return;
  }
  const script = {
    id: SCRIPT_ID,
    js: ['highlight.js'],
    matches,
    runAt: 'document_idle' as const,
  };
  if (known === undefined) await scripting.registerContentScripts([script]);
  else await scripting.updateContentScripts([script]);
}
