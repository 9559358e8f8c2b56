import { ok } from '../domain/result';
import {
  highlightRepository,
  importRepository,
  isFromServer,
  type Library,
  searchIndexer,
} from '../library';
import type { BackgroundHandlers } from '../messages/messages';
import { ACCOUNT_STATUS, readAccountState, readLibraryChoice } from './account/account-summary';
import { type Accounts, createAccounts } from './account/accounts';
import { findUnanchored } from './highlights/find-unanchored';
import { runHousekeeping } from './housekeeping';
import { createLibraries, type Libraries } from './library/libraries';
import { createLibraryWork, type Run, type Watch } from './library-work';
import type { Ports } from './ports';
import { indexInWorker } from './search/index-in-worker';
import { parseSettings, updateSettings } from './settings/settings';
import { type BackgroundSync, createBackgroundSync } from './sync/background-sync';
import { createSyncAlarm, SYNC_ALARM } from './sync/sync-alarm';
import { chosenArticles, SYNC_SETTINGS } from './sync/sync-settings';
import { createSyncWatch } from './sync/sync-watch';
import { createSending, sendDaily, watchSending } from './transfer/send-highlights';
import { forgetCheck } from './transfer/transfer-in-worker';

/** The parts that do nothing until they are called. */
export interface Parts {
  readonly libraries: Libraries;
  readonly accounts: Accounts;
  readonly sync: BackgroundSync;
}

/** Tabs of the web app index one after another, because several would drop each other's segments. */
const INDEX_LOCK = 'leafmark-index';

/** Creates the parts of a background. */
export function createParts(ports: Ports): Parts {
  const { local, alarms, access, network, now } = ports;
  const libraries = createLibraries({
    ...ports,
    readName: () => readName(ports),
    async removeLibrary(account) {
      await ports.removeLibrary(account);
      await ports.removeImports?.(account);
    },
  });
  const accounts = createAccounts({ ...ports, libraries });
  const sync: BackgroundSync = createBackgroundSync({
    ...ports,
    libraries,
    accounts,
    alarm: createSyncAlarm(alarms, now, () => void sync.run('background')),
    isAllowed: access.isAllowed,
    articlesToFetch: (isManual) => chosenArticles(local, network.connection(), isManual),
  });
  return { libraries, accounts, sync };
}

const readName = async ({ local }: Pick<Ports, 'local'>) => (await readLibraryChoice(local)).name;

/**
 * Starts what the extension and the web app do in the background. All listeners are added before it
 * returns. The work at the library waits for `begin`.
 */
export function startBackground(ports: Ports, parts: Parts = createParts(ports)) {
  const { local, alarms, now, afterWakeUp, stayAwake, startSearchWorker } = ports;
  const { inTurn = atOnce, onSyncStatus = () => {}, onWritten = async () => {} } = ports;
  const { mayOpen = async () => true } = ports;
  const { libraries, accounts, sync } = parts;
  const openLibrary = libraries.inUse;
  const accountState = () => readAccountState(local);
  const syncWatch = createSyncWatch({ openLibrary, sync, accountState, onStatus: onSyncStatus });
  const works: { readonly begin: () => Promise<void> }[] = [syncWatch];
  const addWork = (watch: Watch, run: Run) => {
    const open = () => afterWakeUp.then(openLibrary);
    const work = createLibraryWork({ openLibrary: open, watch, run, stayAwake });
    works.push(work);
    return work;
  };
  addWork(
    (library, listener) => library.part(searchIndexer).watchWork(listener),
    async (library, signal) => {
      await ports.locks.request(INDEX_LOCK, async () => {
        // A worker would make the library anew if it was removed meanwhile.
        if (signal.aborted) return;
        if (startSearchWorker === undefined) await library.part(searchIndexer).run(signal);
        else await indexInWorker(startSearchWorker(), await readName(ports), signal);
      });
    },
  );
  addWork(
    (library, listener) => library.part(highlightRepository).watchUnanchored(listener),
    findUnanchored,
  );
  addWork(
    (library, listener) => library.part(importRepository).watchWork(listener),
    (library, signal) => importWaiting(ports, library, signal),
  );
  addWork(watchSending, createSending(ports));

  let hasBegun = false;
  const beginWorks = () => Promise.all(works.map((work) => work.begin()));
  const resume = () => inTurn(accounts.resume);
  alarms.onAlarm.addListener(({ name }) => {
    void runHousekeeping(openLibrary, now, name);
    void sendDaily(openLibrary, name);
    void resume();
    if (name === SYNC_ALARM) void sync.run('background');
  });
  local.onChanged.addListener(async (changes) => {
    const status = changes[ACCOUNT_STATUS];
    // Opening a library that was removed would create it again.
    const isOver = status !== undefined && !(await mayOpen(status.newValue));
    if (isOver || !hasBegun) return;
    if (status !== undefined) void beginWorks();
    if (status !== undefined || SYNC_SETTINGS in changes) void sync.restart();
  });
  ports.network.onOnline(() => {
    if (hasBegun) void sync.run('foreground');
  });
  void afterWakeUp.then(() => forgetCheck(ports.removeLibrary, ports.locks));

  return {
    /** Continues a sign-in that was broken off, and revocations that are due. */
    resume,
    /** Adds work at the active library. It must be called before `begin`. */
    addWork,
    /** Begins the work at the active library. Until then another account changes nothing. */
    async begin(): Promise<void> {
      hasBegun = true;
      await beginWorks();
    },
    handlers: {
      ...accounts.handlers,
      ...sync.handlers,
      findServer: (request) => inTurn(() => accounts.handlers.findServer(request)),
      signIn: (request) => inTurn(() => accounts.handlers.signIn(request)),
      answerFormer: (request) => inTurn(() => accounts.handlers.answerFormer(request)),
      async libraryChanged() {
        await onWritten();
        return ok(null);
      },
    } satisfies BackgroundHandlers,
  };
}

const atOnce: NonNullable<Ports['inTurn']> = (part) => part();

/** Works on the imports of the active library that wait. */
async function importWaiting(ports: Ports, library: Library, signal: AbortSignal): Promise<void> {
  const { inTurn = atOnce, importSource, local } = ports;
  await inTurn(() => storeSettings(library, local));
  const job = await library.part(importRepository).next();
  if (job === null) return;
  if (isFromServer(job) && !(await importSource?.read(library, job, signal))) return;
  await ports.workOnImports(await readName(ports), signal);
  if (isFromServer(job)) await importSource?.settle();
  await ports.onWritten?.();
}

/** Stores the settings of a bundle that is restored into an empty library. */
export async function storeSettings(
  library: Pick<Library, 'part'>,
  local: Parameters<typeof updateSettings>[0],
): Promise<void> {
  const imports = library.part(importRepository);
  const job = await imports.withSettings();
  if (job === null) return;
  await updateSettings(local, parseSettings(job.bundle?.settings));
  await imports.settingsStored(job.id);
}
