import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { createApp } from '../../../server/app';
import type { UserId } from '../../../server/storage';
import { SYNC_LOCK } from '../../../src/background/sync/sync-runner';
import { articlePolicyOf } from '../../../src/background/sync/sync-settings';
import { type BookmarkInfo, clientApi, labels } from '../../../src/contract';
import type { Bookmark } from '../../../src/domain/bookmark';
import { DEFAULT_SYNC_SETTINGS } from '../../../src/domain/settings';
import { MINUTE_MS, type UnixMs, unixMs } from '../../../src/domain/time';
import { type UrlKey, urlKey } from '../../../src/domain/url-identity';
import type { Library } from '../../../src/library';
import {
  type ClientOf,
  type Connection,
  clientOfRoutes,
  createClient,
  createSender,
  LIMITS,
  platformTransport,
  type Transport,
} from '../../../src/service';
import { createSync, type Round, type Sync, type SyncOptions } from '../../../src/sync';
import { fakeLocks } from '../../background/sync/fake-locks';
import { type TestLibrary, testLibrary } from '../../library/library';
import { DATABASES } from '../../server/storage/support/databases';
import { runDueJobs } from '../../server/support/run-jobs';
import { BASE, startServer, type TestServer } from '../../server/support/test-server';

export type Fetch = Transport['fetch'];

/** The routes of our client, and those of other programs. */
const ROUTES = { ...clientApi, labels };

/** One person's account on a server in this process, and the devices that are signed in to it. */
export interface World {
  readonly t: TestServer;
  /** A client without faults. */
  readonly client: ClientOf<typeof ROUTES>;
  readonly token: string;
  readonly userId: UserId;
  /** Sends requests to the server without faults. */
  readonly fetch: Fetch;
  /** The server's time. It only changes by `advance`. */
  now(): UnixMs;
  advance(ms: number): void;
  /** Lets the server read the pages that were sent to it. */
  work(): Promise<void>;
  /** Starts a browser of its own with an empty library. */
  device(options?: DeviceOptions): Promise<Device>;
  /** All bookmarks of the server. */
  bookmarks(): Promise<readonly BookmarkInfo[]>;
  end(): Promise<void>;
}

export interface DeviceOptions {
  /** Wraps the requests of the device. */
  readonly through?: (fetch: Fetch) => Fetch;
  /** Wraps the library that the engine uses. */
  readonly library?: (library: Library) => SyncOptions['library'];
  /** The difference between the device's clock and the server's at this time, in milliseconds. */
  readonly aheadMs?: () => number;
  /** Two open tabs of the web app sync, and keep the articles that it keeps by default. */
  readonly isWebApp?: boolean;
}

export interface Device extends TestLibrary {
  /** Starts the engine with changed options. */
  sync(changes?: Partial<SyncOptions>): Sync;
  /** Runs a round of sync in a new worker. */
  round(): Promise<Round>;
  find(url: string): Promise<Bookmark | null>;
}

const [, sqlite] = DATABASES[0];

export const keyOf = (url: string): UrlKey => urlKey(url)!;

/** The time that a client waits for an answer, and for each part of it. */
export const TIMEOUT_MS = 5000;

/** The platform's transport without noticeable waits. */
export const transport = (fetch: Fetch, now: () => number): Transport => ({
  ...platformTransport,
  fetch,
  now,
  limits: {
    ...LIMITS,
    backOffMs: 1,
    maxRetryAfterMs: 0,
    answerMs: TIMEOUT_MS,
    stallMs: TIMEOUT_MS,
  },
  sleep: async () => undefined,
});

