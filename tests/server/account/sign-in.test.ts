import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createLimiter, SIGN_IN_BY_ADDRESS } from '../../../server/account/rate-limits';
import type { UserRow } from '../../../server/storage';
import { DAY_MS } from '../../../src/domain/time';
import { describeOnDatabases } from '../storage/support/databases';
import { startServer, type TestServer } from '../support/test-server';

const MINUTE = 60 * 1000;
const PASSWORD = 'correct horse battery';

describeOnDatabases('signing in with a password on %s', (database) => {
  let t: TestServer;
  let ada: UserRow;
  beforeAll(async () => {
    t = await startServer(database);
    ada = await t.addUser('ada', { password: PASSWORD });
  });
  afterAll(() => t.remove());
  beforeEach(() => t.advance(60 * MINUTE));

  const signIn = (json: object, from = '192.0.2.1') =>
    t.send('POST', '/api/auth', {
      json: { username: 'ada', password: PASSWORD, application: 'reader', ...json },
      from,
    });

  /** Adds an account, because comparing a password takes long where there is none. */
  const stranger = async (username: string) => {
    await t.addUser(username, { password: 'another one' });
    return { username };
  };

  it.each([['ada'], ['ADA'], ['ada@example.org']])('gives %s a token', async (username) => {
    const answer = await signIn({ username });
    expect(answer.status).toBe(201);
    const { id, token } = (await answer.json()) as { id: string; token: string };
    const profile = await t.send('GET', '/api/profile', { token });
    expect(await profile.json()).toMatchObject({
      provider: { id, application: 'reader', roles: ['user'] },
    });
  });

  it('restricts the token to the requested roles', async () => {
    const answer = await signIn({ roles: ['bookmarks:read'] });
    const { token } = (await answer.json()) as { token: string };
    const profile = await t.send('GET', '/api/profile', { token });
    const { provider } = (await profile.json()) as { provider: { permissions: string[] } };
    expect(provider.permissions).not.toContain('api:bookmarks:write');
  });

  it('accepts the older names of roles', async () => {
    const older = ['scoped_bookmarks_r', 'scoped_bookmarks_w', 'scoped_admin_r', 'scoped_admin_w'];
    const answer = await signIn({ roles: [...older, 'bookmarks:read'] });
    expect(answer.status).toBe(201);
    const { id } = (await answer.json()) as { id: string };
    expect((await t.storage.tokens.find(ada.id, id))?.roles).toEqual([
      'bookmarks:read',
      'bookmarks:write',
      'admin:read',
      'admin:write',
    ]);
  });

  it.each([
    ['another password', { password: 'another password' }],
    ['the password in capitals', { password: PASSWORD.toUpperCase() }],
    ['a user who does not exist', { username: 'nobody' }],
  ])('refuses %s with the same response', async (_what, change) => {
    const answer = await signIn(change);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({ status: 401, message: 'Unauthorized' });
  });

  it.each([
    ['no application', { application: '' }, 'application'],
    ['no password', { password: null }, 'password'],
    ['a role that does not exist', { roles: ['everything'] }, 'roles'],
  ])('answers a form with %s field by field, without the password', async (_w, change, field) => {
    const answer = await signIn(change);
    expect(answer.status).toBe(422);
    const body = await answer.text();
    expect(JSON.parse(body).fields[field].errors).toHaveLength(1);
    expect(body).not.toContain(PASSWORD);
  });

  it('blocks every sign-in of a disabled user until they are enabled again', async () => {
    const { token } = (await (await signIn({})).json()) as { token: string };
    const cookie = await t.cookieOf(ada);
    const tryAccess = async () => [
      (await t.send('GET', '/api/profile', { token })).status,
      (await t.send('GET', '/profile', { cookie })).status,
      (await signIn({})).status,
    ];
    expect(await tryAccess()).toEqual([200, 200, 201]);
    const elsewhere = await t.anotherProcess();
    await elsewhere.storage.users.update(ada.id, { isEnabled: false });
    expect(await tryAccess()).toEqual([401, 303, 401]);
    await elsewhere.storage.users.update(ada.id, { isEnabled: true });
    // The session has ended, and the right password starts a new one.
    expect(await tryAccess()).toEqual([200, 303, 201]);
  });

  it('limits the tries for one account from all addresses together', async () => {
    for (let n = 0; n < 10; n++) {
      expect((await signIn({ password: 'wrong one' }, `203.0.113.${n}`)).status).toBe(401);
    }
    const refused = await signIn({}, '198.51.100.1');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('Retry-After')).toBe('900');
    t.advance(15 * MINUTE);
    expect((await signIn({}, '198.51.100.1')).status).toBe(201);
  });

  it('looks for no account when an address has no tries left, even at the same time', async () => {
    const from = '198.51.100.10';
    const limiter = createLimiter(t.server);
    for (let n = 2; n < SIGN_IN_BY_ADDRESS.max; n++) await limiter.take(SIGN_IN_BY_ADDRESS, from);
    const find = vi.spyOn(t.storage.users, 'findByLogin');
    const tries = Array.from({ length: 6 }, (_each, n) => signIn({ username: `eve-${n}` }, from));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([401, 401, 429, 429, 429, 429]);
    expect(find).toHaveBeenCalledTimes(2);
    find.mockRestore();
  });

  it('lets the owner sign in from a known address while strangers guess', async () => {
    const home = '198.51.100.20';
    expect((await signIn({}, home)).status).toBe(201);
    const other = await t.anotherProcess();
    const json = { username: 'ada', password: 'wrong one', application: 'reader' };
    const tries = Array.from({ length: 12 }, (_each, n) =>
      (n % 2 ? t : other).send('POST', '/api/auth', { json, from: `203.0.113.${n}` }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    expect((await signIn({}, home)).status).toBe(201);
    expect((await signIn({ username: 'ada@example.org' }, home)).status).toBe(201);
    expect((await signIn({}, '198.51.100.21')).status).toBe(429);
  });

  it('limits the tries from a known address too', async () => {
    const home = '198.51.100.30';
    expect((await signIn({}, home)).status).toBe(201);
    for (let n = 0; n < 10; n++) {
      const username = n % 2 ? 'ada' : 'ada@example.org';
      expect((await signIn({ username, password: 'wrong one' }, home)).status).toBe(401);
    }
    expect((await signIn({}, home)).status).toBe(429);
  });

  it('remembers an address for 90 days after its last sign-in', async () => {
    const home = '198.51.100.40';
    const lockOut = async () => {
      for (let n = 0; n < 10; n++) await signIn({ password: 'wrong one' }, `203.0.113.${n}`);
    };
    expect((await signIn({}, home)).status).toBe(201);
    t.advance(60 * DAY_MS);
    expect((await signIn({}, home)).status).toBe(201);
    t.advance(60 * DAY_MS);
    await lockOut();
    expect((await signIn({}, home)).status).toBe(201);
    t.advance(90 * DAY_MS);
    await lockOut();
    expect((await signIn({}, home)).status).toBe(429);
  });

  it('keeps counting the tries of an address that also signs in successfully', async () => {
    const from = '198.51.100.50';
    const statuses: number[] = [];
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 25; n++) {
        statuses.push((await signIn(await stranger(`user${round}-${n}`), from)).status);
      }
      statuses.push((await signIn({}, from)).status);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(30);
    expect(statuses.at(-1)).toBe(429);
  });

  it('does not count correct passwords', async () => {
    const from = '198.51.100.60';
    for (let n = 0; n < 40; n++) expect((await signIn({}, from)).status).toBe(201);
  });

  it('limits the tries from one address for all accounts together', async () => {
    const from = '2001:db8:1:2::';
    for (let n = 0; n < 30; n++) {
      const answer = await signIn(await stranger(`user${n}`), `${from}${n + 1}`);
      expect(answer.status).toBe(401);
    }
    expect((await signIn({}, `${from}ffff`)).status).toBe(429);
    expect((await signIn({}, '2001:db8:1:3::1')).status).toBe(201);
  });

  it('shares the counts between all processes', async () => {
    const other = await t.anotherProcess();
    const json = { username: 'ada', password: 'wrong one', application: 'reader' };
    for (let n = 0; n < 5; n++) {
      await t.send('POST', '/api/auth', { json });
      await other.send('POST', '/api/auth', { json });
    }
    expect((await t.send('POST', '/api/auth', { json })).status).toBe(429);
    expect((await other.send('POST', '/api/auth', { json })).status).toBe(429);
  });

  it('resets the count after a correct password', async () => {
    for (let n = 0; n < 9; n++) await signIn({ password: 'wrong one' });
    expect((await signIn({})).status).toBe(201);
    expect((await signIn({ password: 'wrong one' })).status).toBe(401);
  });

  it('is disabled by default on a public server', async () => {
    const config = { ...t.server.config, hasPasswordSignIn: false };
    const json = { username: 'ada', password: PASSWORD, application: 'reader' };
    const answer = await t.another({ config }).send('POST', '/api/auth', { json });
    expect(answer.status).toBe(404);
  });

  it('logs a refused sign-in once, without passwords or tokens', async () => {
    const answer = await signIn({});
    const { token } = (await answer.json()) as { token: string };
    const before = t.logged.length;
    await signIn({ password: 'a secret of mine' });
    expect(t.logged.slice(before)).toEqual([
      expect.objectContaining({
        event: 'refused',
        route: '/api/auth',
        status: 401,
        client: '192.0.2.1',
      }),
    ]);
    const written = JSON.stringify(t.logged);
    expect(written).not.toContain(token);
    expect(written).not.toContain(PASSWORD);
    expect(written).not.toContain('a secret of mine');
    const { rows } = await t.storage.tokens.list(ada.id, { limit: 100, offset: 0 });
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});
