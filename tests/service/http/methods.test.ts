import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api, type Route, type Table } from '../../../src/contract';
import { clientOfRoutes } from '../../../src/service';
import { MAIL, type RouteCases } from '../../server/contract/case';
import { CASES } from '../../server/contract/cases';
import { PASSWORD } from '../../server/contract/cases/sign-in';
import { MOUNTED_ROUTES } from '../../server/contract/mounted';
import { describeOnDatabases } from '../../server/storage/support/databases';
import { argumentsFor } from '../support/as-call';
import { type RealServer, ROUTES, startReal } from '../support/real-server';

const cases: Readonly<Record<string, Readonly<Record<string, RouteCases>>>> = CASES;
type Answer =
  | { readonly ok: true; readonly value: { readonly status: number; readonly body: unknown } }
  | { readonly ok: false; readonly error: unknown };
type Methods = Readonly<Record<string, (...args: readonly unknown[]) => Promise<unknown>>>;

describe('the methods of the client', () => {
  const client = clientOfRoutes(ROUTES, async () => ({ ok: false, error: { kind: 'offline' } }));
  const methodsOf = (groups: object) =>
    Object.entries(groups).flatMap(([group, methods]) =>
      Object.keys(methods).map((name) => `${group}.${name}`),
    );

  it('exist for every route of the contract that is not a page', () => {
    const pages = Object.entries(api as Table).flatMap(([group, routes]) =>
      Object.entries(routes)
        .filter(([, route]) => route.access === 'session')
        .map(([name]) => `${group}.${name}`),
    );
    expect(pages).toEqual([
      'oauth.authorize',
      'oauth.decide',
      'oauth.devicePage',
      'oauth.decideDevice',
    ]);
    expect(methodsOf(client)).toEqual(methodsOf(api).filter((name) => !pages.includes(name)));
  });
});

describeOnDatabases('against the companion server on %s', (database) => {
  let real: RealServer;
  let world: { t: RealServer['t']; user: Awaited<ReturnType<RealServer['t']['addUser']>> };
  let token: string;
  beforeAll(async () => {
    real = await startReal(database, {}, MAIL);
    const user = await real.t.addUser('ada', { group: 'admin', password: PASSWORD });
    world = { t: real.t, user };
    token = await real.t.tokenOf(user);
  });
  afterAll(() => real.stop());

  it.each(MOUNTED_ROUTES)(
    '$title is answered according to the contract',
    async ({ group, name, route }) => {
      const known = cases[group]?.[name];
      if (known === undefined) throw new Error(`${group}.${name} has no case`);
      const asked = await known.good({ ...world, token });
      const { client } = real.as(asked.token ?? token);
      // The groups of the client have the names of the contract's groups.
      const methods = client[group as keyof typeof client] as unknown as Methods;
      const answer = (await methods[name]!(...argumentsFor(route, asked))) as Answer;
      const statuses = Object.keys((route as Route).answers);
      if (statuses.length === 0)
        return expect(answer).toMatchObject({ error: { kind: 'not-found' } });
      if (!answer.ok) throw new Error(JSON.stringify(answer.error));
      expect(statuses).toContain(String(answer.value.status));
      // Some bodies have no end.
      if (answer.value.body instanceof ReadableStream) await answer.value.body.cancel();
      return undefined;
    },
  );
});
