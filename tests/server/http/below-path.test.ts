import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASES } from '../storage/support/databases';
import { startServer, type TestServer } from '../support/test-server';

describe.each(DATABASES.slice(0, 1))('a server below a path on %s', (_, database) => {
  let t: TestServer;
  let cookie: string;
  beforeAll(async () => {
    const whole = await startServer(database);
    const baseUrl = new URL('https://example.org/read');
    t = {
      ...whole.another({ config: { ...whole.server.config, baseUrl } }),
      remove: whole.remove,
    };
    cookie = await t.cookieOf(await t.addUser());
  });
  afterAll(() => t.remove());

  const get = (path: string, accept = 'text/html') =>
    t.send('GET', path, { headers: { accept }, cookie });
  const goesTo = async (path: string) => (await get(path)).headers.get('Location');

  it('has its first page at the path with a slash, to which the path alone leads', async () => {
    expect(await goesTo('/read/')).toBe('https://example.org/read/profile');
    const bare = await get('/read?x=1');
    expect(bare.status).toBe(308);
    expect(bare.headers.get('Location')).toBe('https://example.org/read/?x=1');
  });

  it('has its other pages and the API below the path only', async () => {
    expect((await get('/read/profile')).status).toBe(200);
    expect((await get('/read/api/info', 'application/json')).status).toBe(200);
    expect((await get('/read/api/info/', 'application/json')).status).toBe(200);
    expect((await get('/reader/profile')).status).toBe(404);
    expect((await get('/read/nothing')).status).toBe(404);
  });

  it.each(['/', '/login', '/api/info', '/reader', '/setup?token=x', '/app/library.js'])(
    'says for %s that a proxy has removed the path',
    async (path) => {
      const answer = await get(path, '*/*');
      expect(answer.status).toBe(404);
      expect(answer.headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
      const text = await answer.text();
      expect(text).toContain('/read/');
      expect(text).toContain('proxy_pass');
    },
  );

  it.each(['/read/read', '/read/read/', '/read/read/login', '/read/read/read/api/info'])(
    'says for %s that a proxy has added the path again',
    async (path) => {
      const answer = await get(path, '*/*');
      expect(answer.status).toBe(404);
      expect(await answer.text()).toContain('proxy_pass');
    },
  );

  it('answers programs that look after it without the path', async () => {
    expect((await get('/healthz')).status).toBe(200);
  });
});
