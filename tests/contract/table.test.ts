import { describe, expect, it } from 'vitest';
import {
  api,
  bindRoutes,
  callsOf,
  fillPath,
  permissionsOf,
  type Route,
  type RouteRequest,
  type Routes,
} from '../../src/contract/index';

const groups: Readonly<Record<string, Routes>> = api;
const routes = Object.values(groups).flatMap((group) => Object.values(group) as readonly Route[]);

const find = (method: string, path: string) =>
  routes.filter((route) => route.method === method && route.path === path);

describe('the table of routes', () => {
  it('offers Basic on every route of the catalogue, as e-readers need', () => {
    const without = Object.values(api.opds).filter((route: Route) => !route.offersBasic);
    expect(without).toEqual([]);
  });

  it('has two routes with one method and path only if a parameter selects one', () => {
    const doubles = routes.filter(({ method, path }) => find(method, path).length > 1);
    expect(doubles.map(({ path, selectedBy }) => [path, selectedBy])).toEqual([
      ['/api/bookmarks/labels', undefined],
      ['/api/bookmarks/labels', 'name'],
    ]);
  });
});

describe('conditional requests', () => {
  const all = Object.values(api).flatMap((group): Route[] => Object.values(group));
  const conditions = [
    ['If-None-Match', 'ETag'],
    ['If-Modified-Since', 'Last-Modified'],
  ] as const;

  it.each(conditions)('read %s where the response sends %s', (condition, validator) => {
    const routes = all.filter(({ reads }) => reads?.includes(condition));
    expect(routes.length).toBeGreaterThan(0);
    const read = all.filter(({ method }) => method === 'GET');
    expect(read.filter(({ answers }) => answers[200]?.sends.includes(validator))).toEqual(routes);
  });

  it('may be answered with 304', () => {
    const routes = all.filter(({ reads }) => reads?.includes('If-None-Match'));
    expect(all.filter(({ answers }) => answers[304]?.kind === 'empty')).toEqual(routes);
  });
});

describe('permissions', () => {
  const user = { group: 'user', canSendEmail: false } as const;

  it('include everything that the service lists when a token has all three scopes', () => {
    const roles = ['bookmarks:read', 'bookmarks:write', 'profile:read'] as const;
    expect(permissionsOf({ ...user, roles, canSendEmail: true })).toEqual([
      'api:bookmarks:collections:read',
      'api:bookmarks:collections:write',
      'api:bookmarks:export',
      'api:bookmarks:read',
      'api:bookmarks:share',
      'api:bookmarks:write',
      'api:opds:read',
      'api:profile:info',
      'api:profile:read',
      'api:profile:tokens:delete',
      'bookmarks:read',
      'email:send',
    ]);
  });

  it('include sharing only when a token may write, and the routes that share need reading as well', () => {
    const reader = permissionsOf({ ...user, roles: ['bookmarks:read'], canSendEmail: true });
    expect(reader).not.toContain('api:bookmarks:share');
    expect(reader).not.toContain('email:send');
    for (const route of [api.sharing.link, api.sharing.links, api.sharing.email]) {
      expect(route.access).toEqual(
        expect.arrayContaining(['api:bookmarks:read', 'api:bookmarks:share']),
      );
    }
  });

  it('do not include reading when a token may only write', () => {
    const permissions = permissionsOf({ ...user, roles: ['bookmarks:write'] });
    expect(permissions).toContain('api:bookmarks:write');
    expect(permissions).not.toContain('api:bookmarks:read');
  });

  it('are exactly those of the user when a token has no roles', () => {
    const permissions = permissionsOf({ ...user, roles: null });
    expect(permissions).toContain('api:bookmarks:import');
    expect(permissions).not.toContain('email:send');
    expect(permissions).not.toContain('api:cookbook:read');
    expect(permissionsOf({ ...user, roles: ['admin:read'] })).not.toContain('api:cookbook:read');
  });
});

describe('calls derived from the table', () => {
  const sent: (readonly [Route, RouteRequest])[] = [];
  const calls = callsOf(api.highlights, async (route, request) => {
    sent.push([route, request]);
    return { ok: false, error: 'offline' };
  });

  it('separate their arguments', async () => {
    const { signal } = new AbortController();
    const answer = await calls.update('a/b', 'c', { color: 'red' }, { signal });
    expect(answer).toEqual({ ok: false, error: 'offline' });
    expect(sent.at(-1)).toEqual([
      api.highlights.update,
      {
        params: { id: 'a/b', annotationId: 'c' },
        query: {},
        body: { color: 'red' },
        options: { signal },
      },
    ]);
    await calls.listAll({ limit: 5 });
    expect(sent.at(-1)?.[1]).toMatchObject({ query: { limit: 5 }, body: null, options: {} });
  });

  it('fill each parameter into one segment of the path', () => {
    const path = '/api/bookmarks/{id}/article.{format}';
    expect(fillPath(path, { id: '../x', format: 'md' })).toBe('/api/bookmarks/..%2Fx/article.md');
  });
});

describe('handlers bound to the table', () => {
  it('are ordered with the route that a parameter selects first', () => {
    const label = { name: 'a', count: 1, href: '', href_bookmarks: '' };
    const bound = bindRoutes<typeof api.labels, null, never>(api.labels, {
      list: () => ({ status: 200, body: [label] }),
      read: ({ query }) => ({ status: 200, body: { ...label, name: query.name } }),
      rename: ({ body }) => ({ status: 200, body: { name: body.name } }),
      delete: () => ({ status: 204 }),
    });
    expect(bound.map(({ name }) => name)).toEqual(['read', 'list', 'rename', 'delete']);
  });
});
