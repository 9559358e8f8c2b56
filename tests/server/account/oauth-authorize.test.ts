import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pagePolicy } from '../../../server/pages/page';
import type { UserRow } from '../../../server/storage';
import { describeOnDatabases } from '../storage/support/databases';
import {
  authorizePath,
  DEVICE_GRANT,
  decide,
  formOf,
  OWN_PAGE,
  REDIRECT,
  register,
} from '../support/oauth';
import { BASE, startServer, type TestServer } from '../support/test-server';

const HOUR = 60 * 60 * 1000;

describeOnDatabases('granting access to an app on %s', (database) => {
  let t: TestServer;
  let ada: UserRow;
  let cookie: string;
  beforeAll(async () => {
    t = await startServer(database);
    ada = await t.addUser();
  });
  afterAll(() => t.remove());
  beforeEach(async () => {
    t.advance(HOUR);
    cookie = await t.cookieOf(ada);
  });

  const open = (path: string, accept = 'text/html') =>
    t.send('GET', path, { cookie, headers: { accept } });

  it('asks a person to sign in first and then continues', async () => {
    const path = authorizePath(await register(t));
    const answer = await t.send('GET', path);
    expect(answer.status).toBe(303);
    const to = new URL(answer.headers.get('Location') ?? '');
    expect(to.origin + to.pathname).toBe(`${BASE}/login`);
    expect(to.searchParams.get('r')).toBe(path);
  });

  it('shows a first page, without buttons that allow anything, when another site has opened it', async () => {
    const path = authorizePath(await register(t));
    const from = async (headers: Record<string, string>) =>
      (await t.send('GET', path, { cookie, headers: { accept: 'text/html', ...headers } })).text();
    for (const site of ['cross-site', 'same-site']) {
      const html = await from({ 'sec-fetch-site': site });
      expect(html).toContain('Another site has opened this page');
      expect(html).not.toContain('name="granted"');
      const [, to = ''] = /<a class="button"[^>]* href="([^"]+)"/.exec(html) ?? [];
      expect(to.replaceAll('&amp;', '&')).toBe(path);
    }
    for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': 'none' }, {}]) {
      expect(await from(headers)).toContain('name="granted"');
    }
  });

  it.each([
    [`https://${'ab'.repeat(16)}.chromiumapp.org/`, true],
    [`https://${'a1'.repeat(20)}.extensions.allizom.org/`, true],
    [`https://${'ab'.repeat(16)}.chromiumapp.org.evil.example/`, false],
    ['http://127.0.0.1:4000/mozoauth2/a1', false],
    ['org.example.reader:/back', false],
    [`com.example.app://${'ab'.repeat(16)}.chromiumapp.org/`, false],
  ])(
    'asks at once for an extension, whose page always comes from another site: %s',
    async (redirect_uri, asks) => {
      const path = authorizePath(await register(t, { redirect_uris: [redirect_uri] }), {
        redirect_uri,
      });
      const headers = { accept: 'text/html', 'sec-fetch-site': 'cross-site' };
      const html = await (await t.send('GET', path, { cookie, headers })).text();
      expect(html.includes('name="granted"')).toBe(asks);
    },
  );

  it('shows which app asks and for which access', async () => {
    const logo_uri = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB';
    const client = await register(t, { client_name: 'A <b>bold</b> reader', logo_uri });
    const page = await open(authorizePath(client, { scope: 'bookmarks:read' }));
    expect(page.status).toBe(200);
    const html = await page.text();
    expect(html).toContain('Allow “A &lt;b&gt;bold&lt;/b&gt; reader” to use your library?');
    expect(html).toContain(`<img src="${logo_uri}"`);
    expect(html).toContain('read your bookmarks, labels, highlights and collections');
    expect(html).not.toContain('add, change and delete bookmarks');
  });

  it.each([
    [`https://${'ab'.repeat(16)}.chromiumapp.org/`, 'an extension in this browser'],
    [`https://${'a1'.repeat(20)}.extensions.allizom.org/`, 'an extension in this browser'],
    ['http://127.0.0.1:4000/mozoauth2/a1', 'a program on this computer'],
    ['http://[::1]:4000/back', 'a program on this computer'],
    ['org.example.reader:/back', 'an app that opens org.example.reader: addresses'],
    ['https://app.example:8443/back', 'app.example:8443'],
    ['https://leafmark.chromiumapp.org.evil.example/', 'leafmark.chromiumapp.org.evil.example'],
    [`https://${'ab'.repeat(16)}.chromiumapp.org.evil.example/`, '.chromiumapp.org.evil.example'],
    [`https://evil.example/${'ab'.repeat(16)}.chromiumapp.org`, 'evil.example'],
    // The first letter is Cyrillic.
    ['https://\u0430pp.example/', 'xn--pp-6kc.example'],
  ])('says at once who gets the access with the redirect address %s', async (uri, who) => {
    const client = await register(t, { redirect_uris: [uri] });
    const html = await (await open(authorizePath(client, { redirect_uri: uri }))).text();
    expect(html).toMatch(/Access goes to <strong>[^<]+<\/strong>/);
    expect(html).toContain(`${who}</strong>`);
    const address = `<summary>Exact address</summary><code>${new URL(uri).href}</code>`;
    expect(html).toContain(`<details class="hint">${address}</details>`);
    expect(html).not.toContain('\u0430');
  });

  it('allows its form to redirect only to this server and to the app', async () => {
    const redirect = 'org.example.reader:/back';
    const client = await register(t, { redirect_uris: [redirect] });
    const page = await open(authorizePath(client, { redirect_uri: redirect }));
    const policy = page.headers.get('Content-Security-Policy');
    expect(policy).toContain("form-action 'self' org.example.reader:;");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
  });

  it.each([
    ['1', 'Access granted', 'code'],
    ['0', 'Access denied', 'error'],
  ])(
    'shows the address of an app with an unknown scheme, and ends with a link to it: %s',
    async (granted, title, parameter) => {
      const redirect_uri = 'app://signed-in/here?own=1';
      const client = await register(t, { redirect_uris: [redirect_uri] });
      const path = authorizePath(client, { redirect_uri });
      const asked = await open(path);
      expect(asked.headers.get('Content-Security-Policy')).toContain("form-action 'self';");
      const html = await asked.clone().text();
      expect(html).toContain('Access goes to <strong>an app that opens app: addresses</strong>');
      expect(html).toContain(`<details class="hint" open=""`);
      expect(html).toContain(`<code>${redirect_uri}</code>`);
      const form = { ...(await formOf(asked)), granted };
      const decided = await t.send('POST', path, { cookie, form, headers: OWN_PAGE });
      expect(decided.status).toBe(200);
      expect(decided.headers.get('Location')).toBeNull();
      expect(decided.headers.get('Cache-Control')).toContain('no-store');
      const page = await decided.text();
      expect(page).toContain(title);
      expect(page).toContain(`Open ${redirect_uri}</a>`);
      const [, href = ''] = /<a href="(app:[^"]+)" rel="noreferrer">/.exec(page) ?? [];
      const to = new URL(href.replaceAll('&amp;', '&'));
      expect(to.searchParams.get('own')).toBe('1');
      expect(to.searchParams.has(parameter)).toBe(true);
      expect(to.searchParams.get('state')).toBe('here & there');
    },
  );

  it('returns to the app with a code and the state after a grant', async () => {
    const to = await decide(t, ada, authorizePath(await register(t)), true);
    expect(to.origin + to.pathname).toBe('https://app.example/back');
    expect(Object.fromEntries(to.searchParams)).toEqual({
      own: '1',
      code: expect.stringMatching(/^.{43}$/),
      state: 'here & there',
    });
  });

  it('returns no state when the app sent none', async () => {
    const to = await decide(t, ada, authorizePath(await register(t), { state: '' }), true);
    expect([...to.searchParams.keys()]).toEqual(['code', 'own']);
  });

  it('returns an error after a denial and deletes the app', async () => {
    const path = authorizePath(await register(t));
    const to = await decide(t, ada, path, false);
    expect(Object.fromEntries(to.searchParams)).toEqual({
      own: '1',
      error: 'access_denied',
      error_description: 'access denied',
      state: 'here & there',
    });
    expect((await open(path)).status).toBe(400);
  });

  it('reads fields from the form that the address lacks', async () => {
    const [path, query = ''] = authorizePath(await register(t)).split('?');
    const page = await open(`${path}?${query}`);
    const form = {
      ...Object.fromEntries(new URLSearchParams(query)),
      ...(await formOf(page)),
      granted: 'true',
    };
    const answer = await t.send('POST', '/authorize', { cookie, form, headers: OWN_PAGE });
    expect(new URL(answer.headers.get('Location')!).searchParams.has('code')).toBe(true);
  });

  describe('an invalid request:', () => {
    it.each([
      ['another path', 'https://app.example/back/?own=1'],
      ['more in the query', 'https://app.example/back?own=1&more=1'],
      ['less of it', 'https://app.example/back'],
      ['another scheme', 'http://app.example/back?own=1'],
      ['another host', 'https://app.example.evil.example/back?own=1'],
      ['a user before the host', 'https://app.example@evil.example/back?own=1'],
      ['capitals', 'https://APP.example/back?own=1'],
      ['a fragment', 'https://app.example/back?own=1#x'],
      ['nothing', ''],
    ])(
      'is refused without a redirect when the redirect address has %s',
      async (_what, redirect_uri) => {
        const path = authorizePath(await register(t), { redirect_uri });
        const answer = await open(path, 'application/json');
        expect(answer.status).toBe(400);
        expect(answer.headers.get('Location')).toBeNull();
        expect(await answer.json()).toEqual({ status: 400, message: 'invalid redirect URI' });
      },
    );

    it('is refused without a redirect when the app is unknown', async () => {
      const answer = await open(authorizePath('urn:uuid:none'), 'application/json');
      expect(answer.status).toBe(400);
      expect(await answer.json()).toEqual({ error: 'invalid_client' });
      const page = await open(authorizePath('urn:uuid:none'));
      expect(page.status).toBe(400);
      expect(await page.text()).toContain('sign-in is no longer valid');
    });

    it('is refused without a redirect when the app registered too long ago', async () => {
      const path = authorizePath(await register(t));
      t.advance(10 * 60_000);
      expect((await open(path)).status).toBe(400);
    });

    it('is refused without a redirect when the app registered for devices only', async () => {
      const client = await register(t, { grant_types: [DEVICE_GRANT] });
      const answer = await open(authorizePath(client), 'application/json');
      expect(await answer.json()).toEqual({ error: 'unauthorized_client' });
    });
  });

  it.each([
    ['no scope', { scope: '' }, 'scope'],
    ['a scope that does not exist', { scope: 'bookmarks:read everything' }, 'everything'],
    ['the plain method', { code_challenge_method: 'plain' }, 'code_challenge_method'],
    ['no method', { code_challenge_method: '' }, 'code_challenge_method'],
    ['no challenge', { code_challenge: '' }, 'code_challenge'],
    ['a challenge that cannot be a hash', { code_challenge: 'abc' }, 'code_challenge'],
    ['a challenge that is too long', { code_challenge: 'a'.repeat(257) }, 'code_challenge'],
    ['a state that is too long', { state: 's'.repeat(65) }, 'state'],
  ])(
    'is shown for %s, and the app learns of it only when the person returns to it',
    async (_what, change, named) => {
      const client = await register(t);
      const page = await open(authorizePath(client, change));
      expect(page.status).toBe(400);
      expect(page.headers.get('Location')).toBeNull();
      const html = await page.text();
      expect(html).toContain('The app has no access, and you were not redirected.');
      expect(html).toContain('Go back to the app at https://app.example');
      const [, href = ''] = /<a href="([^"]+)" rel="noreferrer">/.exec(html) ?? [];
      const to = new URL(href.replaceAll('&amp;', '&'));
      expect(to.origin + to.pathname).toBe('https://app.example/back');
      expect(Object.fromEntries(to.searchParams)).toEqual({
        own: '1',
        error: 'invalid_request',
        error_description: expect.stringContaining(named),
        state: (change as { state?: string }).state?.slice(0, 64) ?? 'here & there',
      });
      const answer = await open(authorizePath(client, change), 'application/json');
      expect(answer.status).toBe(400);
      expect(await answer.json()).toEqual({
        error: 'invalid_request',
        error_description: expect.stringContaining(named),
      });
    },
  );

  it('is also shown without a redirect when the form is invalid', async () => {
    const good = await open(authorizePath(await register(t)));
    const form = { ...(await formOf(good)), granted: '1' };
    const path = authorizePath(await register(t), { scope: 'everything' });
    const answer = await t.send('POST', path, { cookie, form, headers: OWN_PAGE });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('Location')).toBeNull();
  });

  it('quotes only the beginning of an unknown scope', async () => {
    const path = authorizePath(await register(t), { scope: 'x'.repeat(5000) });
    expect((await (await open(path, 'application/json')).text()).length).toBeLessThan(200);
    expect((await (await open(path)).text()).length).toBeLessThan(5000);
  });

  it('writes a policy that no redirect address can extend', async () => {
    for (const redirect of ['https://app.example/a;script-src *', 'https://app.example/,b']) {
      const uri = encodeURI(redirect);
      const client = await register(t, { redirect_uris: [uri] });
      const page = await open(authorizePath(client, { redirect_uri: uri }));
      const policy = page.headers.get('Content-Security-Policy');
      expect(policy).toContain("form-action 'self' https://app.example;");
      expect(policy).not.toMatch(/script-src|,/);
    }
    expect(() => pagePolicy(['https://evil.example;script-src'])).toThrow();
  });

  describe('a forged grant', () => {
    const post = async (headers: Record<string, string>, changes: Record<string, string> = {}) => {
      const path = authorizePath(await register(t));
      const form = { ...(await formOf(await open(path))), granted: '1', ...changes };
      return t.send('POST', path, { cookie, form, headers });
    };

    it('is refused when it comes from another site', async () => {
      expect((await post({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
      expect((await post({ 'sec-fetch-site': 'same-site' })).status).toBe(403);
      expect((await post({ origin: 'https://evil.example' })).status).toBe(403);
      expect((await post({ origin: 'null' })).status).toBe(403);
      expect((await post({})).status).toBe(403);
    });

    it('is refused with the token of another session', async () => {
      expect((await post(OWN_PAGE, { csrf: '' })).status).toBe(403);
      expect((await post(OWN_PAGE, { csrf: 'x'.repeat(43) })).status).toBe(403);
    });

    it('is accepted with a valid Origin header from an older browser', async () => {
      expect((await post({ origin: BASE })).status).toBe(302);
    });

    it('is refused inside of a frame', async () => {
      const headers = {
        'sec-fetch-dest': 'iframe',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-site': 'cross-site',
      };
      const path = authorizePath(await register(t));
      const answer = await t.send('GET', path, { cookie, headers });
      expect(answer.status).toBe(403);
      expect(answer.headers.get('X-Frame-Options')).toBe('DENY');
    });
  });

  it('is refused for an address that is not exactly the registered one', async () => {
    const redirect_uris = [REDIRECT, 'http://127.0.0.1:4000/back'];
    const client = await register(t, { redirect_uris });
    const other = { redirect_uri: 'http://127.0.0.1:4001/back' };
    expect((await open(authorizePath(client, other))).status).toBe(400);
    const own = { redirect_uri: 'http://127.0.0.1:4000/back' };
    expect((await open(authorizePath(client, own))).status).toBe(200);
  });
});
