import { readOnlyHere } from '../entrypoints/wiring/only-here';
import { ACCOUNT_STATUS } from '../src/background/account/account-summary';
import type { Accounts } from '../src/background/account/accounts';
import type { StoredArea } from '../src/background/ports';
import { connectClient, platformTransport } from '../src/service';
import { readStatus } from '../src/service/account/account-status';
import { makeFirst } from './leave-page';
import { APP_BASE } from './platform';

// The account of the web app on the server that serves it.

type Stored = Pick<StoredArea, 'get'>;

const storedStatus = async (local: Stored) =>
  readStatus((await local.get(ACCOUNT_STATUS))[ACCOUNT_STATUS]);

/**
 * Changes to the account of the person who has signed in to the server, or signs in if there is none.
 * After a failure it waits for a press.
 */
export async function signInHere(
  { handlers }: Accounts,
  local: Stored,
  person: string | null,
): Promise<void> {
  const status = await storedStatus(local);
  const known = status.accounts.find(({ userId }) => userId === person);
  if (known) {
    // It is the active one if a sign-in has just ended.
    if (known.id !== status.active) await handlers.switchAccount({ id: known.id });
    return;
  }
  const { signIn } = status;
  const wasLeft =
    signIn?.kind === 'checking' && signIn.asks
      ? signIn.asks.userId !== person
      : signIn !== null && 'problem' in signIn && signIn.problem?.kind === 'broken-off';
  if (signIn !== null && !wasLeft) return;
  const found = await handlers.findServer({
    address: APP_BASE,
    headers: '',
    allowed: [],
    use: 'account',
  });
  if (found.ok && found.value === null) await handlers.signIn({ way: 'code' });
}

/**
 * Ends what a sign-out has left: tokens, and libraries of which the server has everything. What only
 * this browser has stays, and is shown again after its person has signed in. A server that was set up
 * anew has nothing of it.
 */
export async function tidySignedOut({ handlers }: Accounts, local: Stored): Promise<void> {
  const { accounts } = await storedStatus(local);
  if (accounts.length === 0) return;
  const { info } = connectClient({ base: APP_BASE, token: null }, platformTransport);
  const there = await info.read();
  for (const { id, library, installation, signedOutAt } of accounts) {
    const isServerAnew = there.ok && there.value.body.installation !== installation;
    const onlyHere = await readOnlyHere(library, isServerAnew, makeFirst);
    const keep = !onlyHere.ok || onlyHere.value.length > 0;
    if (!keep || signedOutAt === null) await handlers.signOut({ id, keep });
  }
}

/** Servers want a public address, which that of this app may not be. */
export const IDENTITY = {
  name: 'Leafmark (web app)',
  uri: 'https://addons.mozilla.org/firefox/addon/leafmark/',
  softwareId: 'c0a1fbd4-6d2d-4b8e-9a52-1f4e7c3b9d11',
  softwareVersion: __VERSION__,
};
