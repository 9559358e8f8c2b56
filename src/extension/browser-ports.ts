import type { WxtBrowser } from 'wxt/browser';
import type { Ports } from '../background/ports';
import type { AppIdentity } from '../service';
import { createAuthWindow } from './account/auth-window';
import { createServerAccess } from './account/origin-permissions';
import { stayAwake } from './stay-awake';

/** Returns the ports of the background that are parts of the browser. */
export const browserPorts = (browser: WxtBrowser) =>
  ({
    local: browser.storage.local,
    session: browser.storage.session,
    alarms: browser.alarms,
    access: createServerAccess(browser.permissions),
    authWindow: createAuthWindow(browser),
    stayAwake: (work) => stayAwake(browser.runtime, work),
  }) satisfies Partial<Ports>;

/**
 * The home page that servers show. They look up the address and reject private ones, so it is the
 * page in the browser's store.
 */
const STORE_PAGES = {
  chromium: (id: string) => `https://chromewebstore.google.com/detail/leafmark/${id}`,
  firefox: () => 'https://addons.mozilla.org/firefox/addon/leafmark/',
} as const;

/** Identifies the program, so it is the same for all installations. */
const SOFTWARE_ID = 'c0a1fbd4-6d2d-4b8e-9a52-1f4e7c3b9d10';

/** Returns a function that loads the identity which the app presents to servers. */
export function appIdentity(
  { runtime }: Pick<WxtBrowser, 'runtime'>,
  loadFile: (address: string) => Promise<Response>,
  browser: keyof typeof STORE_PAGES,
): () => Promise<AppIdentity> {
  return async () => {
    const icon = await loadFile(runtime.getURL('/icons/48.png'));
    const bytes = new Uint8Array(await icon.arrayBuffer());
    return {
      name: `Leafmark (${browser === 'firefox' ? 'Firefox' : 'Chromium'})`,
      uri: STORE_PAGES[browser](runtime.id),
      logo: `data:image/png;base64,${btoa(String.fromCharCode(...bytes))}`,
      softwareId: SOFTWARE_ID,
      softwareVersion: runtime.getManifest().version,
    };
  };
}
