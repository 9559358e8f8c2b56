import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeToken } from '../../../server/account/issue-token';
import { addFirstUser, setUpToken } from '../../../server/account/new-user';
import { MAX_MADE_TOKENS } from '../../../server/storage';
import { MAX_SIGN_INS } from '../../../server/storage/account/tokens';
import { describeOnDatabases } from '../storage/support/databases';
import { fakeToken } from '../storage/support/rows';
import { startServer, type TestServer } from '../support/test-server';

describeOnDatabases('requests that come at once on %s', (database) => {
  let t: TestServer;
  let other: TestServer;
  beforeEach(async () => {
    t = await startServer(database);
    other = await t.anotherProcess();
  });
  afterEach(() => t.remove());

  const both = [0, 1, 2, 3];
  const processOf = (n: number) => (n % 2 === 0 ? t : other);

  it('make no more tokens than the limit', async () => {
    const { id: userId } = await t.addUser('ada');
    const token = (n: number) => ({ userId, name: `${n}`, roles: null });
    for (let n = 1; n < MAX_MADE_TOKENS; n += 1)
      expect(await makeToken(t.storage, token(n))).not.toBeNull();
    const made = await Promise.all(both.map((n) => makeToken(processOf(n).storage, token(n))));
    expect(made.filter((each) => each !== null)).toHaveLength(1);
    const { total } = await t.storage.tokens.list(userId, { limit: 1, offset: 0 });
    expect(total).toBe(MAX_MADE_TOKENS);
  });

  it('leave no more sign-ins than the limit', async () => {
    const { id: userId } = await t.addUser('ada');
    const signIn = (process: TestServer, hash: string) =>
      process.storage.tokens.create(fakeToken({ userId, hash, kind: 'oauth' }));
    for (let n = 0; n < MAX_SIGN_INS; n += 1) await signIn(t, `old ${n}`);
    await Promise.all(both.map((n) => signIn(processOf(n), `new ${n}`)));
    const { total } = await t.storage.tokens.list(userId, { limit: 1, offset: 0 });
    expect(total).toBe(MAX_SIGN_INS);
  });

  it('create one first account', async () => {
    await setUpToken(t);
    const made = await Promise.all(
      both.map((n) => addFirstUser(processOf(n), `ada${n}`, 'correct horse')),
    );
    expect(made.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await t.storage.users.count()).toBe(1);
    expect(await setUpToken(other)).toBeNull();
  });

  it('give a name to one user', async () => {
    const names = ['ada', 'bob', 'cleo', 'dora'];
    const users = await Promise.all(names.map((name) => t.addUser(name)));
    const tokens = await Promise.all(users.map((user) => t.tokenOf(user)));
    const rename = (n: number) =>
      processOf(n).send('PATCH', '/api/profile', {
        token: tokens[n] ?? '',
        json: { username: 'eve' },
      });
    const statuses = (await Promise.all(both.map(rename))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 422, 422, 422]);
  });

  it('change different fields of one user, and lose none', async () => {
    const { id } = await t.addUser('ada');
    await Promise.all([
      t.storage.users.update(id, { username: 'eve' }),
      other.storage.users.update(id, { email: 'eve@example.com' }),
      other.storage.users.update(id, { passwordHash: 'x' }),
    ]);
    const changed = { username: 'eve', email: 'eve@example.com', passwordHash: 'x' };
    expect(await t.storage.users.find(id)).toMatchObject(changed);
  });

  it('change different fields of one token, and lose none', async () => {
    const { id: userId } = await t.addUser('ada');
    const { id } = await t.storage.tokens.create(fakeToken({ userId, hash: 'h' }));
    await Promise.all([
      t.storage.tokens.update(userId, id, { name: 'new' }),
      other.storage.tokens.update(userId, id, { roles: [] }),
      other.storage.tokens.update(userId, id, { isEnabled: false }),
    ]);
    const changed = { name: 'new', roles: [], isEnabled: false };
    expect(await t.storage.tokens.find(userId, id)).toMatchObject(changed);
  });
});
