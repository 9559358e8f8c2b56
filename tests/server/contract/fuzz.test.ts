import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorsOf, paramNames, type Route, readErrorBody } from '../../../src/contract';
import { DATABASES } from '../../storage/support/databases';
import { type Sent, startServer, type TestServer } from '../support/test-server';
import { anyOfForm } from './any-value';
import { MAIL } from './case';
import { MOUNTED_ROUTES } from './mounted';

const RUNS = 60;

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

function pathOf(route: Route, { params, query }: AnyRequest): string {
  const names = paramNames(route.path);
  const path = names.reduce(
    (text, name, index) => text.replace(`{${name}}`, encodeURIComponent(String(params[index]))),
    route.path,
  );
  const pairs = pairsOf(query);
  // Without it the request is to another route.
  const { selectedBy } = route;
  if (selectedBy !== undefined && !pairs.has(selectedBy)) pairs.set(selectedBy, '');
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
  let token: string;
  beforeAll(async () => {
    t = await startServer(database, { flags: MAIL });
    token = await t.tokenOf(await t.addUser('ada', { group: 'admin' }));
  });
  afterAll(() => t.remove());

  it.each(MOUNTED_ROUTES)('$title answers by its documents', async ({ route }) => {
    let asked = 0;
    const check = fc.asyncProperty(requestTo(route), async (request) => {
      asked += 1;
      const answer = await t.send(route.method, pathOf(route, request), {
        ...(route.body && bodyOf(request)),
        ...(route.access !== 'public' && { token }),
        headers: { accept: request.accept },
        // From everywhere: one address would soon have asked enough.
        from: `198.51.100.${asked % 250}`,
      });
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
  });
});
