import type { WxtBrowser } from 'wxt/browser';
import { err, ok, type Result } from '../../domain';
import type { Problem } from '../../service';
import { problem } from './problem';

/** The browser's own window for signing in. */
export interface AuthWindow {
  /** Where it comes back to: an address of this extension alone. */
  readonly redirectUri: string;
  /** Opens `url`; where it came back to, or why not. */
  open(url: string): Promise<Result<string, Problem>>;
}

/** Chromium: "The user did not approve access."; Firefox: "User cancelled or denied access." */
const CLOSED = /did not approve|cancell?ed|denied access/i;

/** Often enough that the browser does not take us for idle, which it does after 30 s. */
const STAY_AWAKE_MS = 20_000;

export function createAuthWindow({
  identity,
  runtime,
}: Pick<WxtBrowser, 'identity' | 'runtime'>): AuthWindow {
  return {
    redirectUri: identity.getRedirectURL(),
    async open(url) {
      // Any call of the browser's counts; were we stopped, the window would come back to nobody.
      const awake = setInterval(() => void runtime.getPlatformInfo(), STAY_AWAKE_MS);
      try {
        const cameBackTo = await identity.launchWebAuthFlow({ url, interactive: true });
        return cameBackTo ? ok(cameBackTo) : err(problem('window-closed'));
      } catch (failure) {
        const said = failure instanceof Error ? failure.message : String(failure);
        return err(CLOSED.test(said) ? problem('window-closed') : problem('no-window', said));
      } finally {
        clearInterval(awake);
      }
    },
  };
}
