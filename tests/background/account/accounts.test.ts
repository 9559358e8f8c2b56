import { describe, expect, it, vi } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../src/domain/time';
import { SOON, useAccounts } from './account-world';

const world = useAccounts();
const FIND = { address: '', headers: '', allowed: [], use: 'account' };

const signIn = async (name: string) => {
  const user = await world.real.t.addUser(name);
  await world.signInAs(user);
  const { active } = await world.status();
  return { user, id: active ?? expect.fail('nobody is signed in') };
};

describe('accounts', () => {
  it('give each account its own library and switch to it', async () => {
    const bob = await signIn('bob');
    expect((await world.status()).library).toBeNull();
    const eve = await signIn('eve');
    expect((await world.status()).library).toBe(eve.id);
    expect(await world.ask('switchAccount', { id: bob.id })).toBeNull();
    expect(await world.status()).toMatchObject({ active: bob.id, library: null });
    expect(world.used.at(-1)).toBeNull();
    expect(await world.ask('switchAccount', { id: 'nobody' })).toMatchObject({
      kind: 'no-account',
    });
    expect((await world.status()).active).toBe(bob.id);
  });

  it('merge two sign-ins of the same user and revoke the old token', async () => {
    const bob = await signIn('bob');
    const before = await world.accounts.current();
    await world.signInAs(bob.user);
    expect((await world.status()).accounts).toHaveLength(1);
    const isGood = async (token: string | undefined) =>
      (await world.real.as(token ?? '').client.profile.read()).ok;
    expect(await isGood((await world.accounts.current())?.token)).toBe(true);
    await vi.waitFor(async () => expect(await isGood(before?.token)).toBe(false), SOON);
  });

  it('have their tokens where content scripts cannot read them, unlike their status', async () => {
    await signIn('bob');
    const token = (await world.accounts.current())?.token ?? '';
    expect(token).not.toBe('');
    expect(JSON.stringify([...world.fake.secrets.kept])).toContain(token);
    const { local, session } = world.fake;
    expect(JSON.stringify([...local.kept, ...session.kept])).not.toContain(token);
  });

  it('have their status again after a worker was stopped before it was stored', async () => {
    const { id } = await signIn('bob');
    world.fake.local.kept.delete('accountStatus');
    await world.restart().resume();
    expect(await world.status()).toMatchObject({ active: id });
  });

  it('keep accounts that cannot be parsed, together with their library', async () => {
    const newer = { id: 'eve', library: null, key: 'of a newer version' };
    const { kept } = world.fake.secrets;
    kept.set('accounts', JSON.stringify({ active: 'eve', accounts: [newer] }));
    const { id } = await signIn('bob');
    expect((await world.status()).library).toBe(id);
    await world.ask('signOut', { id, keep: false });
    expect(JSON.parse(kept.get('accounts') ?? '')).toEqual({ active: null, accounts: [newer] });
  });

  it('sign an account out when the server rejects its token, and lose nothing', async () => {
    const { id } = await signIn('bob');
    const account = (await world.accounts.current()) ?? expect.fail();
    await world.accounts.tokenRefused({ ...account, token: 'an older one' });
    expect(await world.accounts.current()).toEqual(account);
    await world.accounts.tokenRefused(account);
    expect(await world.accounts.current()).toBeNull();
    expect(await world.status()).toMatchObject({
      active: id,
      accounts: [{ id, signedOutAt: world.real.t.server.now() }],
    });
    expect(world.removed).toEqual([]);
  });

  it('sign in again with the extra headers of the account', async () => {
    const user = await world.real.t.addUser('bob');
    await world.find();
    const { base } = world.real;
    const giveToken = async () =>
      world.ask('signIn', { way: 'token', token: await world.real.t.tokenOf(user) });
    await world.ask('findServer', {
      address: base,
      headers: 'X-Gate: open',
      allowed: [],
      use: 'account',
    });
    expect(await giveToken()).toBeNull();
    const before = (await world.accounts.current()) ?? expect.fail();
    expect(before.extraHeaders).toEqual({ 'X-Gate': 'open' });
    await world.accounts.tokenRefused(before);
    expect(await world.ask('findAgain', { id: before.id, allowed: [] })).toBeNull();
    expect(await giveToken()).toBeNull();
    const { id, extraHeaders } = before;
    expect(await world.accounts.current()).toMatchObject({ id, base, extraHeaders });
    expect((await world.status()).accounts).toHaveLength(1);
  });

  it('refuse to sign in again to an unknown account and remove the permission', async () => {
    const allowed = ['https://read.example.org/*'];
    for (const origin of allowed) world.fake.origins.add(origin);
    expect(await world.ask('findAgain', { id: 'nobody', allowed })).toMatchObject({
      kind: 'no-account',
    });
    expect([...world.fake.origins]).toEqual([]);
  });

  it('can be changed after a change that could not be stored', async () => {
    const bob = await signIn('bob');
    const eve = await signIn('eve');
    const { secrets } = world.fake;
    const store = vi.spyOn(secrets, 'set').mockRejectedValueOnce(new Error('The disk is full'));
    await expect(world.ask('switchAccount', { id: bob.id })).rejects.toThrow();
    expect((await world.status()).active).toBe(eve.id);
    store.mockRestore();
    expect(await world.ask('switchAccount', { id: bob.id })).toBeNull();
    expect((await world.status()).active).toBe(bob.id);
  });

  it('find the server of an account again in another worker', async () => {
    await signIn('bob');
    const account = await world.accounts.current();
    expect(await world.restart().current()).toEqual(account);
  });
});

