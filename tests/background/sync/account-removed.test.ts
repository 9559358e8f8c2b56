import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLibraries } from '../../../src/background/library/libraries';
import { createSyncRunner } from '../../../src/background/sync/sync-runner';
import { openLibrary, removeLibrary } from '../../../src/library';
import { databaseName } from '../../../src/library/database/schema';
import { type Account, platformTransport } from '../../../src/service';
import { address, value } from '../../library/library';
import { BASE } from '../../server/support/test-server';
import { startWorld, type World } from '../../sync/support/world';
import { signedInAccount } from '../support/signed-in-account';
import { fakeLocks } from './fake-locks';

const NAME = 'ada';
const URL_A = 'https://pages.example/a';

let world: World;
let indexedDB: IDBFactory;
let account: Account | null;
beforeEach(async () => {
  world = await startWorld();
  indexedDB = new IDBFactory();
  account = signedInAccount({ library: NAME, base: BASE, token: world.token });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await world.end();
});

/** Starts a worker of the background with its open libraries. */
function startWorker(onRequest: (request: Request) => Promise<Response> = world.fetch) {
  const libraries = createLibraries({
    openLibrary: (options) => openLibrary({ ...options, indexedDB, storage: {} }),
    removeLibrary: (name) => removeLibrary(name, indexedDB),
    now: () => world.now(),
    readName: async () => NAME,
  });
  const alarm = {
    begin: async () => {},
    setFor: vi.fn(async () => {}),
    clear: vi.fn(async () => {}),
  };
  const runner = createSyncRunner({
    stayAwake: (work) => work(),
    accounts: {
      current: async () => account,
      tokenRefused: async () => expect.fail('refused'),
      refreshPermissions: async () => {},
    },
    libraries,
    isAllowed: async () => true,
    alarm,
    transport: {
      ...platformTransport,
      now: () => world.now(),
      fetch: (input, init) => onRequest(new Request(input, init)),
    },
    locks: fakeLocks(),
    now: () => world.now(),
    random: () => 0.5,
    articlesToFetch: async () => 'all',
  });
  return { libraries, runner, alarm };
}

const databases = async () => (await indexedDB.databases()).map(({ name }) => name);
const saveIn = async ({ libraries }: Pick<ReturnType<typeof startWorker>, 'libraries'>) =>
  value(await value(await libraries.open(NAME)).bookmarks.save(address({ url: URL_A })));

describe('an account that is removed after its worker was killed', () => {
  it.each(['before', 'after'] as const)(
    '(%s the server had acted) leaves nothing on the device, and nothing twice on the server',
    async (when) => {
      for (let number = 1; ; number += 1) {
        indexedDB = new IDBFactory();
        let made = 0;
        let isKilled = () => {};
        const killed = new Promise<'killed'>((resolve) => {
          isKilled = () => resolve('killed');
        });
        // A killed worker does nothing more, so its request never settles.
        const first = startWorker(async (request) => {
          made += 1;
          if (made > number || (made === number && when === 'before')) {
            isKilled();
            return new Promise(() => {});
          }
          const answer = await world.fetch(request);
          if (made < number) return answer;
          isKilled();
          return new Promise(() => {});
        });
        await saveIn(first);
        const round = first.runner.run('background').then(() => 'over' as const);
        const outcome = await Promise.race([round, killed]);
        value(await first.libraries.open(NAME)).close();

        const next = startWorker();
        const signedIn = account;
        await next.libraries.remove(NAME);
        account = null;
        next.libraries.use(null);
        await next.runner.restart();
        expect(next.alarm.clear).toHaveBeenCalled();
        expect(await databases()).not.toContain(databaseName(NAME));

        // After signing in again, the device receives the bookmark and saving it creates no second
        // one.
        account = signedIn;
        next.libraries.use(NAME);
        await saveIn(next);
        await next.runner.restart();
        await next.runner.run('manual');
        expect((await world.bookmarks()).map(({ url }) => url)).toEqual([URL_A]);
        await next.libraries.remove(NAME);
        if (outcome === 'over') return expect(number).toBeGreaterThan(2);
      }
    },
  );
});

describe('an account that is removed during its sync', () => {
  it('is removed with its library, and the sync does not create it again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    let continueRequests = () => {};
    const unblocked = new Promise<void>((resolve) => {
      continueRequests = resolve;
    });
    let onRequested = () => {};
    const requested = new Promise<void>((resolve) => {
      onRequested = resolve;
    });
    const worker = startWorker(async (request) => {
      onRequested();
      await unblocked;
      return world.fetch(request);
    });
    await saveIn(worker);
    const round = worker.runner.run('background');
    await requested;
    await worker.libraries.remove(NAME);
    // The account is removed after its library, so a round may be requested in between.
    const another = worker.runner.run('manual');
    continueRequests();
    await Promise.all([round, another]);
    expect(await databases()).not.toContain(databaseName(NAME));
    account = null;
    worker.libraries.use(null);
    await worker.runner.restart();
    expect(await databases()).not.toContain(databaseName(NAME));
    expect(worker.alarm.clear).toHaveBeenCalled();
  });
});
