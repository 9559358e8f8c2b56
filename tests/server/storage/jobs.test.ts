import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Job, NewJob, Storage } from '../../../server/storage/index';
import { HOUR_MS, SECOND_MS, unixMs } from '../../../src/domain/time';
import { DATABASES, type TestDatabase, testClock } from './support/databases';

const LEASE_MS = 30 * SECOND_MS;

describe.each(DATABASES)('jobs on %s', (_, database) => {
  const clock = testClock();
  let db: TestDatabase;
  let storage: Storage;
  beforeEach(async () => {
    db = await database();
    storage = await db.open(clock.now);
  });
  afterEach(() => db.remove());

  const enqueue = (job: Partial<NewJob> = {}) =>
    storage.jobs.enqueue({ kind: 'extract', payload: {}, ...job });
  const claim = async (limit = 10, from = storage) => from.jobs.claim('extract', limit, LEASE_MS);
  const one = async (): Promise<Job> => (await claim(1))[0]!;

  it('are claimed by priority, and run once', async () => {
    await enqueue({ payload: { n: 1 } });
    clock.advance(1);
    await enqueue({ payload: { n: 2 } });
    await enqueue({ payload: { n: 3 }, priority: 1 });
    await enqueue({ kind: 'other' });
    const jobs = await claim();
    expect(jobs.map(({ payload }) => payload.n)).toEqual([3, 1, 2]);
    expect(jobs[0]).toMatchObject({ attempt: 1, maxAttempts: 5, isOver: false, kind: 'extract' });
    expect(await claim()).toEqual([]);
    expect(await storage.jobs.complete(jobs[0]!)).toBe(true);
    expect(await storage.jobs.complete(jobs[0]!)).toBe(false);
    expect(await storage.jobs.counts()).toEqual([
      { kind: 'extract', state: 'running', count: 2 },
      { kind: 'other', state: 'waiting', count: 1 },
    ]);
  });

  it('are claimed from each owner in turn, up to the limit for each', async () => {
    for (const n of [1, 2, 3, 4]) await enqueue({ owner: 'ada', priority: 1, payload: { n } });
    await enqueue({ owner: 'bob', payload: { n: 5 } });
    await enqueue({ owner: 'eve', payload: { n: 6 } });
    const take = async (limit: number, perOwner: number, running: [string, number][] = []) => {
      const shares = { perOwner, running: new Map(running) };
      const jobs = await storage.jobs.claim('extract', limit, LEASE_MS, shares);
      return jobs.map(({ owner, payload }) => `${owner} ${payload.n}`);
    };
    expect(await take(2, 2, [['ada', 2]])).toEqual(['bob 5', 'eve 6']);
    expect(await take(4, 2)).toEqual(['ada 1', 'ada 2']);
    await enqueue({ owner: 'bob', payload: { n: 7 } });
    expect(await take(2, 3, [['ada', 1]])).toEqual(['bob 7', 'ada 3']);
  });

  it('are not delayed by those of a process that has ended', async () => {
    for (const n of [1, 2]) await enqueue({ owner: 'ada', payload: { n } });
    await claim();
    await enqueue({ owner: 'bob' });
    clock.advance(LEASE_MS);
    const shares = { perOwner: 1, running: new Map([['ada', 1]]) };
    const jobs = await storage.jobs.claim('extract', 2, LEASE_MS, shares);
    expect(jobs.map(({ owner }) => owner)).toEqual(['bob']);
  });

  it('of a process that has ended take no more places than their owner has', async () => {
    for (const n of [1, 2, 3, 4]) await enqueue({ owner: 'ada', payload: { n } });
    expect(await claim(3)).toHaveLength(3);
    clock.advance(LEASE_MS);
    await enqueue({ owner: 'bob', payload: { n: 5 } });
    const shares = { perOwner: 2, running: new Map() };
    const jobs = await storage.jobs.claim('extract', 4, LEASE_MS, shares);
    expect(jobs.map(({ payload }) => payload.n)).toEqual([1, 2, 5]);
  });

  it('are not claimed before their time', async () => {
    expect(await storage.jobs.nextAt(['extract'])).toBeNull();
    const runAt = unixMs(clock.now() + 1000);
    await enqueue({ runAt });
    expect(await storage.jobs.nextAt(['extract'])).toBe(runAt);
    expect(await storage.jobs.nextAt(['other'])).toBeNull();
    expect(await claim()).toEqual([]);
    clock.advance(1000);
    expect(await claim()).toHaveLength(1);
    expect(await storage.jobs.nextAt(['extract'])).toBe(clock.now() + LEASE_MS);
  });

  it('are queued once for a key, until they are done', async () => {
    expect(await enqueue({ uniqueKey: 'k' })).toBe(true);
    expect(await enqueue({ uniqueKey: 'k' })).toBe(false);
    await storage.jobs.complete(await one());
    expect(await enqueue({ uniqueKey: 'k' })).toBe(true);
  });

  it('are queued only when their transaction is committed', async () => {
    const failing = storage.transaction(async ({ jobs }) => {
      await jobs.enqueue({ kind: 'extract', payload: {} });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await claim()).toEqual([]);
  });

  it('are retried after growing intervals, and then fail for good', async () => {
    await enqueue({ maxAttempts: 3, uniqueKey: 'k' });
    expect(await storage.jobs.fail(await one(), 'no answer')).toBe('put-back');
    expect(await storage.jobs.nextAt(['extract'])).toBe(clock.now() + 10 * SECOND_MS);
    clock.advance(10 * SECOND_MS);
    expect(await storage.jobs.fail(await one(), 'no answer')).toBe('put-back');
    expect(await storage.jobs.nextAt(['extract'])).toBe(clock.now() + 20 * SECOND_MS);
    clock.advance(20 * SECOND_MS);
    const last = await one();
    expect(last).toMatchObject({ attempt: 3, isOver: false });
    expect(await storage.jobs.fail(last, 'x'.repeat(5000))).toBe('given-up');
    clock.advance(HOUR_MS);
    expect(await claim()).toEqual([]);
    expect(await storage.jobs.counts()).toEqual([{ kind: 'extract', state: 'failed', count: 1 }]);
    expect(await enqueue({ uniqueKey: 'k' })).toBe(true);
    await storage.jobs.prune(clock.now());
    expect(await storage.jobs.counts()).toEqual([{ kind: 'extract', state: 'waiting', count: 1 }]);
  });

  it('are claimed by another process when their lease has expired', async () => {
    await enqueue();
    const lost = await one();
    const other = await db.open(clock.now);
    clock.advance(LEASE_MS - 1);
    expect(await claim(1, other)).toEqual([]);
    expect(await storage.jobs.extend(lost, LEASE_MS)).toBe(true);
    clock.advance(LEASE_MS - 1);
    expect(await claim(1, other)).toEqual([]);
    clock.advance(1);
    const [taken] = await claim(1, other);
    expect(taken).toMatchObject({ id: lost.id, attempt: 2 });
    expect(await storage.jobs.extend(lost, LEASE_MS)).toBe(false);
    expect(await storage.jobs.complete(lost)).toBe(false);
    expect(await storage.jobs.fail(lost, 'late')).toBe('lost');
    expect(await other.jobs.complete(taken!)).toBe(true);
  });

  it('are reported and not run again when they end their process each time', async () => {
    await enqueue({ maxAttempts: 2 });
    for (let attempt = 1; attempt <= 2; attempt++) {
      expect(await one()).toMatchObject({ attempt, isOver: false });
      clock.advance(LEASE_MS);
    }
    const over = await one();
    expect(over).toMatchObject({ isOver: true });
    expect(await storage.jobs.complete(over)).toBe(true);
    expect(await storage.jobs.counts()).toEqual([]);
  });

  it('are each claimed by only one of several concurrent callers', async () => {
    const other = await db.open(clock.now);
    await Promise.all(Array.from({ length: 40 }, (_job, n) => enqueue({ payload: { n } })));
    const taken = await Promise.all(
      Array.from({ length: 12 }, (_asker, index) => claim(5, index % 2 === 0 ? storage : other)),
    );
    const numbers = taken.flat().map(({ payload }) => Number(payload.n));
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_n, i) => i));
  });
});
