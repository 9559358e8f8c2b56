import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnDatabases } from '../storage/support/databases';
import { startServer, type TestServer } from '../support/test-server';

/** The number of tries of one address that each path allows in its window. */
const LIMITED = [
  ['/api/oauth/client', 60],
  ['/api/oauth/device', 60],
  ['/api/oauth/token', 100],
  ['/api/auth', 30],
  ['/login', 30],
] as const;

describeOnDatabases('rate limits on %s', (database) => {
  let t: TestServer;
  beforeAll(async () => {
    t = await startServer(database, { flags: { 'password-sign-in': 'on' } });
    // Comparing a password takes long where there is no account.
    for (let n = 0; n < 30; n++)
      for (const name of [`app${n}`, `page${n}`]) await t.addUser(name, { password: 'right' });
  });
  afterAll(() => t.remove());

  const formOf = (n: number) => ({
    username: `app${n}`,
    login: `page${n}`,
    password: 'wrong',
    application: 'a',
    grant_type: 'authorization_code',
    code: 'a',
    code_verifier: 'a',
  });
  const headers = { 'sec-fetch-site': 'same-origin' };

  it.each(LIMITED)(
    'refuses clients over the limit of %s before their body is read, and writes nothing',
    async (path, times) => {
      // Passwords on both routes count together.
      const from = path === '/login' ? '198.51.100.8' : '198.51.100.7';
      const tries = Array.from({ length: times }, (_, n) =>
        t.send('POST', path, { form: formOf(n), headers, from }),
      );
      const statuses = (await Promise.all(tries)).map(({ status }) => status);
      expect(statuses).not.toContain(429);
      let isRead = false;
      const body = new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            isRead = true;
            controller.close();
          },
        },
        { highWaterMark: 0 },
      );
      const type = { 'content-type': 'application/x-www-form-urlencoded' };
      // A refused request must not write anything, and a count is a write.
      const count = () => Promise.reject(new Error('counted'));
      const { storage } = t.server;
      const unable = t.another({
        storage: { ...storage, attempts: { ...storage.attempts, count } },
      });
      const refused = await unable.send('POST', path, {
        body,
        headers: { ...headers, ...type },
        from,
      });
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
      expect(isRead).toBe(false);
    },
  );

  it('count the tries of all networks that one home may have', async () => {
    const asFrom = (address: string) =>
      t.send('POST', '/api/oauth/client', { form: {}, from: address });
    const MAX_IN_56 = 2 * 60;
    const from = (n: number) => `2001:db8:0:1${(n % 256).toString(16).padStart(2, '0')}::1`;
    const answers = await Promise.all(
      Array.from({ length: MAX_IN_56 }, (_each, n) => asFrom(from(n))),
    );
    expect(answers.map(({ status }) => status)).not.toContain(429);
    expect((await asFrom(from(MAX_IN_56))).status).toBe(429);
    expect((await asFrom('2001:db8:0:200::1')).status).not.toBe(429);
  });
});