describe('signing out', () => {
  it('revokes the token and removes the origin when the library is kept', async () => {
    const { id } = await signIn('bob');
    const token = (await world.accounts.current())?.token ?? '';
    expect(await world.ask('signOut', { id, keep: true })).toBe(true);
    expect(await world.status()).toMatchObject({ active: id, library: null });
    expect(await world.accounts.current()).toBeNull();
    expect(world.removed).toEqual([]);
    expect(await world.real.as(token).client.profile.read()).toMatchObject({
      error: { kind: 'unauthorised' },
    });
    expect([...world.fake.secrets.kept.values()].join()).not.toContain(token);
    expect([...world.fake.origins]).toEqual([]);
  });

  it('keeps the account when its library cannot be removed, so that the user can try again', async () => {
    const silence = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { id } = await signIn('bob');
    world.onRemove = async () => {
      throw new Error('in use');
    };
    expect(await world.reply('signOut', { id, keep: false })).toMatchObject({
      error: { kind: 'failed' },
    });
    expect(await world.accounts.current()).toMatchObject({ id });
    silence.mockRestore();
  });

  it('switches to the first library and its account when the library is removed', async () => {
    const bob = await signIn('bob');
    const eve = await signIn('eve');
    world.onRemove = async () => expect((await world.status()).active).toBe(eve.id);
    expect(await world.ask('signOut', { id: eve.id, keep: false })).toBe(true);
    expect(world.removed).toEqual([eve.id]);
    expect(await world.status()).toMatchObject({ active: bob.id, accounts: [{ id: bob.id }] });
    expect([...world.fake.origins]).toEqual(['http://127.0.0.1/*']);
  });

  it('keeps the origin while another sign-in needs it, which removes it later', async () => {
    const { id } = await signIn('bob');
    await world.find();
    await world.ask('signOut', { id, keep: true });
    expect([...world.fake.origins]).toEqual(['http://127.0.0.1/*']);
    await world.ask('cancelSignIn', { use: 'account' });
    expect([...world.fake.origins]).toEqual([]);
  });

  it('works while the server is unreachable and revokes the token when it responds', async () => {
    const { id } = await signIn('bob');
    const { token } = (await world.accounts.current()) ?? expect.fail();
    const isGood = async () => (await world.real.as(token).client.profile.read()).ok;
    world.online = false;
    expect(await world.ask('signOut', { id, keep: true })).toBe(true);
    expect(await world.accounts.current()).toBeNull();
    expect((await world.status()).pendingRevocations).toEqual([world.real.base]);
    expect([...world.fake.origins]).toEqual(['http://127.0.0.1/*']);
    expect([...world.fake.alarms]).toEqual(['sign-in']);
    world.online = true;
    await world.restart().resume();
    expect(await isGood()).toBe(true); // The next attempt is not due yet.
    world.real.t.advance(HOUR_MS);
    await world.restart().resume();
    expect(await isGood()).toBe(false);
    expect((await world.status()).pendingRevocations).toEqual([]);
    expect([...world.fake.secrets.kept.values()].join()).not.toContain(token);
    expect([...world.fake.origins]).toEqual([]);
    expect([...world.fake.alarms]).toEqual([]);
  });

  it('does not revoke a token with which the user signs in again meanwhile', async () => {
    const { id } = await signIn('bob');
    const { token } = (await world.accounts.current()) ?? expect.fail();
    world.online = false;
    await world.ask('signOut', { id, keep: true });
    world.online = true;
    await world.find();
    expect(await world.ask('signIn', { way: 'token', token })).toBeNull();
    expect(await world.status()).toMatchObject({ active: id, pendingRevocations: [] });
    world.real.t.advance(HOUR_MS);
    await world.restart().resume();
    expect(await world.real.as(token).client.profile.read()).toMatchObject({ ok: true });
  });

  it('stops trying to revoke a token after a month', async () => {
    const { id } = await signIn('bob');
    world.online = false;
    await world.ask('signOut', { id, keep: false });
    world.real.t.advance(31 * DAY_MS);
    await world.restart().resume();
    expect((await world.status()).pendingRevocations).toEqual([]);
    expect([...world.fake.origins]).toEqual([]);
  });
});

