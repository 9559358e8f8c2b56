import type { WxtBrowser } from 'wxt/browser';
import { err, ok, type Result } from '../../domain/result';
import { type PendingSignIn, type Problem, problem } from '../../service';
import { stayAwake } from '../stay-awake';

/** Chromium: "The user did not approve access."; Firefox: "User cancelled or denied access." */
const CLOSED_BY_USER = /did not approve|cancell?ed|denied access/i;

/** Where a person signs in on a page of the server. */
export interface AuthWindow {
  /** The redirect address, which belongs to this program alone. */
  readonly redirectUri: string;
  /**
   * Opens the address of `pending`. Returns the address to which it was redirected, or a problem. The
   * web app leaves its page instead, and continues with `comeBack`.
   */
  open(pending: PendingSignIn): Promise<Result<string, Problem>>;
}

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
