import type { AuthWindow } from '../src/background/ports';
import type { PendingSignIn } from '../src/service';

/** In `sessionStorage`, so it belongs to this tab and ends with it. `PendingSignIn` is a secret. */
const PENDING = 'leafmark.pendingSignIn';
/** The address with the answer of the consent page, also in `sessionStorage`. */
const CAME_BACK_TO = 'leafmark.cameBackTo';

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

/**
 * Keeps the address to which the consent page has redirected, and removes its answer from the history.
 * Called first in a page, which may be left before its background runs.
 */
export function keepRedirect(
  { href, search, pathname, hash }: Location,
  history: History,
  storage: Storage,
): void {
  if (!new URLSearchParams(search).has('state')) return;
  storage.setItem(CAME_BACK_TO, href);
  history.replaceState(null, '', pathname + hash);
}

/**
 * Calls `use` with the sign-in for which this tab has left its page and with the address to which it
 * came back, if there are both. The next page of the tab does it again if this one is left meanwhile,
 * but not after a failure.
 */
export async function continueRedirect(
  storage: Storage,
  use: (pending: PendingSignIn, address: string) => Promise<unknown>,
): Promise<void> {
  const stored = storage.getItem(PENDING);
  const address = storage.getItem(CAME_BACK_TO);
  try {
    // Only `open` writes it.
    if (stored && address) await use(JSON.parse(stored) as PendingSignIn, address);
  } finally {
    storage.removeItem(PENDING);
    storage.removeItem(CAME_BACK_TO);
  }
}
