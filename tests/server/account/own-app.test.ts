import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnDatabases } from '../storage/support/databases';
import { authorizePath, CLIENT, register } from '../support/oauth';
import { BASE, startServer, type TestServer } from '../support/test-server';

describeOnDatabases('the web app that signs in to its own server on %s', (database) => {
  let t: TestServer;
  let cookie: string;
  beforeAll(async () => {
    t = await startServer(database);
    cookie = await t.cookieOf(await t.addUser());
  });
  afterAll(() => t.remove());

  it.each([
    ['http://nas.local:7801', '192.168.1.5'],
    ['http://localhost:8000', '127.0.0.1'],
    ['http://192.168.1.5:8000', '0.0.0.0'],
  ])('is registered at %s, and needs no internet for it', async (origin, host) => {
    const config = { ...t.server.config, baseUrl: null, host };
    const home = t.another({ config, resolvePublicHost: async () => [] });
    const status = async (redirect: string) => {
      const json = { ...CLIENT, redirect_uris: [redirect] };
      const headers = { host: new URL(origin).host };
      return (await home.send('POST', '/api/oauth/client', { json, headers })).status;
    };
    expect(await status(`${origin}/`)).toBe(201);
    expect(await status('https://app.example/')).toBe(400);
  });

  it('asks nothing of a person whom the web app of this server has sent', async () => {
    const baseUrl = new URL('https://example.org/leaf');
    const server = t.another({ config: { ...t.server.config, baseUrl } });
    const own = `${baseUrl.href}/`;
    const client = await register(t, { redirect_uris: [own] });
    const path = `/leaf${authorizePath(client, { redirect_uri: own })}`;
    const ask = (site: string) =>
      server.send('GET', path, {
        cookie,
        headers: { accept: 'text/html', 'sec-fetch-site': site },
      });
    const answer = await ask('same-origin');
    expect(answer.status).toBe(302);
    expect(answer.headers.get('Location')).toMatch(/^https:\/\/example\.org\/leaf\/\?code=/);
    expect((await ask('cross-site')).status).toBe(200);
  });

  // Over plain http, browsers send no `Sec-Fetch-Site`.
  it.each([
    ['a page of this server has', { referer: `${BASE}/login?r=%2F` }, true],
    ['a page of another site has', { referer: 'http://evil.example/' }, false],
    ['a page at another port has', { referer: `${BASE}:81/` }, false],
    ['no page has', {}, false],
  ])(
    'over plain http, when %s sent the person, with %o gets a code: %s',
    async (_, from, isSent) => {
      const own = `${BASE}/`;
      const path = authorizePath(await register(t, { redirect_uris: [own] }), {
        redirect_uri: own,
      });
      const headers = { accept: 'text/html', ...from };
      const answer = await t.send('GET', path, { cookie, headers });
      if (isSent)
        expect(answer.headers.get('Location')).toMatch(/^http:\/\/leafmark\.test\/\?code=/);
      else expect(await answer.text()).toContain('<strong>leafmark.test</strong>');
    },
  );

  it('gets no code at a plain address that was registered under another name of the server', async () => {
    const open = t.another({ config: { ...t.server.config, baseUrl: null, host: '0.0.0.0' } });
    const at = (host: string) => ({ headers: { accept: 'text/html', host } });
    const redirect = 'http://evil.example/';
    const json = { ...CLIENT, redirect_uris: [redirect] };
    const made = await open.send('POST', '/api/oauth/client', { json, ...at('evil.example') });
    const { client_id: id } = (await made.json()) as { client_id: string };
    const path = authorizePath(id, { redirect_uri: redirect });
    expect((await open.send('GET', path, { cookie, ...at('evil.example') })).status).toBe(200);
    expect((await open.send('GET', path, { cookie, ...at('nas.local') })).status).toBe(400);
  });
});
