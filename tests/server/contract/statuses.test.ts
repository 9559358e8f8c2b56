import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routesOf } from '../../../server/routes';
import { StorageUnavailable } from '../../../server/storage';
import { errorsOf, invalidAnswerOf, type Route } from '../../../src/contract';
import { temporaryFolder } from '../../support/temporary-folder';
import { describeOnDatabases } from '../storage/support/databases';
import { brokenStorage } from '../support/broken-storage';
import { type Sent, startServer, type TestServer } from '../support/test-server';
import { MAIL, type OtherStatus, type RouteCases, type TestRequest, type World } from './case';
import { CASES } from './cases';
import { PASSWORD } from './cases/sign-in';
import { expectGood, expectKnown, expectRefusal } from './expect-answer';
import { MOUNTED_ROUTES } from './mounted';

const cases: Readonly<Record<string, Readonly<Record<string, RouteCases>>>> = CASES;

const ROUTES = MOUNTED_ROUTES.map(({ title, group, name, route }) => ({
  title,
  route,
  known: cases[group]?.[name],
}));

const needsToken = ({ access }: Route) => access !== 'public';
const HUGE = String(1024 ** 3);

/** Returns a request that gets `status`, and the server to send it to. Null when no case exists. */
async function requestFor(world: World, route: Route, known: RouteCases, status: number) {
  const other: OtherStatus | undefined = known.others?.[status];
  if (other) {
    const request = await other.ask(world);
    return { t: other.instead?.(world) ?? world.t, request: withToken(world, route, request) };
  }
  const request = withToken(world, route, await known.good(world));
  return makeInvalid(world, route, request, status);
}

const withToken = ({ token }: World, route: Route, request: TestRequest): TestRequest =>
  needsToken(route) ? { token, ...request } : request;

/** Changes a valid request so that every route of its kind refuses it with `status`. */
async function makeInvalid({ t, user }: World, route: Route, request: TestRequest, status: number) {
  const { token: _, ...rest } = request;
  const broken = (error: Error) => t.another({ storage: brokenStorage(() => error) });
  const invalid = invalidAnswerOf(route).status;
  switch (status) {
    case 401:
      return { t, request: rest };
    case 403:
      return { t, request: { ...request, token: await t.tokenOf(user, []) } };
    case 404:
      return { t, request: { ...request, path: request.path.replace(/[^/]+$/, 'x'.repeat(20)) } };
    case 413:
      return { t, request: { ...request, headers: { 'content-length': HUGE } } };
    case 500:
      return { t: broken(new Error('a fault')), request };
    case 503:
      return { t: broken(new StorageUnavailable('gone', new Error('gone'))), request };
    case 507:
      return { t: broken(new StorageUnavailable('full', new Error('full'))), request };
    case invalid:
      return route.body
        ? {
            t,
            request: {
              path: request.path,
              ...(request.token && { token: request.token }),
              body: 'x',
            },
          }
        : { t, request: { ...request, path: `${request.path}?limit=-1` } };
    default:
      return null;
  }
}

describeOnDatabases('every documented status on %s', (database) => {
  let world: World;
  beforeAll(async () => {
    const t: TestServer = await startServer(database, { flags: MAIL });
    const user = await t.addUser('ada', { group: 'admin', password: PASSWORD });
    world = { t, user, token: await t.tokenOf(user) };
  });
  afterAll(() => world.t.remove());

  it('has cases for each route that is mounted', () => {
    const bound = routesOf(world.t.server).map(({ route }) => route);
    const listed = ROUTES.map(({ route }) => route);
    expect(new Set(bound)).toEqual(new Set(listed));
    expect(ROUTES.filter(({ known }) => known === undefined)).toEqual([]);
  });

  describe.each(ROUTES)('$title', ({ route, known }) => {
    const statuses = [...Object.keys(route.answers), ...Object.keys(errorsOf(route))].map(Number);
    it.each(statuses.map((status) => [status]))('answers with %i as documented', async (status) => {
      const good = route.answers[status];
      if (status === 304) return expectKnownAgain(world, route, known!);
      const wanted = good
        ? { t: world.t, request: withToken(world, route, await known!.good(world)) }
        : await requestFor(world, route, known!, status);
      if (wanted === null) throw new Error(`No case exists for ${status}`);
      const { path, ...sent } = wanted.request;
      const { storage, logged } = world.t;
      const before = [await storage.changeCount(world.user.id), await storage.jobs.counts()];
      const written = logged.length;
      const answer = await wanted.t.send(route.method, path, sent satisfies Sent);
      expect(answer.status).toBe(status);
      if (good) return expectGood(route, answer);
      await expectRefusal(route, answer);
      // The refusal is logged once, and nothing is changed.
      const event =
        status < 500 ? 'refused' : expect.stringMatching(/^(fault|storage unavailable)$/);
      expect(logged.slice(written).filter(isProblem)).toEqual([expect.objectContaining({ event })]);
      const after = [await storage.changeCount(world.user.id), await storage.jobs.counts()];
      expect(after).toEqual(before);
      return undefined;
    });
  });
});

