import type { AuthWindow } from '../src/extension/account/auth-window';
import type { PendingSignIn } from '../src/service';

/** In `sessionStorage`, so it belongs to this tab and ends with it. `PendingSignIn` is a secret. */
const PENDING = 'leafmark.pendingSignIn';

/** Leaves this page for the consent page of the server, which redirects to `redirectUri`. */
export const createRedirectWindow = (
  redirectUri: string,
  storage: Storage,
  leaveFor: (address: string) => void,
): AuthWindow => ({
  redirectUri,
  open(pending) {
    storage.setItem(PENDING, JSON.stringify(pending));
    leaveFor(pending.url);
    // The page that comes back continues.
    return new Promise(() => {});
  },
});

/** Returns the sign-in for which this tab has left its page, once; null if there is none. */
export function takePending(storage: Storage): PendingSignIn | null {
  const stored = storage.getItem(PENDING);
  storage.removeItem(PENDING);
  // Only `open` writes it.
  return stored === null ? null : (JSON.parse(stored) as PendingSignIn);
}
