import '../../support/indexeddb';
import { createApp } from '../../../server/app';
import { api, type BookmarkInfo } from '../../../src/contract';
import { type Bookmark, type UnixMs, type UrlKey, urlKey } from '../../../src/domain';
import {
  type Connection,
  createClient,
  createSender,
  LIMITS,
  platformTransport,
  type Transport,
} from '../../../src/service';
import { createSync, type Round, type Sync } from '../../../src/sync';
import { type TestLibrary, testLibrary } from '../../library/library';
import { runDueJobs } from '../../server/support/run-jobs';
import { BASE, startServer, type TestServer } from '../../server/support/test-server';
import { DATABASES } from '../../storage/support/databases';

export type Fetch = Transport['fetch'];

/** One person's server in this process, and whatever devices are signed in to it. */
export interface World {
  readonly t: TestServer;
  readonly token: string;
  /** The server itself, with nothing between. */
  readonly fetch: Fetch;
  /** Time, the same for all: the server's clock and that of devices. */
  now(): UnixMs;
  advance(ms: number): void;
  /** Lets the server read the pages that it was sent. */
  work(): Promise<void>;
  /** A browser of its own with an empty library. */
  device(through?: (fetch: Fetch) => Fetch): Promise<Device>;
  /** All that the server has, by its id. */
  bookmarks(): Promise<readonly BookmarkInfo[]>;
  client: ReturnType<typeof createClient<typeof api>>;
  end(): Promise<void>;
}

export interface Device extends TestLibrary {
  readonly sync: Sync;
  round(): Promise<Round>;
  find(url: string): Promise<Bookmark | null>;
}

const [, sqlite] = DATABASES[0];

export const keyOf = (url: string): UrlKey => urlKey(url)!;

/** As the platform's, with no wait that a test would notice. */
const transport = (fetch: Fetch, now: () => number): Transport => ({
  ...platformTransport,
  fetch,
  now,
  limits: { ...LIMITS, backOffMs: 1, patienceMs: 0, answerMs: 5000, stallMs: 5000 },
  sleep: async () => undefined,
});

export async function startWorld(): Promise<World> {
  const t = await startServer(sqlite);
  const app = createApp(t.server);
  const token = await t.tokenOf(await t.addUser());
  const fetch: Fetch = async (input, init) => {
    const request = new Request(input, init);
    request.headers.set('host', new URL(BASE).host);
    return app.fetch(request, { incoming: { socket: { remoteAddress: '192.0.2.1' } } });
  };
  const now = () => t.server.now();
  const connection: Connection = { base: BASE, token };
  const client = createClient(api, createSender(connection, transport(fetch, now)));
  const worker = t.another({ resolveHost: async () => [] }).server;
  const ended: (() => void)[] = [];
  let made = 0;
  return {
    t,
    token,
    fetch,
    client,
    now,
    advance: t.advance,
    async work() {
      await runDueJobs(worker);
    },
    async device(through = (direct) => direct) {
      made += 1;
      const name = `d${made}`;
      let ids = 0;
      const test = await testLibrary({
        now,
        newId: () => {
          ids += 1;
          return `${name}-${ids}`;
        },
      });
      ended.push(() => test.library.close());
      const send = createSender(connection, transport(through(fetch), now));
      const server = { client: createClient(api, send), send };
      const sync = createSync({
        library: test.library,
        server,
        now,
        random: () => 0.5,
        alone: (work) => work(),
      });
      return {
        ...test,
        sync,
        round: () => sync.round({ articles: 'all' }),
        find: (url) => test.library.bookmarks.findByUrlKey(keyOf(url)),
      };
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
      for (const close of ended) close();
      await t.remove();
    },
  };
}

/** What a person sees of a bookmark. */
export const seen = ({ url, title, labels, ...rest }: Bookmark) => ({
  ...{ url, title, labels: [...labels].sort() },
  ...{ isFavourite: rest.isFavourite, isArchived: rest.isArchived },
  ...{ readProgress: rest.readProgress, isTrashed: rest.trashedAt !== null },
});
