// @module-tag full
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { paramNames } from '../../../src/contract';
import { TEST_TIMEOUT_MS } from '../../support/timeouts';
import { describeOnDatabases } from '../storage/support/databases';
import { BASE, startServer, type TestServer } from '../support/test-server';
import { bodyOf, pathOf, requestTo } from './any-request';
import { MAIL, type RouteCases, type World } from './case';
import { CASES } from './cases';
import { PASSWORD } from './cases/sign-in';
import { expectGoodOfAny, expectKnown, expectRefusal } from './expect-answer';
import { MOUNTED_ROUTES } from './mounted';

/** Requests to each route. `npm run soak -- fuzz` sends more. */
const RUNS = Number(process.env.LEAFMARK_FUZZ ?? 12);
const TIMEOUT_MS = TEST_TIMEOUT_MS + RUNS * 500;

const cases: Readonly<Record<string, Readonly<Record<string, RouteCases>>>> = CASES;

describeOnDatabases('any request on %s', (database) => {
  let t: TestServer;
  let world: World;
  beforeAll(async () => {
    t = await startServer(database, { flags: MAIL });
    const user = await t.addUser('ada', { group: 'admin', password: PASSWORD });
    world = { t, user, token: await t.tokenOf(user) };
  });
  afterAll(() => t.remove());

  it.each(MOUNTED_ROUTES)(
    '$title answers as documented',
    { timeout: TIMEOUT_MS },
    async ({ group, name, route }) => {
      let sentCount = 0;
      let found = 0;
      const isAboutOne = paramNames(route.path).length > 0 || route.namedByQuery === true;
      const check = fc.asyncProperty(requestTo(route), async (request) => {
        sentCount += 1;
        const existing =
          isAboutOne && request.isExisting ? await cases[group]?.[name]?.good(world) : undefined;
        const path = pathOf(route, request, existing && new URL(existing.path, BASE));
        const { headers, ...sent } = route.body ? bodyOf(request) : {};
        const ask = (more = {}) =>
          t.send(route.method, path, {
            ...sent,
            ...(route.access !== 'public' && { token: world.token }),
            headers: { ...headers, accept: request.accept, ...more },
            // Requests come from many addresses, so that the rate limit does not refuse them.
            from: `198.51.100.${sentCount % 250}`,
          });
        const before = await t.storage.changeCount(world.user.id);
        const answer = await ask();
        if (answer.status !== 404) found += 1;
        if (route.answers[answer.status]) {
          await expectGoodOfAny(route, answer);
          if (route.answers[304]) await expectKnown(answer, ask);
        } else if (answer.status !== 404 && answer.status !== 308) {
          // With an empty name in its path, the request is for another route: it gets 404 or 308.
          await expectRefusal(route, answer);
          expect(answer.status).toBeLessThan(500);
          expect(await t.storage.changeCount(world.user.id)).toBe(before);
        }
      });
      await fc.assert(check, { numRuns: RUNS });
      // Enough requests reached the code of the route.
      if (Object.keys(route.answers).length > 0) expect(found).toBeGreaterThan(RUNS / 10);
    },
  );
});
