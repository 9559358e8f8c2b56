import type { WxtBrowser } from 'wxt/browser';
import { err, ok, type Result } from '../../domain';
import type { Problem } from '../../service';
import { problem } from './problem';

/** The browser's window for signing in. */
export interface AuthWindow {
  /** The redirect address, which belongs to this extension alone. */
  readonly redirectUri: string;
  /** Opens `url`. Returns the address to which it was redirected, or a problem. */
  open(url: string): Promise<Result<string, Problem>>;
}

/** Chromium: "The user did not approve access."; Firefox: "User cancelled or denied access." */
const CLOSED = /did not approve|cancell?ed|denied access/i;

/** Browsers stop a worker that is idle for 30 s. */
const STAY_AWAKE_MS = 20_000;

export function createAuthWindow({
  identity,
  runtime,
}: Pick<WxtBrowser, 'identity' | 'runtime'>): AuthWindow {
  return {
    redirectUri: identity.getRedirectURL(),
    async open(url) {
      // Any call of a browser API counts as activity. If the worker stopped, the redirect would be
      // lost.
      const awake = setInterval(() => void runtime.getPlatformInfo(), STAY_AWAKE_MS);
      try {
        const cameBackTo = await identity.launchWebAuthFlow({ url, interactive: true });
        return cameBackTo ? ok(cameBackTo) : err(problem('window-closed'));
      } catch (failure) {
        const message = failure instanceof Error ? failure.message : String(failure);
        return err(CLOSED.test(message) ? problem('window-closed') : problem('no-window', message));
      } finally {
        clearInterval(awake);
      }
    },
  };
}
