import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StorageUnavailable } from '../../../server/storage';
import { MOUNTED_ROUTES } from '../contract/mounted';
import { DATABASES, describeOnDatabases } from '../storage/support/databases';
import { brokenStorage } from '../support/broken-storage';
import { addArticle } from '../support/library';
import { startServer, type TestServer } from '../support/test-server';

const [, sqlite] = DATABASES[0];

/** The routes with a body whose path names a record, with the id of one that does not exist. */
const UNKNOWN = MOUNTED_ROUTES.flatMap(({ title, route: { method, path, body } }) =>
  body && path.includes('{id}')
    ? [{ title, method, path: path.replace(/\{\w+\}/g, 'X'.repeat(22)) }]
    : [],
);

describeOnDatabases('a body that is refused, on %s,', (database) => {
  let t: TestServer;
  let mailing: TestServer;
  let token: string;
  let own: string;
  beforeAll(async () => {
    t = await startServer(database);
    const mail = { server: new URL('smtp://localhost'), from: 'a@example.org' };
    mailing = t.another({ config: { ...t.server.config, mail } });
    const ada = await t.addUser();
    token = await t.tokenOf(ada);
    own = `/api/bookmarks/${(await addArticle(t, ada, '<p>Text</p>')).id}`;
  });
  afterAll(() => t.remove());

  const BAD = [
    { json: { color: 1, title: [], name: { a: 1 }, email: 5 } },
    { body: '{', headers: { 'content-type': 'application/json' } },
    { body: 'a', headers: { 'content-type': 'text/plain' } },
  ];

  it.each(UNKNOWN)('gets a 404 where the path names nothing: $title', async ({ method, path }) => {
    for (const sent of BAD) {
      expect((await mailing.send(method, path, { token, ...sent })).status).toBe(404);
    }
  });

  it('gets a 404 for an annotation that its bookmark does not have', async () => {
    for (const sent of BAD) {
      const answer = await t.send('PATCH', `${own}/annotations/unknown`, { token, ...sent });
      expect(answer.status).toBe(404);
    }
  });

  it('gets its own status where the path names something', async () => {
    for (const sent of BAD) {
      const answer = await t.send('POST', `${own}/annotations`, { token, ...sent });
      expect([400, 422]).toContain(answer.status);
    }
  });

  it('still gets a 401 without a token', async () => {
    const answer = await t.send('PATCH', own, { json: { title: [] } });
    expect(answer.status).toBe(401);
  });
});

