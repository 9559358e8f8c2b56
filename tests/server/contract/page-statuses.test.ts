import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { StorageUnavailable, type UserRow } from '../../../server/storage';
import { api, errorsOf, type Route } from '../../../src/contract';
import { HOUR_MS } from '../../../src/domain/time';
import { describeOnDatabases } from '../storage/support/databases';
import { brokenStorage } from '../support/broken-storage';
import { authorizePath, formOf, OWN_PAGE, REDIRECT, register } from '../support/oauth';
import { type Sent, startServer, type TestServer } from '../support/test-server';
import type { TestRequest } from './case';
import { expectGood } from './expect-answer';

/** A server, and the headers of a browser of a person who is signed in. */
interface World {
  readonly t: TestServer;
  readonly signedIn: Sent;
}

type Ask = (world: World) => Promise<TestRequest> | TestRequest;

const consent = async ({ t }: World, redirect_uri = REDIRECT) =>
  authorizePath(await register(t, { redirect_uris: [redirect_uri] }), { redirect_uri });

/** Returns the request that sends the form of the page at `path`, with the values in `more`. */
async function filledIn({ t, signedIn }: World, path: string, more = {}): Promise<Sent> {
  const hidden = await formOf(await t.send('GET', path, signedIn));
  return { ...signedIn, form: { ...hidden, granted: '1', ...more } };
}

/** Starts the sign-in of a device and returns the address of the page that confirms it. */
async function aDevice({ t }: World): Promise<string> {
  const json = { client_id: await register(t), scope: 'bookmarks:read' };
  const begun = await t.send('POST', '/api/oauth/device', { json });
  const { user_code } = (await begun.json()) as { user_code: string };
  return `/device?user_code=${user_code}`;
}

/** Sends unknown codes until the limit is reached. */
async function guesses({ t, signedIn }: World): Promise<void> {
  for (let n = 0; n < 10; n += 1) await t.send('GET', '/device?user_code=XXXXXXXX', signedIn);
}

const unknownApp: Ask = ({ signedIn }) => ({ path: authorizePath('urn:uuid:0'), ...signedIn });

/** For each route for people, one request per status. */
const CASES: readonly (readonly [string, Route, Readonly<Record<number, Ask>>])[] = [
  [
    'authorize',
    api.oauth.authorize,
    {
      200: async (world) => ({ path: await consent(world), ...world.signedIn }),
      303: async (world) => ({ path: await consent(world) }),
      400: unknownApp,
    },
  ],
  [
    'decide',
    api.oauth.decide,
    {
      200: async (world) => {
        const path = await consent(world, 'app:/cb');
        return { path, ...(await filledIn(world, path)) };
      },
      302: async (world) => {
        const path = await consent(world);
        return { path, ...(await filledIn(world, path)) };
      },
      303: async (world) => ({ path: await consent(world), headers: OWN_PAGE, form: {} }),
      400: async (world) => ({
        ...(await unknownApp(world)),
        ...(await filledIn(world, '/profile')),
      }),
      403: async (world) => ({ path: await consent(world), ...world.signedIn, form: {} }),
    },
  ],
  [
    'devicePage',
    api.oauth.devicePage,
    {
      200: async (world) => {
        const path = await aDevice(world);
        await world.t.send('POST', '/device', await filledIn(world, path));
        return { path, ...world.signedIn };
      },
      303: () => ({ path: '/device' }),
      400: ({ signedIn }) => ({ path: '/device?user_code=XXXXXXXX', ...signedIn }),
      429: async (world) => {
        await guesses(world);
        return { path: '/device?user_code=XXXXXXXX', ...world.signedIn };
      },
    },
  ],
  [
    'decideDevice',
    api.oauth.decideDevice,
    {
      303: async (world) => ({
        path: '/device',
        ...(await filledIn(world, await aDevice(world))),
      }),
      400: async (world) => ({
        path: '/device',
        ...(await filledIn(world, '/profile', { user_code: 'XXXXXXXX' })),
      }),
      403: ({ signedIn }) => ({ path: '/device', ...signedIn, form: {} }),
      429: async (world) => {
        const sent = await filledIn(world, '/profile', { user_code: 'XXXXXXXX' });
        await guesses(world);
        return { path: '/device', ...sent };
      },
    },
  ],
];

/** Statuses that every page answers in the same way, with the headers that cause them. */
const COMMON: Readonly<Record<number, Sent['headers']>> = {
  413: { 'content-length': String(1024 ** 3) },
  500: {},
  503: {},
  507: {},
};

it('each route for people has cases', () => {
  const routes = Object.values(api).flatMap((group): Route[] => Object.values(group));
  const forPeople = routes.filter(({ access }) => access === 'session');
  expect(CASES.map(([, route]) => route)).toEqual(forPeople);
});

describeOnDatabases('every documented status of a page on %s', (database) => {
  let world: World;
  let t: TestServer;
  let ada: UserRow;
  beforeAll(async () => {
    t = await startServer(database);
    ada = await t.addUser('ada');
  });
  afterAll(() => t.remove());
  beforeEach(async () => {
    // The rate limits of one test must not apply to the next one.
    t.advance(HOUR_MS);
    world = { t, signedIn: { cookie: await t.cookieOf(ada), headers: OWN_PAGE } };
  });

  const serverFor = (status: number): TestServer => {
    if (status === 500) return t.another({ storage: brokenStorage(() => new Error('a fault')) });
    if (status !== 503 && status !== 507) return t;
    const gone = new StorageUnavailable(status === 507 ? 'full' : 'gone', new Error('gone'));
    return t.another({ storage: brokenStorage(() => gone) });
  };

  describe.each(CASES)('%s', (_name, route, known) => {
    const statuses = [...Object.keys(route.answers), ...Object.keys(errorsOf(route))].map(Number);
    it.each(statuses.map((status) => [status]))('answers with %i as documented', async (status) => {
      const ask = known[status] ?? (status in COMMON ? Object.values(known)[0] : undefined);
      if (ask === undefined) throw new Error(`No case exists for ${status}`);
      const { path, ...sent } = await ask(world);
      const headers = { ...sent.headers, ...COMMON[status] };
      const answer = await serverFor(status).send(route.method, path, { ...sent, headers });
      expect(answer.status).toBe(status);
      if (route.answers[status]) return expectGood(route, answer);
      // Errors for people are pages.
      expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
      const isTemporary = status === 429 || status === 503;
      expect(answer.headers.has('Retry-After')).toBe(isTemporary);
      return undefined;
    });
  });
});