/** Starts a server of its own, or adds another person on a shared server. */
export async function startWorld(shared?: TestServer): Promise<World> {
  const t = shared ?? (await startServer(sqlite));
  const app = createApp(t.server);
  const user = await t.addUser(randomUUID());
  const token = await t.tokenOf(user);
  const now = () => t.server.now();
  const fetch: Fetch = async (input, init) => {
    const request = new Request(input, init);
    request.headers.set('host', new URL(BASE).host);
    const env = { incoming: { socket: { remoteAddress: '192.0.2.1' } } };
    const answer = await app.fetch(request, env);
    answer.headers.set('Date', new Date(now()).toUTCString());
    return answer;
  };
  const connection: Connection = { base: BASE, token };
  const client = clientOfRoutes(ROUTES, createSender(connection, transport(fetch, now)));
  const worker = t.another({ resolveHost: async () => [] }).server;
  const open: Device[] = [];
  return {
    t,
    client,
    token,
    userId: user.id,
    fetch,
    now,
    advance: t.advance,
    async work() {
      await runDueJobs(worker);
    },
    async device(options = {}) {
      const {
        through = (direct) => direct,
        library = (itself) => itself,
        aheadMs = () => 0,
        isWebApp = false,
      } = options;
      const name = `d${open.length}`;
      const deviceNow = () => unixMs(now() + aheadMs());
      let ids = 0;
      const newId = () => {
        ids += 1;
        return `${name}-${ids}`;
      };
      const test = await testLibrary({ now: deviceNow, newId });
      // A round is a new worker, as in a browser.
      const startSync = (changes: Partial<SyncOptions> = {}) => {
        const send = createSender(connection, transport(through(fetch), deviceNow));
        return createSync({
          library: library(test.library),
          server: { client: createClient(send), send },
          now: deviceNow,
          random: () => 0.5,
          alone: (work) => work(),
          ...changes,
        });
      };
      const device: Device = {
        ...test,
        sync: startSync,
        round: () =>
          isWebApp ? roundInTabs(test.library, startSync) : startSync().round({ articles: 'all' }),
        find: (url) => test.library.bookmarks.findByUrlKey(keyOf(url)),
      };
      open.push(device);
      return device;
    },
    async bookmarks() {
      const list = await client.sync.list();
      if (!list.ok || list.value.status !== 200) throw new Error(JSON.stringify(list));
      const infos = list.value.body.map(async ({ id }) => {
        const answer = await client.bookmarks.read(id);
        if (!answer.ok || answer.value.body === null) throw new Error(JSON.stringify(answer));
        return answer.value.body;
      });
      return Promise.all(infos);
    },
    async end() {
      for (const device of open) device.close();
      t.logged.length = 0;
      if (shared === undefined) await t.remove();
    },
  };
}

/**
 * Runs a round in each of two tabs at once. One of them finds the other one busy and waits for it.
 * Then it runs a round if something was changed meanwhile, as the web app does.
 */
async function roundInTabs({ unsent }: Library, startSync: Device['sync']): Promise<Round> {
  const locks = fakeLocks();
  const alone: SyncOptions['alone'] = (work) =>
    locks.request(SYNC_LOCK, { ifAvailable: true }, (lock) => (lock === null ? null : work()));
  const articles = articlePolicyOf({ ...DEFAULT_SYNC_SETTINGS, articles: 'current' });
  const [one, other] = [startSync({ alone }), startSync({ alone })];
  const [first, busy] = await Promise.all([one.round({ articles }), other.round({ articles })]);
  expect(busy).toEqual({ kind: 'busy' });
  const isOver = first.kind !== 'done' || (await unsent.count()) === 0;
  return isOver ? first : other.round({ articles });
}

/** Syncs a device, lets the server read its pages, and lets a minute pass, which ends an Undo. */
export async function wholeRound(world: World, device: Device): Promise<void> {
  expect(await device.round()).toMatchObject({ kind: 'done' });
  await world.work();
  world.advance(MINUTE_MS);
}

/** The properties of a bookmark that a person sees. */
export const seen = ({ url, title, labels, ...rest }: Bookmark) => ({
  url,
  title,
  labels: [...labels].sort(),
  isFavourite: rest.isFavourite,
  isArchived: rest.isArchived,
  readProgress: rest.readProgress,
  isTrashed: rest.trashedAt !== null,
});
