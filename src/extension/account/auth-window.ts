import type { WxtBrowser } from 'wxt/browser';
import { err, ok, type Result } from '../../domain/result';
import { type Problem, problem } from '../../service';
import { stayAwake } from '../stay-awake';

/** Chromium: "The user did not approve access."; Firefox: "User cancelled or denied access." */
const CLOSED = /did not approve|cancell?ed|denied access/i;

export type AuthWindow = ReturnType<typeof createAuthWindow>;

/** The browser's window for signing in. */
export const createAuthWindow = ({
  identity,
  runtime,
}: Pick<WxtBrowser, 'identity' | 'runtime'>) => ({
  /** The redirect address, which belongs to this extension alone. */
  redirectUri: identity.getRedirectURL(),
  /** Opens `url`. Returns the address to which it was redirected, or a problem. */
  async open(url: string): Promise<Result<string, Problem>> {
    try {
      // If the worker stopped, the redirect would be lost.
      const cameBackTo = await stayAwake(runtime, () =>
        identity.launchWebAuthFlow({ url, interactive: true }),
      );
      return cameBackTo ? ok(cameBackTo) : err(problem('window-closed'));
    } catch (failure) {
      const message = failure instanceof Error ? failure.message : String(failure);
      return err(CLOSED.test(message) ? problem('window-closed') : problem('no-window', message));
    }
  },
});
