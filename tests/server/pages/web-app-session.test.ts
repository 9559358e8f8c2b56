import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASES } from '../storage/support/databases';
import { OWN_PAGE } from '../support/oauth';
import { startServer, type TestServer } from '../support/test-server';

const PASSWORD = 'correct horse battery';

describe.each(DATABASES)('the session of the web app on %s', (_, database) => {
  let t: TestServer;
  let cookie: string;
  beforeAll(async () => {
    t = await startServer(database);
    cookie = await t.cookieOf(await t.addUser('ada', { password: PASSWORD }));
  });
  afterAll(() => t.remove());

  const post = (path: string, form: Record<string, string>, own = cookie) =>
    t.send('POST', path, { form, headers: OWN_PAGE, ...(own && { cookie: own }) });
  const get = (path: string) => t.send('GET', path, { cookie, headers: { accept: 'text/html' } });

  it('tells the web app who has signed in, without giving it the session', async () => {
    const answer = await post('/login', { login: 'ada', password: PASSWORD }, '');
    const [, person = ''] = (answer.headers.get('Set-Cookie') ?? '').split(',');
    expect(person).toBe('leafmark_person=ada; Max-Age=34560000; Path=/; SameSite=Lax');
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
    expect(answer.headers.get('Set-Cookie')).toContain('leafmark_person=; ');
    expect((await get('/profile')).status).toBe(303);
    // It asks again where it does not know if the session has ended.
    expect((await post('/app/sign-out', {})).status).toBe(303);
  });
});