describeOnDatabases('a token that may only read, on %s', (database) => {
  let world: World;
  let reader: string;
  let folder: string;
  beforeAll(async () => {
    folder = temporaryFolder('leafmark-everything');
    const t = await startServer(database, { flags: MAIL });
    const user = await t.addUser('ada', { group: 'admin', password: PASSWORD });
    world = { t, user, token: await t.tokenOf(user) };
    reader = await t.tokenOf(user, ['bookmarks:read', 'profile:read', 'admin:read']);
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await world.t.remove();
  });

  /** Everything that is stored, without what records requests: no request waits for that. */
  const everything = async () => {
    const file = join(folder, 'everything.gz');
    await world.t.storage.backup(file);
    const lines = gunzipSync(readFileSync(file)).toString().trim().split('\n');
    rmSync(file);
    let lastUsed = -1;
    return lines
      .filter((line) => !/"made"/.test(line))
      .map((line) => {
        const read: unknown = JSON.parse(line);
        if (Array.isArray(read)) return lastUsed < 0 ? read : read.with(lastUsed, null);
        const table = read as { columns?: readonly string[] };
        lastUsed = table.columns?.indexOf('last_used') ?? -1;
        return table;
      });
  };

  const needing = ROUTES.filter(({ route }) => Array.isArray(route.access));
  it.each(needing)('changes nothing: $title', async ({ route, known }) => {
    const { path, ...sent } = await known!.good(world);
    const before = await everything();
    const answer = await world.t.send(route.method, path, { ...sent, token: reader });
    // A stream of events has no end.
    await answer.body?.cancel();
    expect(await everything()).toEqual(before);
  });
});

describeOnDatabases('the data of one user on %s', (database) => {
  let world: World;
  let eves: string;
  beforeAll(async () => {
    const t = await startServer(database, { flags: MAIL });
    const user = await t.addUser('ada', { group: 'admin' });
    world = { t, user, token: await t.tokenOf(user) };
    eves = await t.tokenOf(await t.addUser('eve', { group: 'admin' }));
  });
  afterAll(() => world.t.remove());

  const named = ROUTES.filter(
    ({ route }) =>
      needsToken(route) && errorsOf(route)[404] && (route.params || route.namedByQuery),
  );
  it.each(named)('are not found by another user: $title', async ({ route, known }) => {
    const { path, ...sent } = await known!.good(world);
    const before = await world.t.storage.changeCount(world.user.id);
    const answer = await world.t.send(route.method, path, { ...sent, token: eves });
    expect(answer.status).toBe(404);
    await expectRefusal(route, answer);
    expect(await world.t.storage.changeCount(world.user.id)).toBe(before);
  });
});

/** Returns true for entries that the log has at its default level. */
const isProblem = ({ level }: Record<string, unknown>) => level !== 'debug';

async function expectKnownAgain(world: World, route: Route, known: RouteCases): Promise<void> {
  const { path, ...sent } = withToken(world, route, await known.good(world));
  const ask = (headers = {}) =>
    world.t.send(route.method, path, { ...sent, headers: { ...sent.headers, ...headers } });
  const answer = await ask();
  expect(answer.headers.has('ETag')).toBe(true);
  await expectKnown(answer, ask);
}
