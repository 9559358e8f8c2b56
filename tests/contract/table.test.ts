import { describe, expect, it } from 'vitest';
import {
  api,
  bindRoutes,
  callsOf,
  errorsOf,
  fillPath,
  permissionsOf,
  type Route,
  type RouteRequest,
  type Routes,
  scopesFor,
} from '../../src/contract/index';

const groups: Readonly<Record<string, Routes>> = api;
const routes = Object.values(groups).flatMap((group) => Object.values(group) as readonly Route[]);

/** protocol.md section 2: method, path below /api, access, successful status. */
const INDEX: readonly (readonly [string, string, string, number])[] = [
  ['GET', '/info', 'public', 200],
  ['POST', '/oauth/client', 'public', 201],
  ['POST', '/oauth/device', 'public', 200],
  ['POST', '/oauth/token', 'public', 201],
  ['POST', '/oauth/revoke', 'public', 200],
  ['GET', '/profile', 'any', 200],
  ['PATCH', '/profile', 'none', 200],
  ['GET', '/profile/tokens', 'none', 200],
  ['DELETE', '/profile/tokens/{id}', 'any', 204],
  ['GET', '/bookmarks', 'bookmarks:read', 200],
  ['POST', '/bookmarks', 'bookmarks:write', 202],
  ['GET', '/bookmarks/{id}', 'bookmarks:read', 200],
  ['PATCH', '/bookmarks/{id}', 'bookmarks:write', 200],
  ['DELETE', '/bookmarks/{id}', 'bookmarks:write', 204],
  ['GET', '/bookmarks/{id}/article', 'bookmarks:read', 200],
  ['GET', '/bookmarks/{id}/article.{format}', 'bookmarks:read', 200],
  ['GET', '/bookmarks/export.{format}', 'bookmarks:read', 200],
  ['GET', '/bookmarks/feed', 'bookmarks:read', 200],
  ['GET', '/bookmarks/{id}/x/{file}', 'bookmarks:read', 200],
  ['GET', '/bookmarks/{id}/share/link', 'bookmarks:read', 201],
  ['POST', '/bookmarks/{id}/share/email', 'bookmarks:read', 200],
  ['GET', '/bookmarks/labels', 'bookmarks:read', 200],
  ['PATCH', '/bookmarks/labels', 'bookmarks:write', 200],
  ['DELETE', '/bookmarks/labels', 'bookmarks:write', 204],
  ['GET', '/bookmarks/@complete', 'bookmarks:read', 200],
  ['GET', '/bookmarks/annotations', 'bookmarks:read', 200],
  ['GET', '/bookmarks/{id}/annotations', 'bookmarks:read', 200],
  ['POST', '/bookmarks/{id}/annotations', 'bookmarks:write', 201],
  ['PATCH', '/bookmarks/{id}/annotations/{annotationId}', 'bookmarks:write', 200],
  ['DELETE', '/bookmarks/{id}/annotations/{annotationId}', 'bookmarks:write', 204],
  ['GET', '/bookmarks/collections', 'bookmarks:read', 200],
  ['POST', '/bookmarks/collections', 'bookmarks:write', 201],
  ['GET', '/bookmarks/collections/{id}', 'bookmarks:read', 200],
  ['PATCH', '/bookmarks/collections/{id}', 'bookmarks:write', 200],
  ['DELETE', '/bookmarks/collections/{id}', 'bookmarks:write', 204],
  ['GET', '/bookmarks/sync', 'bookmarks:read', 200],
  ['POST', '/bookmarks/sync', 'bookmarks:read', 200],
  ['GET', '/bookmarks/import/{trackId}', 'none', 200],
  ...'browser csv goodlinks linkwarden omnivore pinboard pocket-file readwise text wallabag'
    .split(' ')
    .map((source) => ['POST', `/bookmarks/import/${source}`, 'none', 202] as const),
  ['GET', '/cookbook/extract', 'none', 200],
  ['POST', '/cookbook/extract', 'none', 200],
  ['GET', '/cookbook/urls', 'none', 200],
  ['POST', '/auth', 'public', 201],
  ['GET', '/events', 'bookmarks:read', 200],
  ['GET', '/openapi.json', 'public', 200],
];

