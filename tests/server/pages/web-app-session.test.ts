import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UserRow } from '../../../server/storage';
import { DATABASES } from '../storage/support/databases';
import { OWN_PAGE } from '../support/oauth';
import { sessionOf } from '../support/session-of';
import { startServer, type TestServer } from '../support/test-server';

const PASSWORD = 'correct horse battery';

describe.each(DATABASES)('the session of the web app on %s', (_, database) => {
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
});
