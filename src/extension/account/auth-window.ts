import type { WxtBrowser } from 'wxt/browser';
import type { AuthWindow } from '../../background/ports';
import { err, ok } from '../../domain/result';
import { problem } from '../../service';
import { stayAwake } from '../stay-awake';

/** Chromium: "The user did not approve access."; Firefox: "User cancelled or denied access." */
const CLOSED_BY_USER = /did not approve|cancell?ed|denied access/i;

/** The browser's window for signing in. */
export const createAuthWindow = (
  browser: Pick<WxtBrowser, 'identity' | 'runtime'>,
): AuthWindow => ({
  // Chromium loads `identity` when it is first read, which most starts never do.
  get redirectUri() {
    return browser.identity.getRedirectURL();
  },
  async open({ url }) {
    try {
      // If the worker stopped, the redirect would be lost.
      const cameBackTo = await stayAwake(browser.runtime, () =>
        browser.identity.launchWebAuthFlow({ url, interactive: true }),
      );
      return cameBackTo ? ok(cameBackTo) : err(problem('window-closed'));
    } catch (failure) {
      const message = failure instanceof Error ? failure.message : String(failure);
      return err(
        CLOSED_BY_USER.test(message) ? problem('window-closed') : problem('no-window', message),
      );
    }
  },
});
