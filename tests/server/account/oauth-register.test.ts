import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnDatabases } from '../storage/support/databases';
import { CLIENT } from '../support/oauth';
import { BASE, startServer, type TestServer } from '../support/test-server';

describeOnDatabases('registering an app on %s', (database) => {
  let t: TestServer;
  beforeAll(async () => {
    t = await startServer(database);
  });
  afterAll(() => t.remove());

  let clients = 0;
  /**
   * Each registration comes from its own address, because registrations per address are limited.
   */
  const register = (json: object) => {
    clients += 1;
    const from = `192.0.2.${clients % 250}`;
    return t.send('POST', '/api/oauth/client', { json: { ...CLIENT, ...json }, from });
  };

  it('returns all registered fields to the app', async () => {
    const answer = await register({});
    expect(answer.status).toBe(201);
    expect(await answer.json()).toEqual({
      client_id: expect.stringMatching(/^urn:uuid:[0-9a-f-]{36}$/),
      client_name: 'Reader',
      client_uri: 'https://app.example/',
      logo_uri: '',
      redirect_uris: CLIENT.redirect_uris,
      software_id: 'e0e0f4a0',
      software_version: '1.0',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code'],
      response_types: ['code'],
    });
  });

  it.each([
    ['no name', { client_name: '' }, 'client_name'],
    ['a name that is too long', { client_name: 'x'.repeat(129) }, 'client_name'],
    ['an address without TLS', { client_uri: 'http://app.example/' }, 'client_uri'],
    [
      'an address whose host does not resolve',
      { client_uri: 'https://nowhere.example/' },
      'client_uri',
    ],
    ['a private address', { client_uri: 'https://10.0.0.1/' }, 'client_uri'],
    ['a private address written as a number', { client_uri: 'https://2130706433/' }, 'client_uri'],
    ['an address of this machine', { client_uri: 'https://[::1]/' }, 'client_uri'],
    ['a name that resolves to this machine', { client_uri: 'https://home.example/' }, 'client_uri'],
    [
      'a name that resolves to this machine among others',
      { client_uri: 'https://both.example/' },
      'client_uri',
    ],
    ['a logo that is not a PNG', { logo_uri: 'data:image/png;base64,R0lGODlh' }, 'logo_uri'],
    ['a logo from elsewhere', { logo_uri: 'https://app.example/logo.png' }, 'logo_uri'],
    ['no software id', { software_id: '' }, 'software_id'],
    ['no version', { software_version: null }, 'software_version'],
    ['a grant that does not exist', { grant_types: ['password'] }, 'grant_types'],
    [
      'a secret',
      { token_endpoint_auth_method: 'client_secret_post' },
      'token_endpoint_auth_method',
    ],
    ['the implicit flow', { response_types: ['token'] }, 'response_types'],
  ])('refuses %s', async (_what, change, field) => {
    t.names.set('home.example', ['192.168.1.1']);
    t.names.set('both.example', ['93.184.216.34', '::ffff:127.0.0.1']);
    const answer = await register(change);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({
      error: 'invalid_client_metadata',
      error_description: expect.stringContaining(`"${field}"`),
    });
  });

  it.each([
    ['redirect_uris', Array.from({ length: 21 }, (_, n) => `https://app.example/${n}`)],
    ['grant_types', Array.from({ length: 101 }, () => 'authorization_code')],
    ['response_types', Array.from({ length: 101 }, () => 'code')],
  ])('refuses more %s than any app has, before it looks at them', async (field, list) => {
    const answer = await register({ [field]: list });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error_description: expect.stringMatching(/list must have at most \d+ items$/),
    });
  });

  it('quotes only the beginning of an invalid value', async () => {
    const answer = await register({ grant_types: ['x'.repeat(15_000)] });
    expect(answer.status).toBe(400);
    expect((await answer.text()).length).toBeLessThan(300);
  });

  it('takes the longest values that it allows', async () => {
    const logo = `data:image/png;base64,iVBORw0KGgoAAAANSUhEUg${'AAAA'.repeat(2037)}`;
    const redirects = Array.from({ length: 20 }, (_, n) => `app:/${n}/`.padEnd(256, 'x'));
    const answer = await register({ logo_uri: logo, redirect_uris: redirects });
    expect(answer.status).toBe(201);
  });

  it('refuses a registration of more than 16 KB', async () => {
    const answer = await register({ client_name: 'x'.repeat(16 * 1024) });
    expect(answer.status).toBe(413);
  });

  it.each([
    ['none, for the code grant', []],
    ['a name for this machine', ['http://localhost/back']],
    ['plain http elsewhere', ['http://app.example/back']],
    ['another page of this server over plain http', [`${BASE}/profile`]],
    ['another port of this server over plain http', ['http://leafmark.test:81/']],
    ['this server over plain http beside another one', [`${BASE}/`, 'http://app.example/']],
    ['a script', ['javascript:alert(1)']],
    ['a scheme of the system', ['ms-msdt:/id']],
    ['a relative of such a scheme', ['javascript.x:/back']],
    ['a page of an extension', ['chrome-extension://abcdefghijklmnopabcdefghijklmnop/x.html']],
    ['a host with more than a host in it', ['https://evil.example;script-src/']],
    ['a fragment', ['https://app.example/back#here']],
    ['one valid and one invalid', ['https://app.example/back', 'not an address']],
  ])('refuses redirect addresses: %s', async (_what, redirects) => {
    const answer = await register({ redirect_uris: redirects });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: 'invalid_redirect_uri' });
  });

  it.each([
    [['https://app.example/back']],
    [['http://127.0.0.1:4000/back', 'http://[::1]/back']],
    [['org.example.reader:/back']],
    [['app:/cb']],
    [[`${BASE}/`]],
  ])('accepts %s as redirect address', async (redirects) => {
    const answer = await register({ redirect_uris: redirects });
    expect(answer.status).toBe(201);
  });

  it('requires no redirect address for a device', async () => {
    const grants = ['urn:ietf:params:oauth:grant-type:device_code'];
    const answer = await register({ redirect_uris: undefined, grant_types: grants });
    expect(await answer.json()).toMatchObject({ redirect_uris: [], grant_types: grants });
  });

  it('accepts a form like JSON', async () => {
    const form = new URLSearchParams({ ...CLIENT, redirect_uris: CLIENT.redirect_uris[0]! });
    const answer = await t.send('POST', '/api/oauth/client', { form, from: '198.51.100.1' });
    expect(answer.status).toBe(201);
  });

  it('resolves no host name when only the syntax is checked', async () => {
    const config = { ...t.server.config, clientUriLookup: 'syntax' as const };
    const other = t.another({
      config,
      resolvePublicHost: () => Promise.reject(new Error('no DNS')),
    });
    const at = (client_uri: string) =>
      other.send('POST', '/api/oauth/client', { json: { ...CLIENT, client_uri } });
    expect((await at('https://nowhere.example/')).status).toBe(201);
    expect((await at('https://127.0.0.1/')).status).toBe(400);
    expect((await at('https://printer.local/')).status).toBe(400);
  });

  it('limits the registrations from one address', async () => {
    const from = '203.0.113.7';
    const again = () => t.send('POST', '/api/oauth/client', { json: CLIENT, from });
    for (let n = 0; n < 60; n++) expect((await again()).status).toBe(201);
    const refused = await again();
    expect(refused.status).toBe(429);
    expect(refused.headers.get('Retry-After')).toBe('600');
    t.advance(10 * 60_000);
    expect((await again()).status).toBe(201);
  });
});
