import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChangeNotification, Storage, UserRow } from '../../../server/storage/index';
import { DAY_MS, MINUTE_MS, unixMs } from '../../../src/domain/time';
import { DATABASES, type TestDatabase, testClock } from './support/databases';
import { addUser } from './support/rows';

describe.each(DATABASES)('state that processes share on %s', (_, database) => {
  const clock = testClock();
  let db: TestDatabase;
  let storage: Storage;
  let other: Storage;
  let ada: UserRow;
  beforeEach(async () => {
    db = await database();
    storage = await db.open(clock.now);
    other = await db.open(clock.now);
    ada = await addUser(storage);
  });
  afterEach(() => db.remove());

  const inADay = () => unixMs(clock.now() + DAY_MS);

  it('attempts are counted together', async () => {
    const count = async (key: string, from = storage) =>
      (await from.attempts.count(key, MINUTE_MS)).count;
    const counts = await Promise.all([count('a'), count('a', other), count('a')]);
    expect(counts.toSorted()).toEqual([1, 2, 3]);
    expect(await other.attempts.look('a')).toEqual({
      count: 3,
      resetsAt: clock.now() + MINUTE_MS,
    });
    expect(await count('b')).toBe(1);
    clock.advance(MINUTE_MS);
    expect(await storage.attempts.look('a')).toBeNull();
    expect(await count('a')).toBe(1);
    expect(await count('a')).toBe(2);
    await storage.attempts.forget('a');
    expect(await count('a')).toBe(1);
    await Promise.all([other.attempts.giveBack('a'), storage.attempts.giveBack('a')]);
    expect(await storage.attempts.look('a')).toMatchObject({ count: 0 });
    expect(await count('a')).toBe(1);
    await storage.attempts.clear(inADay());
    expect(await count('a')).toBe(1);
  });

  it('a secret is created once', async () => {
    const made = await Promise.all([storage.secrets.obtain('key'), other.secrets.obtain('key')]);
    expect(new Set(made).size).toBe(1);
    expect(await other.secrets.obtain('another')).not.toBe(made[0]);
    await storage.secrets.forget('key');
    expect(await other.secrets.obtain('key')).not.toBe(made[0]);
  });

  it('a change by one process is visible to the other at once', async () => {
    const { id } = await storage.bookmarks.create(ada.id, { url: 'https://a.org/' });
    expect((await other.bookmarks.find(ada.id, id))?.id).toBe(id);
    expect(await other.changeCount(ada.id)).toBe(await storage.changeCount(ada.id));
    await Promise.all(
      Array.from({ length: 20 }, (_n, index) =>
        (index % 2 ? storage : other).bookmarks.update(ada.id, id, (row) => ({
          readProgress: row.readProgress + 1,
        })),
      ),
    );
    expect((await storage.bookmarks.find(ada.id, id))?.readProgress).toBe(20);
  });

  it('changes have one order without gaps', async () => {
    await Promise.all(
      Array.from({ length: 40 }, (_n, index) =>
        (index % 2 ? storage : other).bookmarks.create(ada.id, { url: 'https://a.org/' }),
      ),
    );
    const events = await storage.events.after(ada.id, 0, 100);
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 40 }, (_n, i) => i + 1));
    expect(events.map(({ time }) => time)).toEqual(
      events.map(({ time }) => time).toSorted((a, b) => a - b),
    );
    expect(await storage.events.reaches(ada.id, 12)).toBe(true);
    expect(await storage.events.reaches(ada.id, 41)).toBe(false);
    await storage.events.prune(unixMs(clock.now() + 1));
    expect(await storage.events.reaches(ada.id, 12)).toBe(false);
    expect(await storage.events.reaches(ada.id, 0)).toBe(false);
    expect(await storage.events.latest(ada.id)).toBe(40);
    expect(await storage.events.reaches(ada.id, 40)).toBe(true);
  });

  it('listeners are notified of changes after the commit', async () => {
    const notifications: ChangeNotification[] = [];
    const dispose = storage.events.listen((notification) => notifications.push(notification));
    if (db.kind === 'postgres') {
      await vi.waitFor(() => expect(notifications).toContainEqual({ kind: 'missed' }));
    }
    const change = { kind: 'change', userId: ada.id };
    const writer = db.kind === 'postgres' ? other : storage;
    await expect(
      writer.transaction(async ({ bookmarks }) => {
        await bookmarks.create(ada.id, { url: 'https://a.org/' });
        throw new Error('not kept');
      }),
    ).rejects.toThrow('not kept');
    await writer.jobs.enqueue({ kind: 'extract', payload: {} });
    await vi.waitFor(() => expect(notifications).toContainEqual({ kind: 'job' }));
    expect(notifications).not.toContainEqual(change);
    await writer.bookmarks.create(ada.id, { url: 'https://a.org/' });
    await vi.waitFor(() => expect(notifications).toContainEqual(change));
    dispose();
    dispose();
  });
});

describe('two installations in one PostgreSQL database', () => {
  const [, postgres] = DATABASES[1];

  it('do not wake each other', async () => {
    const [here, there] = [await postgres(), await postgres()];
    try {
      const [own, foreign] = [await here.open(), await there.open()];
      const notifications: ChangeNotification[] = [];
      const dispose = own.events.listen((notification) => notifications.push(notification));
      await vi.waitFor(() => expect(notifications).toContainEqual({ kind: 'missed' }));
      await foreign.jobs.enqueue({ kind: 'extract', payload: {} });
      // Notifications arrive in the order of the commits, so that of the other installation would
      // be first.
      const writer = await here.open();
      await addUser(writer);
      const user = await addUser(writer, 'grace');
      await writer.bookmarks.create(user.id, { url: 'https://a.org/' });
      await vi.waitFor(() =>
        expect(notifications).toContainEqual({ kind: 'change', userId: user.id }),
      );
      expect(notifications).not.toContainEqual({ kind: 'job' });
      dispose();
    } finally {
      await here.remove();
      await there.remove();
    }
  });
});
