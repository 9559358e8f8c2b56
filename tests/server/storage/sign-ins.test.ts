import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAX_IDENTITIES, MAX_PASSKEYS, type Storage, type UserRow } from '../../../server/storage';
import { MINUTE_MS, unixMs } from '../../../src/domain/time';
import { DATABASES, type TestDatabase, testClock } from './support/databases';
import { addUser } from './support/rows';

const KEY = { issuer: 'https://auth.example.org/', subject: 'a' };

describe.each(DATABASES)('ways to sign in on %s', (_, database) => {
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

  const passkey = (n: number, counter = 0) => ({
    userId: ada.id,
    credential: `credential ${n}`,
    name: `key ${n}`,
    publicKey: new Uint8Array([n]),
    counter,
    transports: ['usb'],
  });

  it('keep an identity without a user after the user was removed', async () => {
    expect(await storage.identities.bind(KEY, ada.id)).toBe('bound');
    await storage.users.delete(ada.id);
    expect(await storage.identities.find(KEY)).toMatchObject({ ...KEY, userId: null });
    const grace = await addUser(storage, 'grace');
    expect(await storage.identities.bind(KEY, grace.id)).toBe('taken');
    await storage.identities.rebind(KEY, grace.id);
    expect(await storage.identities.list(grace.id)).toMatchObject([KEY]);
    await storage.identities.release(ada.id, KEY);
    expect(await storage.identities.list(grace.id)).toHaveLength(1);
    await storage.identities.release(grace.id, KEY);
    expect(await storage.identities.find(KEY)).toBeNull();
  });

  it('have limits that hold at once', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: MAX_IDENTITIES + 2 }, (_each, n) =>
        storage.identities.bind({ ...KEY, subject: String(n) }, ada.id),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'too-many')).toHaveLength(2);
    const added = await Promise.all(
      Array.from({ length: MAX_PASSKEYS + 2 }, (_each, n) => storage.passkeys.add(passkey(n))),
    );
    expect(added.filter(Boolean)).toHaveLength(MAX_PASSKEYS);
  });

  it('take the use of a passkey only with a higher counter, unless it does not count', async () => {
    await storage.passkeys.add(passkey(1, 5));
    await storage.passkeys.add(passkey(2));
    expect(await storage.passkeys.add(passkey(2))).toBe(false);
    const [counting, other] = [
      (await storage.passkeys.find('credential 1'))!,
      (await storage.passkeys.find('credential 2'))!,
    ];
    expect(counting).toMatchObject({ lastUsed: null, transports: ['usb'] });
    const both = await Promise.all([
      storage.passkeys.use({ id: counting.id, counter: 6 }),
      storage.passkeys.use({ id: counting.id, counter: 6 }),
    ]);
    expect(both.toSorted()).toEqual([false, true]);
    expect(await storage.passkeys.use({ id: counting.id, counter: 0 })).toBe(false);
    expect(await storage.passkeys.use({ id: other.id, counter: 0 })).toBe(true);
    expect(await storage.passkeys.use({ id: other.id, counter: 0 })).toBe(true);
    await storage.users.delete(ada.id);
    expect(await storage.passkeys.find('credential 1')).toBeNull();
  });

  it('give a pending sign-in once, to its browser, until it expires', async () => {
    const expires = unixMs(clock.now() + MINUTE_MS);
    const of = { browser: 'b', kind: 'provider', userId: null, returnTo: '/x', expires } as const;
    const [first, second] = [
      { ...of, hash: '1' },
      { ...of, hash: '2' },
    ];
    for (const row of [first, second]) await storage.pendingSignIns.create(row);
    const { pendingSignIns: pending } = storage;
    expect(await pending.take({ ...first, browser: 'c' })).toBeNull();
    expect(await pending.take({ ...first, kind: 'passkey' })).toBeNull();
    const both = await Promise.all([pending.take(first), pending.take(first)]);
    expect(both.filter((row) => row !== null)).toEqual([first]);
    clock.advance(MINUTE_MS);
    expect(await pending.take(second)).toBeNull();
    await pending.clear(unixMs(clock.now() + 1));
    // Its place is free again.
    await pending.create({ ...second, expires: unixMs(clock.now() + MINUTE_MS) });
  });
});
