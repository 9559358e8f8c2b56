import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashSecret } from '../../../server/account/secrets';
import type { UserRow } from '../../../server/storage';
import { describeOnDatabases } from '../storage/support/databases';
import { brokenStorage } from '../support/broken-storage';
import { formOf, OWN_PAGE } from '../support/oauth';
import { saveArticle } from '../support/saved-article';
import { sessionOf } from '../support/session-of';
import { startServer, type TestServer } from '../support/test-server';

const HOUR = 60 * 60 * 1000;
const PASSWORD = 'correct horse battery';

describeOnDatabases('the pages on %s', (database) => {
  let t: TestServer;
  let ada: UserRow;
  let cookie: string;

  const post = (path: string, form: Record<string, string> | URLSearchParams, own = cookie) =>
    t.send('POST', path, { form, headers: OWN_PAGE, ...(own && { cookie: own }) });
  const get = (path: string, own = cookie) =>
    t.send('GET', path, { headers: { accept: 'text/html' }, ...(own && { cookie: own }) });

  describe('with a user', () => {
    beforeAll(async () => {
      t = await startServer(database);
      ada = await t.addUser('ada', { password: PASSWORD });
    });
    afterAll(() => t.remove());
    beforeEach(async () => {
      t.advance(HOUR);
      cookie = await t.cookieOf(ada);
    });

    describe('when the user signs in', () => {
      const signIn = (form: Record<string, string>) =>
        post('/login', { login: 'ada', password: PASSWORD, r: '', ...form }, '');

      it('start a session with a restricted cookie and continue', async () => {
        const answer = await signIn({ r: '/device?user_code=X' });
        expect(answer.status).toBe(303);
        expect(answer.headers.get('Location')).toBe('http://leafmark.test/device?user_code=X');
        const set = answer.headers.get('Set-Cookie') ?? '';
        expect(set).toMatch(
          /^leafmark_session=.{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax,/,
        );
        expect((await get('/profile', sessionOf(answer))).status).toBe(200);
      });

      it('send the cookie only over TLS when the server uses it', async () => {
        const baseUrl = new URL('https://example.org/leaf');
        const other = t.another({ config: { ...t.server.config, baseUrl } });
        const form = { login: 'ada', password: PASSWORD };
        const answer = await other.send('POST', '/leaf/login', { form, headers: OWN_PAGE });
        expect(answer.headers.get('Set-Cookie')).toContain('Path=/leaf/; HttpOnly; Secure');
        expect(answer.headers.get('Location')).toBe('https://example.org/leaf/profile');
      });

      it('redirect to no other site', async () => {
        const answer = await signIn({ r: 'https://evil.example/' });
        expect(answer.headers.get('Location')).toBe('http://leafmark.test/profile');
      });

      it('keep the typed name but not the password', async () => {
        const page = await signIn({ login: '"><b>ada', password: 'wrong one' });
        // Chromium closes the window of an app's sign-in when the status is an error.
        expect(page.status).toBe(200);
        const html = await page.text();
        expect(html).toContain('value="&quot;&gt;&lt;b&gt;ada"');
        expect(html).toContain('role="alert"');
        expect(html).not.toContain('wrong one');
        expect(page.headers.get('Set-Cookie')).toBeNull();
      });

      it.each([
        ['GET', '/profile?x=', 303],
        ['GET', '/device?user_code=', 303],
        ['GET', '/authorize?x=', 303],
        ['GET', '/login?r=/', 200],
        ['POST', '/login', 200],
      ])('do not repeat long values in the form %s %s', async (method, path, status) => {
        // A form with fields of this length is accepted.
        const long = '<'.repeat(method === 'GET' ? 20_000 : 2500);
        const form = { login: `ada${long}`, password: long, r: `/${long}${long}` };
        const answer = method === 'GET' ? await get(path + long, '') : await post(path, form, '');
        expect(answer.status).toBe(status);
        const text = (await answer.text()) + (answer.headers.get('Location') ?? '');
        expect(text.length).toBeLessThan(8 * 1024);
        expect(text).not.toMatch(/(<|&lt;|%3C){200}/);
      });

      it.each([
        ['login', 'This is too long: use at most 128 characters.'],
        ['password', 'A password has at most 1024 characters.'],
      ])('refuse a longer %s than any account has, without a try', async (name, words) => {
        for (let n = 0; n < 11; n++) {
          const page = await signIn({ [name]: '\u0300\u0316'.repeat(600) });
          const html = await page.text();
          expect(html).toContain(words);
          const field = new RegExp(`<input[^>]* name="${name}"[^>]*>`).exec(html)?.[0];
          expect(field).toContain('aria-invalid="true"');
        }
        expect((await signIn({})).status).toBe(303);
      });

      it('limit the tries to ten', async () => {
        for (let n = 0; n < 10; n++) await signIn({ password: 'wrong one' });
        const page = await signIn({});
        expect(page.status).toBe(429);
        expect(page.headers.get('Retry-After')).toBe('900');
        expect(await page.text()).toContain('Too many attempts');
      });

      it('refuse a form from another site', async () => {
        const form = { login: 'ada', password: PASSWORD };
        const answer = await t.send('POST', '/login', { form });
        expect(answer.status).toBe(403);
      });

      it('redirect a person who is already signed in', async () => {
        expect((await get('/login')).headers.get('Location')).toBe('http://leafmark.test/profile');
      });
    });

    describe('when the user is signed in', () => {
      it('end the session when they sign out', async () => {
        const form = await formOf(await get('/profile'));
        const answer = await post('/logout', form);
        expect(answer.headers.get('Location')).toBe('http://leafmark.test/login');
        expect(answer.headers.get('Set-Cookie')).toContain('Max-Age=0');
        expect((await get('/profile')).status).toBe(303);
      });

      /** Asks for a page, and waits until the use of the session is recorded. */
      const use = async (session: string) => {
        const { status } = await get('/profile', session);
        const hash = hashSecret(session.split('=')[1] ?? '');
        const lastUsed = async () => (await t.storage.sessions.find(hash))?.session.lastUsed;
        await expect.poll(lastUsed).toBeGreaterThanOrEqual(t.server.now() - 24 * HOUR);
        return status;
      };

      it('end the session after 90 days even when it is used', async () => {
        const answer = await post('/login', { login: 'ada', password: PASSWORD }, '');
        const session = sessionOf(answer);
        for (let day = 1; day < 90; day++) {
          t.advance(24 * HOUR);
          expect(await use(session)).toBe(200);
        }
        t.advance(24 * HOUR);
        expect((await get('/profile', session)).status).toBe(303);
      });

      it('end the session after 30 days without use', async () => {
        const answer = await post('/login', { login: 'ada', password: PASSWORD }, '');
        const session = sessionOf(answer);
        for (let week = 0; week < 6; week++) {
          t.advance(7 * 24 * HOUR);
          expect(await use(session)).toBe(200);
        }
        t.advance(30 * 24 * HOUR);
        expect((await get('/profile', session)).status).toBe(303);
      });

      it('show the address of the catalogue for e-readers', async () => {
        const page = await (await get('/profile')).text();
        expect(page).toContain('<code>http://leafmark.test/opds</code>');
        expect(page).toContain('KOReader');
      });

      it('are not cached', async () => {
        expect((await get('/profile')).headers.get('Cache-Control')).toBe('private, no-store');
      });

      it('do not give access to the API with the cookie', async () => {
        expect((await t.send('GET', '/api/profile', { cookie })).status).toBe(401);
      });
    });

    it('list the public links of their user, and withdraw them', async () => {
      const { id } = await saveArticle(t, ada);
      const token = await t.tokenOf(ada);
      const path = `/api/bookmarks/${id}/share/link?lifetime=never`;
      const { url } = (await (await t.send('GET', path, { token })).json()) as { url: string };
      const shown = await (await get('/profile')).text();
      expect(shown).toContain('works until you withdraw it');
      const [, action = ''] = /action="(\/profile\/shares\/\w+\/withdraw)"/.exec(shown) ?? [];
      await post(action, await formOf(await get('/profile')));
      expect((await t.send('GET', new URL(url).pathname)).status).toBe(404);
      expect(await (await get('/profile?withdrawn=1')).text()).toContain(
        'Nothing is shared by a link at the moment.',
      );
    });

    describe('when the user changes the password', () => {
      const change = async (password: string, new_password: string, more = {}) =>
        post('/profile/password', {
          ...(await formOf(await get('/profile'))),
          password,
          new_password,
          ...more,
        });

      it('require the old password and a long new one', async () => {
        expect(await (await change('wrong one', 'another good one')).text()).toContain(
          'This is not your password.',
        );
        expect((await change(PASSWORD, 'short')).status).toBe(422);
        for (const [old, other] of [
          [PASSWORD, 'x'.repeat(1025)],
          ['x'.repeat(1025), 'another good one'],
        ] as const) {
          const page = await change(old, other);
          expect(page.status).toBe(422);
          expect(await page.text()).toContain('A password has at most 1024 characters.');
        }
        const login = await post('/login', { login: 'ada', password: PASSWORD }, '');
        expect(login.status).toBe(303);
      });

      it('share the rate limit with the sign-in', async () => {
        await post('/login', { login: 'ada', password: PASSWORD }, '');
        for (let n = 0; n < 5; n++) {
          await post('/login', { login: 'ada', password: 'wrong one' }, '');
          await change('wrong one', 'another good one');
        }
        const page = await change(PASSWORD, 'another good one');
        expect(await page.text()).toContain('Too many attempts');
        expect((await post('/login', { login: 'ada', password: PASSWORD }, '')).status).toBe(429);
      });

      it('keep apps and tokens unless their revocation is ticked', async () => {
        const eve = await t.addUser('eve', { password: PASSWORD });
        const [app, others] = [await t.tokenOf(eve, ['bookmarks:read']), await t.tokenOf(ada)];
        cookie = await t.cookieOf(eve);
        expect(await (await get('/profile')).text()).toContain('revoke every API token');
        const asks = async (token: string) =>
          (await t.send('GET', '/api/profile', { token })).status;
        const kept = await change(PASSWORD, 'another good one');
        expect(await kept.text()).toContain('Apps and API tokens still have access.');
        expect(await asks(app)).toBe(200);
        const refused = await change('wrong one', PASSWORD, { revoke_tokens: '1' });
        expect(refused.status).toBe(422);
        expect(await asks(app)).toBe(200);
        const ended = await change('another good one', PASSWORD, { revoke_tokens: '1' });
        expect(await ended.text()).toContain('every API token is revoked');
        expect(await asks(app)).toBe(401);
        expect(await asks(others)).toBe(200);
        expect((await get('/profile')).status).toBe(200);
      });

      it('end all other sessions', async () => {
        const elsewhere = await t.cookieOf(ada);
        expect((await change(PASSWORD, 'another good one')).status).toBe(200);
        expect((await get('/profile', elsewhere)).status).toBe(303);
        expect((await get('/profile')).status).toBe(200);
        const login = (password: string) => post('/login', { login: 'ada', password }, '');
        expect(await (await login(PASSWORD)).text()).toContain('is wrong');
        expect((await login('another good one')).status).toBe(303);
      });
    });

    it('refuse a form without the token of the session', async () => {
      for (const path of ['/logout', '/profile/tokens', '/profile/password', '/device']) {
        expect((await post(path, { csrf: 'x', name: 'x' })).status).toBe(403);
      }
      expect((await get('/profile')).status).toBe(200);
    });

    it('refuse bodies larger than a form', async () => {
      const form = { ...(await formOf(await get('/profile'))), name: 'x'.repeat(70_000) };
      expect((await post('/profile/tokens', form)).status).toBe(413);
    });

    it('have a stylesheet that caches can keep forever', async () => {
      const html = await (await get('/profile')).text();
      const path = /<link rel="stylesheet" href="([^"]+)"/.exec(html)?.[1] ?? '';
      const style = await get(path);
      expect(style.headers.get('Content-Type')).toBe('text/css; charset=utf-8');
      expect(style.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    });

    it('explain a missing page and link to the library', async () => {
      const html = await (await get('/nothing')).text();
      expect(html).toContain('<h1>Not found</h1>');
      expect(html).toContain('<a href="/">Open the library</a>');
      expect(html).not.toContain('Request id');
    });

    it('show the request id for an internal error', async () => {
      const broken = t.another({ storage: brokenStorage(() => new Error('gone')) });
      const page = await broken.send('GET', '/login', { headers: { accept: 'text/html' } });
      expect(page.status).toBe(500);
      expect(await page.text()).toContain(`Request id in the server’s log: ${t.logged.at(-1)?.id}`);
    });

    it('have an icon, also at the default path of browsers', async () => {
      const html = await (await get('/profile')).text();
      const path = /<link rel="icon" type="image\/svg\+xml" href="([^"]+)"/.exec(html)?.[1] ?? '';
      for (const address of [path, '/favicon.ico']) {
        const icon = await get(address, '');
        expect(icon.status).toBe(200);
        expect(icon.headers.get('Content-Type')).toBe('image/svg+xml');
        expect(await icon.text()).toContain('<svg');
      }
    });

    it('have no script and a policy that forbids scripts', async () => {
      for (const path of ['/setup', '/profile', '/device', '/nothing']) {
        const page = await get(path);
        expect(page.headers.get('Content-Security-Policy')).toMatch(
          /^default-src 'none'; style-src 'self'/,
        );
        expect(await page.text()).not.toMatch(/<script|style="|\son\w+=/);
      }
    });
  });
});