const find = (method: string, path: string) =>
  routes.filter((route) => route.method === method && route.path === path);

function reachOf({ access }: Route): string {
  if (access === 'public' || access === 'session') return access;
  if (access === 'token') return 'any';
  const scopes = access.map(scopesFor).reduce((a, b) => a.filter((scope) => b.includes(scope)));
  return scopes.length === 3 ? 'any' : (scopes[0] ?? 'none');
}

describe('the table of routes', () => {
  it.each(INDEX)('has %s %s for %s with status %i', (method, path, reach, status) => {
    const found = find(method, `/api${path}`);
    expect(found.length).toBeGreaterThan(0);
    for (const route of found) {
      expect(reachOf(route)).toBe(reach);
      expect(Object.keys(route.answers)).toContain(String(status));
    }
  });

  it('has no other route below /api', () => {
    const known = new Set(INDEX.map(([method, path]) => `${method} /api${path}`));
    // This route always responds with an error of its own (section 12).
    known.add('POST /api/bookmarks/import/{trackId}');
    const others = routes.filter(({ path }) => path.startsWith('/api'));
    expect(
      others.map(({ method, path }) => `${method} ${path}`).filter((r) => !known.has(r)),
    ).toEqual([]);
  });

  it.each([
    '/opds',
    '/opds/bookmarks/{list}',
    '/opds/bookmarks/collections',
    '/opds/bookmarks/collections/{id}',
    '/opds/search.xml',
  ])('has %s of the catalogue for readers of bookmarks', (path) => {
    const [route] = find('GET', path);
    expect(reachOf(route!)).toBe('bookmarks:read');
    expect(route).toMatchObject({ offersBasic: true });
  });

  it.each([
    ['GET', '/authorize'],
    ['POST', '/authorize'],
    ['GET', '/device'],
    ['POST', '/device'],
    ['GET', '/.well-known/oauth-authorization-server'],
    ['GET', '/@b/{code}'],
    ['GET', '/bm/{prefix}/{id}/img/{name}'],
    ['GET', '/bm/{prefix}/{id}/_resources/{name}'],
  ])('has %s %s outside of /api', (method, path) => {
    expect(find(method, path)).toHaveLength(1);
  });

  it('has two routes with one method and path only if a parameter selects one', () => {
    const doubles = routes.filter(({ method, path }) => find(method, path).length > 1);
    expect(doubles.map(({ path, selectedBy }) => [path, selectedBy])).toEqual([
      ['/api/bookmarks/labels', undefined],
      ['/api/bookmarks/labels', 'name'],
    ]);
  });
});

describe('error statuses', () => {
  it('are 400 with the form body for changes of bookmarks and labels', () => {
    for (const route of [api.bookmarks.update, api.labels.rename]) {
      expect(errorsOf(route)).toMatchObject({ 400: ['form'], 401: ['message'], 404: ['message'] });
      expect(errorsOf(route)).not.toHaveProperty('422');
    }
  });

  it('are 404 for a label without a name', () => {
    expect(errorsOf(api.labels.read)).not.toHaveProperty('422');
    expect(errorsOf(api.labels.delete)[404]).toEqual(['message']);
  });

  it('are 400 with the OAuth error for OAuth routes', () => {
    expect(errorsOf(api.oauth.register)[400]).toEqual(['oauth']);
    expect(errorsOf(api.oauth.token)).not.toHaveProperty('401');
  });

  it('are 422 for a list with invalid numbers', () => {
    expect(errorsOf(api.bookmarks.list)[422]).toEqual(['form']);
  });

  it('are absent where nothing can fail', () => {
    expect(errorsOf(api.info.read)).toEqual({});
    expect(errorsOf(api.importing.progress)).not.toHaveProperty('404');
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
