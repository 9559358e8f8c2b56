import type { WxtBrowser } from 'wxt/browser';
import type { Ports } from '../background/ports';
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
