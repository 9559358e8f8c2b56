import { ACCOUNTS } from '../src/background/account/account-summary';
import { openLibraryOf, wallClock } from '../src/background/library/libraries';
import { platformPorts } from '../src/background/ports';
import type { SyncAlarm } from '../src/background/sync/sync-alarm';
import { createSyncRunner, SYNC_LOCK, type SyncTrigger } from '../src/background/sync/sync-runner';
import { chosenArticles } from '../src/background/sync/sync-settings';
import { type Library, openLibrary, openSecrets } from '../src/library';
import { activeAccount, readAccounts } from '../src/service';
import { isOwnLibrary, PERSON_COOKIE, personIn } from './person';

// Sync in the service worker, which the browser starts when no page of the app is open.

/** Sends what waits. It rejects if something is left, and the browser tries again later. */
export async function sendWaiting(): Promise<void> {
  const left = await withLibrary(async (library, run) => {
    await run('foreground');
    return library.unsent.count();
  });
  if (left) throw new Error(`Changes wait to be sent: ${left}`);
}

/**
 * Sends what waits and gets what is new, as a page does from time to time. The browser has a network,
 * so it does not wait for the back-off of a page that had none.
 */
export async function syncNow(): Promise<void> {
  await withLibrary((_, run) => Promise.all([run('foreground'), run('background')]));
}

type Run = (trigger: SyncTrigger) => Promise<void>;

/** Works with the library that a page would show, with the function that syncs it. */
async function withLibrary<T>(work: (library: Library, run: Run) => Promise<T>): Promise<T | null> {
  const secrets = openSecrets();
  const readAccount = async () => {
    const account = activeAccount(readAccounts((await secrets.get(ACCOUNTS))[ACCOUNTS]));
    const isUsable = account !== null && account.signedOutAt === null;
    return isUsable && isOwnLibrary(await currentPerson(), account.userId) ? account : null;
  };
  const account = await readAccount();
  if (account === null) return null;
  const library = await openLibraryOf(openLibrary, account.library, wallClock);
  if (!library.ok) return null;
  const ports = platformPorts();
  const { run } = createSyncRunner({
    ...ports,
    stayAwake: (work) => work(),
    libraries: { open: async () => library },
    // A page that gets the same answer changes the account, because it can show it.
    accounts: { current: readAccount, async tokenRefused() {}, async refreshPermissions() {} },
    alarm: NO_ALARM,
    isAllowed: async () => true,
    // The settings of the sync are there, too.
    articlesToFetch: (isManual) => chosenArticles(secrets, ports.network.connection(), isManual),
  });
  try {
    return await work(library.value, async (trigger) => {
      // A page may be in the middle of a sync.
      await navigator.locks.request(SYNC_LOCK, async () => {});
      await run(trigger);
    });
  } finally {
    library.value.close();
  }
}

/** The browser starts the worker again. */
const NO_ALARM: SyncAlarm = { async begin() {}, async setFor() {}, async clear() {} };

async function currentPerson(): Promise<string | null> {
  const { cookieStore }: { cookieStore?: CookieStore } = globalThis;
  return personIn((await cookieStore?.get(PERSON_COOKIE))?.value);
}