describe('the doctor', () => {
  it('does not run without an account', async () => {
    expect(await world.ask('examine')).toMatchObject({ kind: 'no-account' });
  });

  it('reports first that the browser denies access to the server', async () => {
    await signIn('bob');
    world.fake.origins.clear();
    expect(await world.ask('examine')).toMatchObject({ kind: 'not-allowed' });
  });

  it('examines the active account and publishes no secret', async () => {
    await signIn('bob');
    const token = (await world.accounts.current())?.token ?? '';
    const examined = world.ask('examine');
    await vi.waitFor(() => {
      world.wake(); // The doctor waits until the server has read the page that it created.
      expect(world.fake.session.kept.get('examination')).toContain('"isDone":true');
    }, SOON);
    expect(await examined).toBeNull();
    const published = world.fake.session.kept.get('examination') ?? '';
    expect(published).not.toContain(token);
    expect(JSON.parse(published)).toMatchObject({
      base: world.real.base,
      isDone: true,
      findings: expect.arrayContaining([
        expect.objectContaining({ check: 'signIn', key: 'doctorTokenGood', values: ['bob'] }),
      ]),
    });
  });

  it('publishes only the second run when it is started twice, and leaves nothing on the server', async () => {
    const { user } = await signIn('bob');
    const { session } = world.fake;
    const published: boolean[] = [];
    const calls: Promise<unknown>[] = [];
    const set = session.set;
    session.set = async (items) => {
      published.push(JSON.stringify(items).includes('"isDone":true'));
      if (published.length === 3) calls.push(world.ask('examine'));
      await set(items);
    };
    calls.push(world.ask('examine'));
    await vi.waitFor(() => {
      world.wake();
      expect(published).toContain(true);
    }, SOON);
    expect(await Promise.all(calls)).toEqual([null, null]);
    expect(published.filter(Boolean)).toHaveLength(1);
    expect(published.at(-1)).toBe(true);
    const { client } = world.real.as(await world.real.t.tokenOf(user));
    expect(await client.bookmarks.list()).toMatchObject({ value: { body: [] } });
  });
});

describe('a page that the server could not read', () => {
  it('comes with its reason, and whether the server reads it again', async () => {
    const { user } = await signIn('bob');
    const errors = ['The site did not answer.'];
    const { id } = await world.real.t.storage.bookmarks.create(user.id, {
      url: 'https://daily.example/',
      state: 1,
      errors,
    });
    expect(await world.ask('pageReading', { id })).toMatchObject({
      isOver: true,
      errors,
      readsAgain: true,
    });
    expect(await world.ask('pageReading', { id: 'unknown' })).toBeNull();
  });
});

describe('messages from pages', () => {
  it.each([
    ['an unknown way to sign in', 'signIn', { way: 'magic' }],
    ['a way with an extra field', 'signIn', { way: 'code', token: 'x' }],
    ['an endless address', 'findServer', { ...FIND, address: 'x'.repeat(2001) }],
    ['an incomplete request', 'signOut', { id: 'a' }],
  ])('refuses the request: %s', async (_, name, request) => {
    expect(await world.reply(name, request)).toEqual({
      ok: false,
      error: { kind: 'refused', reason: 'malformed' },
    });
  });
});
