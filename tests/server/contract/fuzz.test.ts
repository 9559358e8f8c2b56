import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorsOf, paramNames, type Route, readErrorBody } from '../../../src/contract';
import { DATABASES } from '../../storage/support/databases';
import { BASE, type Sent, startServer, type TestServer } from '../support/test-server';
import { anyOfForm } from './any-value';
import { MAIL, type RouteCases, type World } from './case';
import { CASES } from './cases';
import { PASSWORD } from './cases/sign-in';
import { MOUNTED_ROUTES } from './mounted';

const RUNS = 60;

const cases: Readonly<Record<string, Readonly<Record<string, RouteCases>>>> = CASES;

const pairsOf = (values: Readonly<Record<string, unknown>>): URLSearchParams =>
  new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((item): [string, string] => [
        name,
        typeof item === 'object' ? JSON.stringify(item) : String(item),
      ]),
    ),
  );

/** Any request to `route`, by what the contract says of it. */
const requestTo = (route: Route) =>
  fc.record({
    /** Whether it is about something that there is: what is done to it is then tried, too. */
    isThere: fc.boolean(),
    params: fc.tuple(
      ...paramNames(route.path).map(() =>
        fc.oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[a-zA-Z0-9]{18,22}$/)),
      ),
    ),
    query: anyOfForm(route.query ?? {}),
    body: anyOfForm(route.body?.form ?? {}),
    as: fc.constantFrom('json', 'form', 'text'),
    accept: fc.constantFrom('application/json', '*/*'),
  });

type AnyRequest = ReturnType<typeof requestTo> extends fc.Arbitrary<infer T> ? T : never;

/** `there`: the address of something that there is; undefined: any address of the route. */
function pathOf(route: Route, { params, query }: AnyRequest, there: URL | undefined): string {
  const path =
    there?.pathname ??
    paramNames(route.path).reduce(
      (text, name, index) => text.replace(`{${name}}`, encodeURIComponent(String(params[index]))),
      route.path,
    );
  const pairs = pairsOf(query);
  // Without it the request is to another route.
  const { selectedBy } = route;
  if (selectedBy !== undefined && !pairs.has(selectedBy)) pairs.set(selectedBy, '');
  for (const [name, value] of there?.searchParams ?? []) pairs.set(name, value);
  return pairs.size === 0 ? path : `${path}?${pairs}`;
}

function bodyOf({ body, as }: AnyRequest): Sent {
  switch (as) {
    case 'json':
      return { json: body };
    case 'form':
      return { form: pairsOf(body) };
    default:
      return { body: JSON.stringify(body) };
  }
}

describe.each(DATABASES)('whatever is sent on %s', (_, database) => {
  let t: TestServer;
  let world: World;
  beforeAll(async () => {
    t = await startServer(database, { flags: MAIL });
    const user = await t.addUser('ada', { group: 'admin', password: PASSWORD });
    world = { t, user, token: await t.tokenOf(user) };
  });
  afterAll(() => t.remove());

  it.each(MOUNTED_ROUTES)('$title answers by its documents', async ({ group, name, route }) => {
    let asked = 0;
    let found = 0;
    const isAboutOne = paramNames(route.path).length > 0 || route.namedByQuery === true;
    const check = fc.asyncProperty(requestTo(route), async (request) => {
      asked += 1;
      const there =
        isAboutOne && request.isThere ? await cases[group]?.[name]?.good(world) : undefined;
      const path = pathOf(route, request, there && new URL(there.path, BASE));
      const answer = await t.send(route.method, path, {
        ...(route.body && bodyOf(request)),
        ...(route.access !== 'public' && { token: world.token }),
        headers: { accept: request.accept },
        // From everywhere: one address would soon have asked enough.
        from: `198.51.100.${asked % 250}`,
      });
      if (answer.status !== 404) found += 1;
      // A stream of events has no end.
      if (answer.headers.get('content-type') === 'text/event-stream') {
        return answer.body?.cancel();
      }
      const body = await answer.text();
      const good = route.answers[answer.status];
      if (good?.kind === 'json') {
        expect(good.schema.safeParse(JSON.parse(body))).toMatchObject({ success: true });
      } else if (!good) {
        // An empty name in a path is another path.
        if (answer.status === 404 || answer.status === 308) return;
        const kinds = errorsOf(route)[answer.status];
        expect(kinds, `${answer.status} ${body}`).toContain(readErrorBody(JSON.parse(body)).kind);
        expect(answer.status, body).toBeLessThan(500);
      }
    });
    await fc.assert(check, { numRuns: RUNS });
    // It got to what the route does.
    if (Object.keys(route.answers).length > 0) expect(found).toBeGreaterThan(RUNS / 10);
  });
});
