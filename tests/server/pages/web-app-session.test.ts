import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashSecret } from '../../../server/account/secrets';
import type { UserRow } from '../../../server/storage';
import { describeOnDatabases } from '../storage/support/databases';
import { fakeToken } from '../storage/support/rows';
import { authorizePath, formOf, OWN_PAGE, redeemCode, register } from '../support/oauth';
import { sessionOf } from '../support/session-of';
import { EMPTY_APP, startServer, type TestServer } from '../support/test-server';

const PASSWORD = 'correct horse battery';

describeOnDatabases('the session of the web app on %s', (database) => {
  let t: TestServer;
  let ada: UserRow;
  let cookie: string;
  beforeAll(async () => {
    t = await startServer(database);
    ada = await t.addUser('ada', { password: PASSWORD });
    cookie = await t.cookieOf(ada);
  });
  afterAll(() => t.remove());

  const post = (path: string, form: Record<string, string>, own = cookie) =>
    t.send('POST', path, { form, headers: OWN_PAGE, ...(own && { cookie: own }) });
  const get = (path: string) => t.send('GET', path, { cookie, headers: { accept: 'text/html' } });

  const idOf = async (user: UserRow) => {
    const answer = await t.send('GET', '/api/profile', { token: await t.tokenOf(user) });
    return ((await answer.json()) as { user: { id: string } }).user.id;
  };

  it('tells the web app who has signed in, without giving it the session', async () => {
    const answer = await post('/login', { login: 'ada', password: PASSWORD }, '');
    const [, person = ''] = (answer.headers.get('Set-Cookie') ?? '').split(',');
    const attributes = 'Max-Age=34560000; Path=/; SameSite=Lax';
    expect(person).toBe(`leafmark_user=${await idOf(ada)}; ${attributes}`);
  });

  it('tells apart two people of whom the second has taken the name of the first', async () => {
    const first = await t.addUser('cleo', { password: PASSWORD });
    const id = await idOf(first);
    const rename = async (user: UserRow, username: string) =>
      t.send('PATCH', '/api/profile', { token: await t.tokenOf(user), json: { username } });
    expect((await rename(first, 'cleopatra')).status).toBe(200);
    expect(await idOf(first)).toBe(id);
    const second = await t.addUser('bob', { password: PASSWORD });
    expect((await rename(second, 'cleo')).status).toBe(200);
    const answer = await post('/login', { login: 'cleo', password: PASSWORD }, '');
    expect(answer.headers.get('Set-Cookie')).toContain(`leafmark_user=${await idOf(second)};`);
    expect(await idOf(second)).not.toBe(id);
  });

  it('has a cookie that no other host of the domain can set, under https', async () => {
    const baseUrl = new URL('https://example.org/');
    const other = t.another({ config: { ...t.server.config, baseUrl } });
    const form = { login: 'ada', password: PASSWORD };
    const answer = await other.send('POST', '/login', { form, headers: OWN_PAGE });
    const own = sessionOf(answer);
    expect(own).toMatch(/^__Host-leafmark_session=/);
    expect(answer.headers.get('Set-Cookie')).toContain('Path=/; HttpOnly; Secure');
    const status = async (sent: string) =>
      (await other.send('GET', '/profile', { cookie: sent })).status;
    expect(await status(own)).toBe(200);
    expect(await status(own.replace('__Host-', ''))).toBe(303);
  });

  it('says that the browser keeps no cookies when the person comes back without one', async () => {
    const accept = { accept: 'text/html' };
    const back = { ...accept, referer: 'http://leafmark.test/login?r=%2F' };
    const text = 'Your browser has not kept the sign-in';
    const page = await t.send('GET', '/login?r=%2F', { headers: back });
    expect(await page.text()).toContain(text);
    const first = await t.send('GET', '/login?r=%2F', { headers: accept });
    expect(await first.text()).not.toContain(text);
  });

  it('ends the session when the web app asks, and only on this origin', async () => {
    const foreign = await t.send('POST', '/app/sign-out', { form: {}, cookie });
    expect(foreign.status).toBe(403);
    expect((await get('/profile')).status).toBe(200);
    const answer = await post('/app/sign-out', {});
    expect(answer.headers.get('Set-Cookie')).toContain('leafmark_user=; ');
    expect((await get('/profile')).status).toBe(303);
    // It asks again where it does not know if the session has ended.
    expect((await post('/app/sign-out', {})).status).toBe(303);
  });

  describe('after the app has signed in', () => {
    /** A browser that keeps cookies as browsers do, with the token of its app. */
    async function browserOf(user: UserRow) {
      const jar = new Map<string, string>();
      const keep = (answer: Response) => {
        for (const cookie of (answer.headers.get('Set-Cookie') ?? '').split(/,\s*/)) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
          if (cookie.includes('Max-Age=0')) jar.delete(name);
          else jar.set(name, value);
        }
        return answer;
      };
      const sent = () => cookieIn(jar);
      const visit = async (method: string, path: string, form?: Record<string, string>) =>
        keep(
          await app.send(method, path, {
            ...(form && { form }),
            headers: OWN_PAGE,
            cookie: sent(),
          }),
        );
      const signIn = () => visit('POST', '/login', { login: user.username, password: PASSWORD });
      await signIn();
      const clientId = await register(t, { redirect_uris: [APP] });
      const path = authorizePath(clientId, { redirect_uri: APP });
      const granted = await visit('GET', path);
      const code = new URL(granted.headers.get('Location') ?? '').searchParams.get('code') ?? '';
      const { access_token: token } = (await (await redeemCode(t, code)).json()) as {
        access_token: string;
      };
      const status = async (path = '/api/profile') =>
        (await app.send('GET', path, path.startsWith('/api') ? { token } : { cookie: sent() }))
          .status;
      expect(await status()).toBe(200);
      return { jar, visit, status, signIn };
    }

    let app: TestServer;
    beforeAll(() => {
      const config = { ...t.server.config, baseUrl: new URL(APP) };
      app = t.another({ config, webApp: EMPTY_APP });
    });

    it.each(['/app/sign-out', '/logout'])('%s revokes the token of this browser', async (path) => {
      const other = await browserOf(ada);
      const { jar, visit, status } = await browserOf(ada);
      const csrf = (await formOf(await app.send('GET', '/profile', { cookie: cookieIn(jar) })))
        .csrf;
      const answer = await visit('POST', path, { csrf: csrf ?? '' });
      expect(answer.status).toBe(303);
      expect(answer.headers.get('Clear-Site-Data')).toBe('"cache"');
      expect(await status()).toBe(401);
      expect(await status('/profile')).toBe(303);
      expect(jar.get('leafmark_user')).toBe('');
      expect(await other.status()).toBe(200);
    });

    it.each([
      ['by its cookie', '/logout', {}, true],
      ['by what the app sends, which has emptied the cookie', '/app/sign-out', {}, false],
    ])('ends the same after the session has expired, %s', async (_by, path, form, hasCookie) => {
      for (const isSwept of [false, true]) {
        const bob = await t.addUser(`bob ${path} ${isSwept}`, { password: PASSWORD });
        const other = await browserOf(ada);
        const { jar, visit, status } = await browserOf(bob);
        const person = jar.get('leafmark_user') ?? '';
        // Ada's app was used in this browser, too.
        const adas = await t.storage.tokens.create(
          fakeToken({ userId: ada.id, hash: bob.username, browser: browserHash(jar) }),
        );
        t.advance(t.server.config.sessionLifetimeMs + 1);
        if (isSwept) await t.storage.sessions.clear(t.server.now());
        if (!hasCookie) jar.set('leafmark_user', '');
        const answer = await visit('POST', path, { ...form, ...(!hasCookie && { person }) });
        expect(answer.status).toBe(303);
        expect(answer.headers.get('Location')).toBe(`${APP}login`);
        expect(answer.headers.get('Clear-Site-Data')).toBe('"cache"');
        expect(await status()).toBe(401);
        expect([...jar.keys()]).not.toContain('__Host-leafmark_session');
        expect(jar.get('leafmark_user')).toBe('');
        expect(await other.status()).toBe(200);
        expect(await t.storage.tokens.findById(adas.id)).not.toBeNull();
      }
    });

    it('ends nothing without the secret of the browser', async () => {
      const { jar, status } = await browserOf(ada);
      const person = jar.get('leafmark_user') ?? '';
      await app.send('POST', '/app/sign-out', { form: { person }, headers: OWN_PAGE });
      expect(await status()).toBe(200);
    });

    it('lets the app sign out also after the session has expired', async () => {
      const { jar, visit } = await browserOf(ada);
      t.advance(t.server.config.sessionLifetimeMs + 1);
      const answer = await visit('POST', '/app/leave', {});
      expect(new URL(answer.headers.get('Location') ?? '').hash).toBe('#/account/sign-out');
      expect(jar.get('leafmark_leaving')).toBe('1');
    });

    it('revokes also the token of an earlier session of the person', async () => {
      const { jar, visit, status, signIn } = await browserOf(ada);
      jar.delete('__Host-leafmark_session');
      await signIn();
      await visit('POST', '/app/sign-out', {});
      expect(await status()).toBe(401);
    });

    it('leaves the token of another person in this browser', async () => {
      const bob = await t.addUser(`bob-${Math.random()}`.slice(0, 12), { password: PASSWORD });
      const { visit, status } = await browserOf(ada);
      await visit('POST', '/login', { login: bob.username, password: PASSWORD });
      await visit('POST', '/app/sign-out', {});
      expect(await status()).toBe(200);
    });

    it('opens no page of the server after the app has signed out without a network', async () => {
      const { jar, visit, status } = await browserOf(ada);
      jar.set('leafmark_user', '');
      const answer = await visit('GET', '/profile');
      expect(answer.headers.get('Location')).toContain('/login');
      expect(jar.has('__Host-leafmark_session')).toBe(false);
      expect(await status()).toBe(401);
      const later = await browserOf(ada);
      later.jar.set('leafmark_user', '');
      t.advance(t.server.config.sessionLifetimeMs + 1);
      await later.visit('GET', '/profile');
      expect(await later.status()).toBe(401);
    });

    it('lets the app sign out where it was used, because it knows what it has not sent', async () => {
      const { jar, visit, status } = await browserOf(ada);
      const page = await (await visit('GET', '/profile')).text();
      expect(page).toContain('action="/app/leave"');
      expect(page).not.toContain('action="/logout"');
      const csrf = /name="csrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
      expect((await visit('POST', '/app/leave', {})).status).toBe(403);
      expect(jar.has('leafmark_leaving')).toBe(false);
      const answer = await visit('POST', '/app/leave', { csrf });
      expect(new URL(answer.headers.get('Location') ?? '').hash).toBe('#/account/sign-out');
      expect(jar.get('leafmark_leaving')).toBe('1');
      expect(await status()).toBe(200);
      const without = await app.send('GET', '/profile', {
        cookie: `__Host-${await t.cookieOf(ada)}`,
        headers: OWN_PAGE,
      });
      expect(await without.text()).toContain('action="/logout"');
    });

    it('gives the app the cookie of its person again if it was deleted', async () => {
      const { jar, visit } = await browserOf(ada);
      jar.delete('leafmark_user');
      const clientId = await register(t, { redirect_uris: [APP] });
      await visit('GET', authorizePath(clientId, { redirect_uri: APP }));
      expect(jar.get('leafmark_user')).toBe(await idOf(ada));
    });
  });
});

const APP = 'https://example.org/';

/** The hash of a browser's secret, which is stored with its tokens. */
const browserHash = (jar: ReadonlyMap<string, string>) =>
  hashSecret(jar.get('__Host-leafmark_browser') ?? '');

const cookieIn = (jar: ReadonlyMap<string, string>) =>
  [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