describe('every answer', () => {
  let t: TestServer;
  beforeAll(async () => {
    t = await startServer(sqlite);
  });
  afterAll(() => t.remove());

  it.each([
    ['JSON', 'GET', '/api/info', 200],
    ['a refusal', 'GET', '/api/profile', 401],
    ['a page', 'GET', '/login', 200],
    ['a way on', 'GET', '/profile', 303],
    ['nothing', 'GET', '/nothing/here', 404],
    ['another method', 'PATCH', '/api/info', 405],
  ])('has the headers that keep it private: %s', async (_what, method, path, status) => {
    const { status: got, headers } = await t.send(method, path);
    expect(got).toBe(status);
    expect(headers.get('Cache-Control')).toContain('private');
    expect(headers.get('Vary')).toContain('Accept');
    expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    expect(headers.get('X-Frame-Options')).toBe('DENY');
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('X-Robots-Tag')).toContain('noindex');
    expect(headers.get('X-Request-Id')).toMatch(/^[\da-f-]{36}$/);
    expect(headers.get('Access-Control-Allow-Origin')).toBeNull();
  });

  it('has its own request id, which is also in the log', async () => {
    const first = await t.send('GET', '/api/info');
    const second = await t.send('GET', '/api/info');
    const id = second.headers.get('X-Request-Id');
    expect(first.headers.get('X-Request-Id')).not.toBe(id);
    expect(t.logged.at(-1)).toMatchObject({ id, route: '/api/info', status: 200 });
  });

  it('has no CORS headers for other sites', async () => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'GET' };
    const answer = await t.send('OPTIONS', '/api/info', { headers });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBeNull();
  });

  it('is one line of JSON', async () => {
    const answer = await t.send('GET', '/api/info');
    expect(answer.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    expect(await answer.text()).toMatch(
      /^\{"version":\{"canonical":"0.22.3","release":"0.22.3","build":"leafmark-1.2.3"\},"features":\["oauth"\],"extensions":\[".*"\],"installation":"[\w-]{43}"\}\n$/,
    );
  });

  it('lists the allowed methods for other methods', async () => {
    const answer = await t.send('PUT', '/api/profile');
    expect(answer.headers.get('Allow')).toBe('GET, PATCH');
  });

  it('has no body for HEAD', async () => {
    const answer = await t.send('HEAD', '/api/info');
    expect(answer.status).toBe(200);
    expect(Number(answer.headers.get('Content-Length'))).toBeGreaterThan(50);
    expect(await answer.text()).toBe('');
  });

  it.each([
    ['//api//info', '/api/info'],
    ['/api/info//?x=1', '/api/info/?x=1'],
    ['//evil.example/%2e%2e', '/'],
  ])('for %s redirects to the normalised address', async (path, clean) => {
    const answer = await t.send('GET', path);
    expect(answer.status).toBe(308);
    expect(answer.headers.get('Location')).toBe(`http://leafmark.test${clean}`);
  });

  it('is a refusal when the normalised address would be long', async () => {
    const answer = await t.send('GET', `/x//${'a'.repeat(200_000)}`);
    expect(answer.status).toBe(414);
    expect(answer.headers.get('Location')).toBeNull();
    expect((await answer.text()).length).toBeLessThan(1024);
  });

  it.each([
    ['GET', '/api/info/', 200],
    ['GET', '/api/bookmarks/?limit=1', 401],
    ['POST', '/api/oauth/token/', 400],
    // The path names a label with an empty name, which is not found.
    ['GET', '/api/bookmarks/labels/', 404],
    ['GET', '/api/bookmarks/labels/?name=a', 404],
    ['GET', '/login/', 404],
  ])('to %s %s with a slash at its end has status %i', async (method, path, status) => {
    expect((await t.send(method, path)).status).toBe(status);
  });

  it('is a refusal when the address has too many pairs', async () => {
    const most = '&'.repeat(19_999);
    expect((await t.send('GET', `/api/info?${most}`)).status).toBe(200);
    expect((await t.send('GET', `/api/info?${most}&`)).status).toBe(414);
    expect((await t.send('GET', `/login?${most}&`)).status).toBe(414);
  });

  describe('that is a refusal', () => {
    it.each([
      ['', 'application/json; charset=utf-8'],
      ['*/*', 'application/json; charset=utf-8'],
      ['application/json, text/plain, */*', 'application/json; charset=utf-8'],
      ['text/html,application/xhtml+xml,*/*;q=0.8', 'text/html; charset=utf-8'],
      ['text/plain', 'text/plain; charset=utf-8'],
    ])('has for the Accept header "%s" the type %s', async (accept, type) => {
      const answer = await t.send('GET', '/api/nothing', { headers: { accept } });
      expect(answer.headers.get('Content-Type')).toBe(type);
    });

    it('offers Basic and Bearer without a token', async () => {
      const none = await t.send('GET', '/api/profile');
      expect(none.headers.get('WWW-Authenticate')).toMatch(
        /^Basic realm="Leafmark", ?Bearer realm="Bearer token"$/,
      );
      const wrong = await t.send('GET', '/api/profile', { token: 'wrong' });
      expect(wrong.headers.get('WWW-Authenticate')).toBe('Bearer realm="Bearer token"');
    });

    it('is logged once without the content of the request', async () => {
      const before = t.logged.length;
      const answer = await t.send('GET', '/api/profile?token=in-query', { token: 'made-up-token' });
      const id = answer.headers.get('X-Request-Id');
      const lines = t.logged.slice(before);
      expect(lines).toEqual([
        expect.objectContaining({ event: 'refused', level: 'info', id, status: 401 }),
      ]);
      expect(JSON.stringify(lines)).not.toMatch(/made-up-token|in-query/);
    });
  });

  describe('with a tag', () => {
    const openApi = (headers: Record<string, string> = {}) =>
      t.send('GET', '/api/openapi.json', { headers });

    it('answers with 304 when the client has a current copy', async () => {
      const tag = (await openApi()).headers.get('ETag') ?? '';
      expect(tag).toMatch(/^"[\da-f]{32}"$/);
      for (const sent of [tag, tag.replaceAll('"', ''), `W/${tag}`, `"x", ${tag}`, '*']) {
        const again = await openApi({ 'if-none-match': sent });
        expect(again.status).toBe(304);
        expect(await again.text()).toBe('');
      }
      expect((await openApi({ 'if-none-match': '"other"' })).status).toBe(200);
    });

    it('is the same for every host, and its addresses are those of the host', async () => {
      const local = await startServer(DATABASES[0][1], { flags: { port: '0' } });
      const at = (host: string) => local.send('GET', '/api/openapi.json', { headers: { host } });
      const [one, other] = [await at('localhost:1'), await at('localhost:2')];
      expect(one.headers.get('ETag')).toBe(other.headers.get('ETag'));
      const { servers, components } = await other.json();
      expect(servers).toEqual([{ url: '/' }]);
      const { authorizationCode } = components.securitySchemes.oauth.flows;
      expect(authorizationCode.tokenUrl).toBe('/api/oauth/token');
      await local.remove();
    });

    it('names the configured address', async () => {
      const flags = { 'base-url': 'https://read.example/leafmark' };
      const local = await startServer(DATABASES[0][1], { flags });
      const document = await (await local.send('GET', '/leafmark/api/openapi.json')).json();
      expect(document.servers).toEqual([{ url: 'https://read.example/leafmark' }]);
      await local.remove();
    });

    it.each([
      ['gzip', gunzipSync],
      ['zstd', zstdDecompressSync],
    ])(
      'has another tag when it is compressed with %s, and accepts both',
      async (coding, unpack) => {
        const plain = await openApi();
        const packed = await openApi({ 'accept-encoding': coding });
        expect(packed.headers.get('Content-Encoding')).toBe(coding);
        const bytes = new Uint8Array(await packed.arrayBuffer());
        expect(bytes.length).toBe(Number(packed.headers.get('Content-Length')));
        expect(unpack(bytes).toString()).toBe(await plain.text());
        const tag = packed.headers.get('ETag') ?? '';
        expect(tag).toBe(plain.headers.get('ETag')?.replace(/"$/, `-${coding}"`));
        expect((await openApi({ 'if-none-match': tag })).status).toBe(304);
      },
    );
  });

  it('is not compressed when it is small or the client does not accept it', async () => {
    const small = await t.send('GET', '/api/info', { headers: { 'accept-encoding': 'gzip' } });
    expect(small.headers.get('Content-Encoding')).toBeNull();
    const headers = { 'accept-encoding': 'br, gzip;q=0' };
    const refused = await t.send('GET', '/api/openapi.json', { headers });
    expect(refused.headers.get('Content-Encoding')).toBeNull();
  });

  it('describes the existing routes', async () => {
    const { paths } = (await (await t.send('GET', '/api/openapi.json')).json()) as {
      paths: Record<string, Record<string, unknown>>;
    };
    for (const [path, methods] of Object.entries(paths)) {
      for (const method of Object.keys(methods)) {
        const answer = await t.send(method.toUpperCase(), path.replace(/\{\w+\}/g, 'x'));
        expect(answer.status, `${method} ${path}`).not.toBe(405);
      }
    }
    expect(Object.keys(paths)).toContain('/api/oauth/token');
  });

  describe('when the database does not answer', () => {
    const unavailable = () =>
      t.another({ storage: brokenStorage(() => new StorageUnavailable('gone', new Error('x'))) });

    it('answers with 503 and Retry-After and logs an error', async () => {
      const answer = await unavailable().send('GET', '/api/profile', { token: 'any' });
      expect(answer.status).toBe(503);
      expect(answer.headers.get('Retry-After')).toBe('5');
      expect(await answer.json()).toEqual({ status: 503, message: 'Service Unavailable' });
      const written = { level: 'error', event: 'storage unavailable', reason: 'gone' };
      expect(t.logged).toContainEqual(expect.objectContaining(written));
    });

    it('shows a page to people', async () => {
      const headers = { accept: 'text/html' };
      const cookie = 'leafmark_session=x';
      const answer = await unavailable().send('GET', '/profile', { headers, cookie });
      expect(answer.status).toBe(503);
      expect(await answer.text()).toContain('Your saved data is safe');
    });

    it('fails the health check', async () => {
      expect((await t.send('GET', '/healthz')).status).toBe(200);
      expect((await unavailable().send('GET', '/healthz')).status).toBe(503);
    });

    it('answers with 500 without details for an unexpected error', async () => {
      const storage = brokenStorage(() => new Error('the secret reason'));
      const answer = await t.another({ storage }).send('GET', '/api/profile', { token: 'any' });
      expect(answer.status).toBe(500);
      expect(await answer.text()).not.toContain('secret reason');
      const written = { level: 'error', event: 'fault', message: 'the secret reason' };
      expect(t.logged).toContainEqual(expect.objectContaining(written));
    });
  });

  it('counts requests for Prometheus by route and not by address', async () => {
    await t.send('DELETE', '/api/profile/tokens/aaaaaaaaaaaaaaaaaaaaaa');
    const lines = (await (await t.send('GET', '/metrics')).text()).split('\n');
    const labels = 'method="DELETE",route="/api/profile/tokens/{id}",status="401"';
    const counted = lines.filter((line) => line.includes(`_count{${labels}}`));
    expect(counted).toHaveLength(1);
    expect(lines).toContain('leafmark_http_requests_in_flight 1');
    expect(lines).toContain('leafmark_info{version="1.2.3"} 1');
    expect(lines.filter((line) => line.includes('aaaaaaaa'))).toEqual([]);
    const closed = t.another({ config: { ...t.server.config, hasMetrics: false } });
    expect((await closed.send('GET', '/metrics')).status).toBe(404);
  });

  it.each([
    ['127.0.0.1', 'leafmark.lan', 200],
    ['127.0.0.1', 'localhost:8000', 200],
    ['127.0.0.1', '127.0.0.1:8000', 200],
    ['127.0.0.1', 'evil.example', 421],
    ['127.0.0.1', '', 421],
    ['192.168.1.5', '192.168.1.5:8000', 200],
    ['192.168.1.5', 'evil.example:8000', 421],
    ['0.0.0.0', 'evil.example', 200],
  ])(
    'shows the metrics on %s with a base address at "%s" with status %i',
    async (host, requested, status) => {
      const baseUrl = new URL('https://leafmark.lan/');
      const config = { ...t.server.config, host, baseUrl, hasMetrics: true };
      const answer = await t
        .another({ config })
        .send('GET', '/metrics', { headers: { host: requested } });
      expect(answer.status).toBe(status);
      expect((await answer.text()).includes('leafmark_info')).toBe(status === 200);
    },
  );
});
