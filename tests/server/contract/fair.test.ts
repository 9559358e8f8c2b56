// @module-tag full
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyLimitsOf } from '../../../server/http/request-body';
import type { Route } from '../../../src/contract';
import { DATABASES } from '../storage/support/databases';
import { USED_HEADER } from '../support/instrumented-programs';
import type { RouteCases, TestRequest } from './case';
import { CASES } from './cases';
import { MOUNTED_ROUTES } from './mounted';
import type { OtherClient, Waited } from './other-client';
import { rawRequest } from './raw-request';
import { startTimedServer, type TimedServer } from './timed-server';
import { addressOf, type WorstRequest, worstAddresses, worstBodies } from './worst-bodies';

/** The bookmarks of the client that disturbs. `npm run soak -- fair` tests all routes with more. */
const BOOKMARKS = Number(process.env.LEAFMARK_FAIR ?? 3000);
const IS_WHOLE = process.env.LEAFMARK_FAIR !== undefined;
/** Nearly as many as one address may have. */
const CONNECTIONS = 95;
/** Without an account they come from many addresses, so that rate limits do not refuse them. */
const ADDRESSES = 20;
/** The processor time of the main thread for which another client may wait. */
const MAX_WAITED_MS = 250;
const MAX_ATTEMPTS = 3;
/** The time after which connections that are still served are closed. */
const MAX_DISTURBED_MS = IS_WHOLE ? 5000 : 1500;
const MAX_SENDING_MS = 10_000;
/** Bodies that are parsed as they come, and bodies that are parsed after a wait. */
const BODY_BYTES = [250_000, 1_000_000];

const SHORT = [
  ...['info.openApi', 'oauth.register', 'bookmarks.create', 'labels.rename'],
  ...['exporting.list', 'sync.list', 'sync.stream'],
];
const ROUTES = MOUNTED_ROUTES.filter(({ title }) => IS_WHOLE || SHORT.includes(title));

const cases: Readonly<Record<string, Readonly<Record<string, RouteCases>>>> = CASES;

/** The largest requests for a library, where they are not the valid request of the contract's tests. */
const LARGEST: Readonly<Record<string, (nth: number) => TestRequest>> = {
  'info.openApi': (nth) => ({
    path: '/api/openapi.json',
    headers: { host: `localhost:${1000 + nth}` },
  }),
  'labels.rename': () => ({ path: '/api/bookmarks/labels?name=many', json: { name: 'others' } }),
  'labels.delete': () => ({ path: '/api/bookmarks/labels?name=all' }),
  'exporting.list': (nth) => ({
    path: `/api/bookmarks/export.${['csv', 'html', 'md', 'epub'][nth % 4]}`,
  }),
  'bookmarks.list': (nth) => ({ path: `/api/bookmarks?limit=100&offset=${nth}` }),
};

/** A table of the times, which the soak test prints. */
const table: string[] = [];

describe.each(IS_WHOLE ? DATABASES : DATABASES.slice(0, 1))(
  'a server on %s with a client that does all it may at once',
  (databaseName, database) => {
    let timed: TimedServer;
    let other: Worker;
    let subnet = 0;
    beforeAll(async () => {
      timed = await startTimedServer(database);
      await addLibrary(timed);
      other = await startOtherClient(timed);
    }, 600_000);
    afterAll(async () => {
      await other.terminate();
      await timed.remove();
      if (IS_WHOLE) process.stdout.write(`${table.splice(0).join('\n')}\n`);
    });

    /** Sends requests on as many connections, whose last bytes come at once. */
    async function disturb(requests: readonly Buffer[], addresses: number): Promise<Waited> {
      const port = Number(new URL(timed.server.base).port);
      subnet += 1;
      const sockets = requests.map((bytes, nth) => {
        const localAddress = `127.0.${subnet}.${1 + (nth % addresses)}`;
        const socket = connect({ port, host: '127.0.0.1', localAddress });
        // The server may refuse the request before all of it is sent.
        socket.on('error', () => undefined).resume();
        return { socket, bytes, closed: new Promise((done) => socket.once('close', done)) };
      });
      const sent = sockets.map(({ socket, bytes }) => written(socket, bytes.subarray(0, -1)));
      await inTime(Promise.all(sent), MAX_SENDING_MS);
      for (const { socket, bytes } of sockets) socket.write(bytes.subarray(-1));
      await inTime(Promise.all(sockets.map(({ closed }) => closed)), MAX_DISTURBED_MS);
      const waited = await ask(other);
      for (const { socket } of sockets) socket.destroy();
      return waited;
    }

    /**
     * Disturbs again if a wait was too long. What makes another client wait does so each time; a busy
     * machine makes the same work take more processor time only now and then.
     */
    async function leastWaited(requests: readonly Buffer[], addresses: number): Promise<Waited> {
      let least: Waited = {};
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        await ask(other);
        const waited = await disturb(requests, addresses);
        await quiet(timed);
        const all = Object.entries(waited);
        least = Object.fromEntries(
          all.map(([asked, ms]) => [asked, Math.min(ms, least[asked] ?? ms)]),
        );
        if (Object.values(least).every((ms) => ms <= MAX_WAITED_MS)) break;
      }
      return least;
    }

    it.each(ROUTES)(
      '$title does not make another client wait',
      { timeout: 120_000 },
      async ({ group, name, route, title }) => {
        const { world, t, cookie, server } = timed;
        const good = cases[group]?.[name]?.good(world);
        const largest = LARGEST[title];
        const valid = largest ? largest(0) : ((await good) ?? { path: addressOf(route) });
        const bodies = BODY_BYTES.map((bytes) => {
          const { maxBytes, maxTextBytes } = bodyLimitsOf(route as Route, t.server.config);
          const json = (valid.json ?? {}) as Readonly<Record<string, unknown>>;
          const [inText, inParts] = [Math.min(bytes, maxTextBytes), Math.min(bytes, maxBytes)];
          return worstBodies(route, json, inText, inParts);
        });
        const worst = [...bodies.flat(), ...worstAddresses()];
        // Many bodies of one shape, which takes longer than the others.
        const same = bodies.flatMap((of) => of.find(isOfManyFields) ?? []);
        const inBytes = worst.filter(({ isInBytes }) => isInBytes);
        const isOpen = route.access === 'public';
        const headers = {
          host: new URL(server.base).host,
          connection: 'close',
          'sec-fetch-site': 'same-origin',
          ...(!isOpen && { authorization: `Bearer ${world.token}`, cookie }),
        };
        const raw = (path: string, each: WorstRequest) =>
          rawRequest(route.method, path, each, headers);
        const all = Array.from({ length: CONNECTIONS }, (_, nth) => nth);
        const sets = {
          largest: all.map((nth) => {
            const request = largest ? largest(nth) : valid;
            return raw(request.path, asWorst(request));
          }),
          ...(same.length > 0 && {
            'the same': all.map((nth) => raw(valid.path, same[nth % same.length]!)),
          }),
          ...(inBytes.length > 0 && {
            'in bytes': all.map((nth) => raw(valid.path, inBytes[nth % inBytes.length]!)),
          }),
          worst: all.map((nth) => raw(valid.path, worst[nth % worst.length]!)),
        };
        const found: [set: string, Waited][] = [];
        for (const [set, requests] of Object.entries(sets)) {
          found.push([set, await leastWaited(requests, isOpen ? ADDRESSES : 1)]);
        }
        const rows = found.map(([set, waited]) => `${set} ${texts(waited)}`);
        table.push(`${databaseName} ${title}: ${rows.join('; ')}`);
        const longest = found.flatMap(([set, waited]) =>
          Object.entries(waited).map(([asked, ms]) => [set, asked, Math.round(ms)] as const),
        );
        expect(longest.filter(([, , ms]) => ms > MAX_WAITED_MS)).toEqual([]);
      },
    );
  },
);

