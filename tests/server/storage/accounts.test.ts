import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAX_MADE_TOKENS, MAX_SIGN_INS } from '../../../server/storage/account/tokens';
import type { NewDeviceCode, OAuthCodeRow, Storage, UserRow } from '../../../server/storage/index';
import { DAY_MS, MINUTE_MS, unixMs } from '../../../src/domain/time';
import { DATABASES, type TestDatabase, testClock } from './support/databases';
import { addUser, fakeToken, fakeUser } from './support/rows';

describe.each(DATABASES)('accounts on %s', (_, database) => {
  const clock = testClock();
  let db: TestDatabase;
  let storage: Storage;
  let ada: UserRow;
  beforeEach(async () => {
    db = await database();
    storage = await db.open(clock.now);
    ada = await addUser(storage);
  });
  afterEach(() => db.remove());

  const inMinutes = (minutes: number) => unixMs(clock.now() + minutes * MINUTE_MS);

  describe('users', () => {
    it('are stored unchanged', async () => {
      const grace = await storage.users.create(
        fakeUser({ username: 'Grace', email: 'Grace@example.org', group: 'admin' }),
      );
      expect(grace).toMatchObject({ ok: true, value: { username: 'Grace', group: 'admin' } });
      const user = grace.ok ? grace.value : null;
      expect(await storage.users.find(user!.id)).toEqual(user);
      expect(await storage.users.findByLogin('GRACE')).toEqual(user);
      expect(await storage.users.findByLogin('grace@EXAMPLE.org')).toEqual(user);
      expect(await storage.users.findByLogin('nobody')).toBeNull();
      expect(await storage.users.list()).toEqual([ada, user]);
      expect(await storage.users.count()).toBe(2);
    });

    it('have unique names and addresses in any case', async () => {
      await storage.users.create(fakeUser({ username: 'grace', email: 'grace@example.org' }));
      expect(await storage.users.create(fakeUser({ username: 'GRACE' }))).toEqual({
        ok: false,
        error: { kind: 'username-taken' },
      });
      const taken = { ok: false, error: { kind: 'email-taken' } };
      const same = fakeUser({ username: 'other', email: 'Grace@Example.org' });
      expect(await storage.users.create(same)).toEqual(taken);
      expect(await storage.users.update(ada.id, { email: 'grace@example.org' })).toEqual(taken);
      const before = await storage.changeCount(ada.id);
      expect(await storage.users.update(ada.id, { username: 'Ada' })).toMatchObject({ ok: true });
      // Feeds name their user, so an earlier answer is not valid any more.
      expect(await storage.changeCount(ada.id)).toBeGreaterThan(before);
      expect(await storage.users.find(ada.id)).toMatchObject({ username: 'Ada', email: null });
    });

    it('are deleted with their tokens and bookmarks', async () => {
      await storage.tokens.create(fakeToken({ userId: ada.id, hash: 'h' }));
      const { id } = await storage.bookmarks.create(ada.id, { url: 'https://example.com/' });
      expect(await storage.users.delete(ada.id)).toBe(true);
      expect(await storage.users.delete(ada.id)).toBe(false);
      expect(await storage.tokens.authenticate('h')).toBeNull();
      expect(await storage.bookmarks.findById(id)).toBeNull();
      expect(await storage.changeCount(ada.id)).toBe(0);
      // The id is not reused, so cached values of the deleted user apply to nobody else.
      expect((await addUser(storage, 'next')).id).toBeGreaterThan(ada.id);
    });
  });

  it('users with many bookmarks are deleted while others write', async () => {
    const bob = await addUser(storage, 'bob');
    const ids = await storage.transaction(async ({ bookmarks }) => {
      const made: string[] = [];
      for (let at = 0; at < 250; at += 1) {
        made.push((await bookmarks.create(bob.id, { url: `https://example.com/${at}` })).id);
      }
      return made;
    });
    const order: string[] = [];
    const deleted = storage.users.delete(bob.id).then(() => order.push('deleted'));
    const written = storage.bookmarks.create(ada.id, { url: 'https://example.org/' });
    await Promise.all([deleted, written.then(() => order.push('written'))]);
    // PostgreSQL writes side by side.
    if (storage.kind === 'sqlite') expect(order).toEqual(['written', 'deleted']);
    expect(await storage.users.find(bob.id)).toBeNull();
    expect(await storage.bookmarks.findById(ids.at(-1)!)).toBeNull();
    expect(await storage.search.waiting()).toBe(1);
  });

  describe('tokens', () => {
    it('authenticate their owner until they expire, are disabled or are deleted', async () => {
      const permanent = await storage.tokens.create(fakeToken({ userId: ada.id, hash: 'a' }));
      const expires = inMinutes(1);
      await storage.tokens.create(
        fakeToken({ userId: ada.id, hash: 'b', expires, roles: ['bookmarks:read'] }),
      );
      expect(await storage.tokens.authenticate('a')).toEqual({ token: permanent, user: ada });
      expect((await storage.tokens.authenticate('b'))?.token.roles).toEqual(['bookmarks:read']);
      expect(await storage.tokens.authenticate('unknown')).toBeNull();

      clock.advance(MINUTE_MS);
      expect(await storage.tokens.authenticate('b')).toBeNull();

      await storage.tokens.update(ada.id, permanent.id, { isEnabled: false });
      expect(await storage.tokens.authenticate('a')).toBeNull();
      await storage.tokens.update(ada.id, permanent.id, { isEnabled: true, name: 'Renamed' });
      expect((await storage.tokens.authenticate('a'))?.token.name).toBe('Renamed');

      expect(await storage.tokens.delete(ada.id, permanent.id)).toBe(true);
      expect(await storage.tokens.authenticate('a')).toBeNull();
    });

    it('can only be read and changed by their owner', async () => {
      const grace = await addUser(storage, 'grace');
      const { id } = await storage.tokens.create(fakeToken({ userId: ada.id, hash: 'a' }));
      expect(await storage.tokens.find(grace.id, id)).toBeNull();
      expect(await storage.tokens.update(grace.id, id, { name: 'x' })).toBeNull();
      expect(await storage.tokens.delete(grace.id, id)).toBe(false);
      expect(await storage.tokens.list(grace.id, { limit: 5, offset: 0 })).toEqual({
        rows: [],
        total: 0,
      });
    });

    it('record their last use at most once a minute', async () => {
      const token = await storage.tokens.create(fakeToken({ userId: ada.id, hash: 'a' }));
      await storage.tokens.touch(token);
      const used = await storage.tokens.find(ada.id, token.id);
      expect(used?.lastUsed).toBe(clock.now());
      const first = clock.now();
      clock.advance(MINUTE_MS - 1);
      await storage.tokens.touch(used!);
      expect((await storage.tokens.find(ada.id, token.id))?.lastUsed).toBe(first);
      clock.advance(1);
      await storage.tokens.touch(used!);
      expect((await storage.tokens.find(ada.id, token.id))?.lastUsed).toBe(clock.now());
    });

    it.each<[string, (id: string) => Promise<unknown>]>([
      ['changed', (id) => storage.tokens.update(ada.id, id, { name: 'x' })],
      ['deleted', (id) => storage.tokens.delete(ada.id, id)],
      ['deleted with all others', () => storage.tokens.deleteOfUser(ada.id)],
      ['disabled with their user', () => storage.users.update(ada.id, { isEnabled: false })],
    ])('notify open streams when they are %s', async (_how, change) => {
      const { id } = await storage.tokens.create(fakeToken({ userId: ada.id, hash: 'a' }));
      const notifications: unknown[] = [];
      storage.events.listen((notification) => notifications.push(notification));
      // On PostgreSQL the channel reports that it listens.
      if (storage.kind === 'postgres')
        await expect.poll(() => notifications).toEqual([{ kind: 'missed' }]);
      await change(id);
      await expect.poll(() => notifications).toContainEqual({ kind: 'change', userId: ada.id });
    });

    it('are listed newest first, in pages', async () => {
      for (const hash of ['a', 'b', 'c']) {
        clock.advance(1);
        await storage.tokens.create(fakeToken({ userId: ada.id, hash, name: hash }));
      }
      const { rows, total } = await storage.tokens.list(ada.id, { limit: 2, offset: 1 });
      expect(rows.map(({ name }) => name)).toEqual(['b', 'a']);
      expect(total).toBe(3);
    });
  });

  describe('the number of tokens', () => {
    const namesOf = async () =>
      (await storage.tokens.list(ada.id, { limit: 300, offset: 0 })).rows.map(({ name }) => name);
    const add = (hash: string, kind: 'api' | 'oauth' | 'password') =>
      storage.tokens.create(fakeToken({ userId: ada.id, hash, name: hash, kind }));

    it('has a limit for sign-ins, and the one that was unused for longest makes room', async () => {
      const eve = await addUser(storage, 'eve');
      await storage.tokens.create(fakeToken({ userId: eve.id, hash: 'hers', kind: 'oauth' }));
      await add('by hand', 'api');
      const first = await add('first', 'oauth');
      for (let n = 1; n < MAX_SIGN_INS; n += 1) {
        clock.advance(MINUTE_MS);
        await add(`${n}`, n % 2 === 0 ? 'oauth' : 'password');
      }
      expect(await namesOf()).toHaveLength(MAX_SIGN_INS + 1);
      clock.advance(MINUTE_MS);
      await storage.tokens.touch(first);
      await add('one more', 'oauth');
      const names = await namesOf();
      expect(names).toHaveLength(MAX_SIGN_INS + 1);
      expect(names).toEqual(expect.arrayContaining(['by hand', 'first', 'one more', '2']));
      expect(names).not.toContain('1');
      expect((await storage.tokens.list(eve.id, { limit: 1, offset: 0 })).total).toBe(1);
    });

    it('has a limit for those that were made by hand, which sign-ins do not reach', async () => {
      const make = (hash: string) =>
        storage.tokens.make(fakeToken({ userId: ada.id, hash, name: hash }));
      await add('app', 'oauth');
      for (let n = 1; n < MAX_MADE_TOKENS; n += 1) await add(`${n}`, 'api');
      expect(await make('last')).toMatchObject({ name: 'last', kind: 'api' });
      expect(await make('one more')).toBeNull();
      expect(await namesOf()).toHaveLength(MAX_MADE_TOKENS + 1);
    });
  });

  describe('OAuth clients', () => {
    const client = () => ({
      id: 'urn:uuid:1',
      name: 'Reader',
      uri: 'https://example.org',
      logo: '',
      redirectUris: ['app:/done'],
      softwareId: 's',
      softwareVersion: '1',
      grantTypes: ['authorization_code'],
      expires: inMinutes(10),
    });

    it('exist for ten minutes, or until they are deleted', async () => {
      const created = await storage.oauth.createClient(client());
      expect(await storage.oauth.findClient(created.id)).toEqual(created);
      clock.advance(10 * MINUTE_MS);
      expect(await storage.oauth.findClient(created.id)).toBeNull();
      await storage.oauth.clear(clock.now());
      const again = await storage.oauth.createClient({ ...client(), id: 'urn:uuid:2' });
      expect(await storage.oauth.deleteClient(again.id)).toBe(true);
      expect(await storage.oauth.deleteClient(again.id)).toBe(false);
    });
  });

  describe('OAuth codes', () => {
    const code = (): OAuthCodeRow => ({
      hash: 'h',
      clientId: 'c',
      userId: ada.id,
      redirectUri: 'app:/done',
      challenge: 'x',
      scopes: ['bookmarks:read'],
      browser: null,
      expires: inMinutes(10),
    });

    it('can be used once', async () => {
      await storage.oauth.createCode(code());
      expect(await storage.oauth.findCode('h')).toEqual(code());
      const taken = await Promise.all([1, 2, 3].map(() => storage.oauth.takeCode('h')));
      expect(taken.map(({ kind }) => kind).toSorted()).toEqual(['taken', 'used', 'used']);
      await storage.oauth.settleCode('h', 'token');
      expect(await storage.oauth.takeCode('h')).toEqual({
        kind: 'used',
        tokenId: 'token',
        userId: ada.id,
      });
      expect(await storage.oauth.findCode('h')).toBeNull();
    });

    it('are unknown after they expire', async () => {
      await storage.oauth.createCode(code());
      clock.advance(10 * MINUTE_MS);
      expect(await storage.oauth.findCode('h')).toBeNull();
      expect(await storage.oauth.takeCode('h')).toEqual({ kind: 'unknown' });
    });
  });

  describe('device codes', () => {
    const code = (): NewDeviceCode => ({
      hash: 'd',
      userCode: 'BCDFGHJK',
      clientId: 'c',
      scopes: ['bookmarks:read'],
      intervalMs: 5000,
      expires: inMinutes(5),
    });

    it('are changed atomically, based on their current state', async () => {
      expect(await storage.oauth.createDeviceCode(code())).toBe(true);
      expect(await storage.oauth.findByUserCode('BCDFGHJK')).toMatchObject({ state: 'pending' });
      await Promise.all(
        Array.from({ length: 5 }, () =>
          storage.oauth.changeDeviceCode('d', (row) => ({ intervalMs: row.intervalMs + 5000 })),
        ),
      );
      const approved = { state: 'approved', userId: ada.id } as const;
      const found = await storage.oauth.changeDeviceCode('d', () => approved);
      expect(found).toMatchObject({ intervalMs: 30_000, state: 'approved', userId: ada.id });
      expect(await storage.oauth.changeDeviceCode('d', () => null)).toEqual(found);
      expect(await storage.oauth.changeDeviceCode('unknown', () => ({}))).toBeNull();
    });

    it('have a unique user code until they expire', async () => {
      await storage.oauth.createDeviceCode(code());
      expect(await storage.oauth.createDeviceCode({ ...code(), hash: 'e' })).toBe(false);
      clock.advance(5 * MINUTE_MS);
      expect(await storage.oauth.createDeviceCode({ ...code(), hash: 'e' })).toBe(true);
      expect(await storage.oauth.changeDeviceCode('d', () => null)).toBeNull();
    });
  });

  it('a disabled user has no valid token and no session, until the user is enabled', async () => {
    await storage.tokens.create(fakeToken({ userId: ada.id, hash: 'a' }));
    const expires = unixMs(clock.now() + DAY_MS);
    await storage.sessions.create({ hash: 's', userId: ada.id, expires });
    expect(await storage.users.update(ada.id, { isEnabled: false })).toMatchObject({
      value: { isEnabled: false },
    });
    expect(await storage.tokens.authenticate('a')).toBeNull();
    expect(await storage.sessions.find('s')).toBeNull();
    await storage.users.update(ada.id, { username: 'Ada' });
    expect(await storage.tokens.authenticate('a')).toBeNull();
    await storage.users.update(ada.id, { isEnabled: true });
    expect(await storage.tokens.authenticate('a')).not.toBeNull();
    expect(await storage.sessions.find('s')).toBeNull();
  });

  it('a user can delete all of their own tokens at once', async () => {
    const grace = await addUser(storage, 'grace');
    const own = await storage.tokens.create(fakeToken({ userId: ada.id, hash: 'a' }));
    await storage.tokens.create(fakeToken({ userId: grace.id, hash: 'b' }));
    expect(await storage.tokens.findById(own.id)).toEqual(own);
    await storage.tokens.deleteOfUser(ada.id);
    expect(await storage.tokens.findById(own.id)).toBeNull();
    expect(await storage.tokens.authenticate('b')).not.toBeNull();
  });

  describe('sessions', () => {
    const start = (hash: string) =>
      storage.sessions.create({ hash, userId: ada.id, expires: unixMs(clock.now() + DAY_MS) });

    it('last as long as they are used', async () => {
      const session = await start('s');
      expect(await storage.sessions.find('s')).toEqual({ session, user: ada });
      clock.advance(DAY_MS - 1);
      await storage.sessions.extend('s', unixMs(clock.now() + DAY_MS));
      clock.advance(DAY_MS - 1);
      expect((await storage.sessions.find('s'))?.session.created).toBe(session.created);
      clock.advance(1);
      expect(await storage.sessions.find('s')).toBeNull();
    });

    it('end when the user ends them', async () => {
      for (const hash of ['s', 't', 'u']) await start(hash);
      expect(await storage.sessions.end('s')).toEqual({ userId: ada.id, issuer: null });
      await storage.sessions.deleteOfUser(ada.id, 'u');
      expect(await storage.sessions.find('t')).toBeNull();
      expect(await storage.sessions.find('u')).not.toBeNull();
      await storage.sessions.clear(unixMs(clock.now() + 2 * DAY_MS));
      expect(await storage.sessions.end('u')).toBeNull();
    });
  });

  describe('a transaction', () => {
    it('is stored completely or not at all', async () => {
      const failing = storage.transaction(async ({ bookmarks, tokens }) => {
        await tokens.create(fakeToken({ userId: ada.id, hash: 'lost' }));
        const { id } = await bookmarks.create(ada.id, { url: 'https://example.com/' });
        expect(await bookmarks.find(ada.id, id)).not.toBeNull();
        throw new Error('changed my mind');
      });
      // It waits in the same queue, but must not be rolled back with the other.
      const kept = storage.tokens.create(fakeToken({ userId: ada.id, hash: 'kept' }));
      await expect(failing).rejects.toThrow('changed my mind');
      await kept;
      expect(await storage.tokens.authenticate('lost')).toBeNull();
      expect(await storage.tokens.authenticate('kept')).not.toBeNull();
      expect(await storage.events.latest(ada.id)).toBe(0);
    });

    it('is not visible before it is committed', async () => {
      let during: number | null = null;
      await storage.transaction(async ({ bookmarks }) => {
        await bookmarks.create(ada.id, { url: 'https://example.com/' });
        during = await storage.changeCount(ada.id);
      });
      expect(during).toBe(0);
      expect(await storage.changeCount(ada.id)).toBe(1);
    });
  });
});
