import { afterAll, beforeAll, expect, it } from 'vitest';
import { setUpToken } from '../../../server/account/new-user';
import { describeOnDatabases } from '../storage/support/databases';
import { OWN_PAGE } from '../support/oauth';
import { sessionOf } from '../support/session-of';
import { EMPTY_APP, startServer, type TestServer } from '../support/test-server';

const PASSWORD = 'correct horse battery';

describeOnDatabases('the pages of a new server on %s', (database) => {
  let t: TestServer;
  const post = (path: string, form: Record<string, string>) =>
    t.send('POST', path, { form, headers: OWN_PAGE });
  const get = (path: string, cookie = '') =>
    t.send('GET', path, { headers: { accept: 'text/html' }, ...(cookie && { cookie }) });

  beforeAll(async () => {
    t = await startServer(database);
  });
  afterAll(() => t.remove());

  it('explain that a link creates the first account', async () => {
    const page = await get('/login');
    const html = await page.text();
    expect(html).toContain('Open the link that the server printed');
    expect(html).not.toContain('<form');
  });

  it('refuse the set-up without the link', async () => {
    for (const [path, text] of [
      ['/setup', 'Open the link that the server printed'],
      ['/setup?token=guess', 'Use the one that the server printed at its last start'],
    ] as const) {
      const page = await get(path);
      expect(page.status).toBe(403);
      expect(await page.text()).toContain(text);
    }
    const form = { token: 'guess', username: 'eve', password: PASSWORD };
    expect((await post('/setup', form)).status).toBe(403);
    expect(await t.storage.users.count()).toBe(0);
  });

  it.each([
    ['', PASSWORD, 'Please fill this in.'],
    ['a b', PASSWORD, 'A user name cannot contain spaces'],
    ['n'.repeat(129), PASSWORD, 'This is too long: use at most 128 characters.'],
    ['ada', 'short', 'Use at least 8 characters.'],
    ['ada', 'x'.repeat(1025), 'A password has at most 1024 characters.'],
  ])('report an error for the account %j', async (username, password, words) => {
    const token = (await setUpToken(t)) ?? '';
    const page = await post('/setup', { token, username, password });
    expect(page.status).toBe(422);
    const html = await page.text();
    expect(html).toContain(words);
    expect(html).not.toContain(password);
    // The cursor is in the first field with an error.
    expect(/<input[^>]* autofocus[^>]*>/.exec(html)?.[0]).toContain('aria-invalid="true"');
    expect(await t.storage.users.count()).toBe(0);
  });

  it('create one account once and sign it in', async () => {
    const token = (await setUpToken(t)) ?? '';
    expect((await get(`/setup?token=${token}`)).status).toBe(200);
    const form = (username: string) => ({ token, username, password: PASSWORD });
    const made = await post('/setup', form('ada'));
    expect(made.status).toBe(303);
    expect(made.headers.get('Location')).toBe('http://leafmark.test/profile?new=1');
    const account = await (await get('/profile?new=1', sessionOf(made))).text();
    expect(account).toContain('On your computer and your phone');
    expect(account).toContain('install the Leafmark extension');
    expect(account).toContain('add the page to the home screen');
    expect(account).toContain('aria-label="QR code of http://leafmark.test/"');
    expect(await (await get('/profile', sessionOf(made))).text()).not.toContain('QR code');
    expect(account).toContain('<code>http://leafmark.test/</code>');
    const baseUrl = new URL('http://localhost:8000');
    const here = t.another({ config: { ...t.server.config, baseUrl } });
    const cookie = sessionOf(made);
    const own = await (await here.send('GET', '/profile?new=1', { cookie })).text();
    expect(own).not.toContain('QR code');
    expect(own).toContain('leads to this computer only');
    expect(account).toContain('<a href="/help/https">');
    expect(await t.storage.users.list()).toMatchObject([{ username: 'ada', group: 'admin' }]);
    expect(account).not.toContain('Open the library');
    const withApp = t.another({ webApp: EMPTY_APP });
    const first = await (await withApp.send('GET', '/profile?new=1', { cookie })).text();
    expect(first).toMatch(/<a[^>]* href="http:\/\/leafmark.test\/">Open the library<\/a>.*<h2/);
    expect((await post('/setup', form('eve'))).status).toBe(403);
    expect(await setUpToken(t)).toBeNull();
    for (const path of ['/setup', `/setup?token=${token}`]) {
      const page = await get(path);
      expect(page.status).toBe(403);
      expect(await page.text()).toMatch(/<h1>Already set up<\/h1>.*<a href="\/login">Sign in<\/a>/);
    }
  });
});