const isOfManyFields = ({ shape }: WorstRequest) => ['keys', 'pairs', 'parts'].includes(shape);

const texts = (waited: Waited) =>
  Object.entries(waited).map(([name, ms]) => `${name} ${Math.round(ms)}`);

const asWorst = ({ json, form, body, headers = {} }: TestRequest): WorstRequest => {
  const text = json === undefined ? '' : JSON.stringify(json);
  const pairs = form ? new URLSearchParams(form).toString() : String(body ?? text);
  const type = form ? 'application/x-www-form-urlencoded' : 'application/json';
  return {
    shape: 'valid',
    headers: { ...(pairs !== '' && { 'content-type': type }), ...headers },
    body: () => pairs,
  };
};

const inTime = (done: Promise<unknown>, ms: number) =>
  Promise.race([done, setTimeout(ms, null, { ref: false })]);

const written = (socket: Socket, bytes: Buffer) =>
  new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
    socket.write(bytes, () => resolve());
  });

async function ask(other: Worker): Promise<Waited> {
  other.postMessage('waited');
  const [waited] = await once(other, 'message');
  return waited;
}

/** Waits until the server has done what is left of closed connections. */
async function quiet({ server }: TimedServer): Promise<void> {
  const used = async () => {
    const response = await server.send('GET', '/api/info');
    await response.arrayBuffer();
    return Number(response.headers.get(USED_HEADER));
  };
  for (let before = await used(); ; ) {
    await setTimeout(100);
    const now = await used();
    if (now - before < 60) return;
    before = now;
  }
}

const AT_ONCE = 500;

/** Adds bookmarks with two labels and a short article. */
async function addLibrary({ t: { storage }, world: { user } }: TimedServer): Promise<void> {
  for (let from = 0; from < BOOKMARKS; from += AT_ONCE) {
    await storage.transaction(async ({ bookmarks, contents }) => {
      for (let at = from; at < Math.min(BOOKMARKS, from + AT_ONCE); at += 1) {
        const row = await bookmarks.create(user.id, {
          url: `https://example.org/articles/2026/${at}`,
          title: `The ${at}th article about something that a person wants to read later`,
          labels: ['all', 'many'],
          state: 0,
          hasArticle: true,
        });
        await contents.put(row.key, { article: `<p>${'Some words of a text. '.repeat(20)}</p>` });
      }
    });
  }
}

/** Starts a client with another account, which asks for what anybody may, reads and writes. */
async function startOtherClient({ server: { base, pid }, t }: TimedServer): Promise<Worker> {
  const user = await t.addUser('grace');
  const { id } = await t.storage.bookmarks.create(user.id, { url: 'https://example.org/' });
  const path = `/api/bookmarks/${id}`;
  const client: OtherClient = {
    base,
    pid,
    token: await t.tokenOf(user),
    usedHeader: USED_HEADER,
    asks: {
      public: { method: 'GET', path: '/api/info' },
      read: { method: 'GET', path },
      write: { method: 'PATCH', path, body: JSON.stringify({ is_marked: true }) },
    },
  };
  return new Worker(new URL('./other-client.ts', import.meta.url), { workerData: client });
}
