import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type JobKind, JobRunner, LEASE_MS } from '../../../server/jobs';
import { type Job, StorageUnavailable } from '../../../server/storage';
import { HOUR_MS, SECOND_MS, unixMs } from '../../../src/domain/time';
import { DATABASES, describeOnDatabases } from '../storage/support/databases';
import { runDueJobs } from '../support/run-jobs';
import { startServer, type TestServer } from '../support/test-server';

/** Returns a promise and the function that resolves it. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

const kindOf = (run: JobKind['run'], more: Partial<JobKind> = {}): JobKind => ({
  name: 'work',
  parallel: 1,
  run,
  giveUp: async () => null,
  ...more,
});

describeOnDatabases('jobs of a server on %s', (database) => {
  let t: TestServer;
  const runners: JobRunner[] = [];
  beforeEach(async () => {
    t = await startServer(database);
  });
  afterEach(async () => {
    vi.useRealTimers();
    for (const runner of runners.splice(0)) await runner.stop(0);
    await t.remove();
  });

  const enqueue = (payload: Record<string, unknown> = {}, kind = 'work') =>
    t.storage.jobs.enqueue({ kind, payload, maxAttempts: 2 });
  const start = (kinds: readonly JobKind[], on = t) => {
    const runner = new JobRunner(on.server, kinds);
    runners.push(runner);
    return runner;
  };
  const states = async () =>
    (await t.storage.jobs.counts()).map(({ state, count }) => `${count} ${state}`);

  it('run as soon as they are enqueued, up to the parallel limit of their kind', async () => {
    const running = new Set<unknown>();
    const ends = [gate(), gate(), gate()];
    let most = 0;
    start([
      kindOf(
        async ({ payload }) => {
          running.add(payload.n);
          most = Math.max(most, running.size);
          await ends[Number(payload.n)]!.opened;
          running.delete(payload.n);
          return undefined;
        },
        { parallel: 2 },
      ),
    ]);
    for (const n of [0, 1, 2]) await enqueue({ n });
    await vi.waitFor(() => expect(running).toEqual(new Set([0, 1])));
    ends[0]!.open();
    await vi.waitFor(() => expect(running).toEqual(new Set([1, 2])));
    ends[1]!.open();
    ends[2]!.open();
    await vi.waitFor(async () => expect(await states()).toEqual([]));
    expect(most).toBe(2);
  });

  it('leave room for jobs of other owners in each of two servers', async () => {
    const other = await t.anotherProcess();
    const [hang, ran] = [gate(), new Set<string>()];
    const kind = kindOf(
      async ({ owner }) => {
        ran.add(owner);
        if (owner === 'ada') await hang.opened;
        return undefined;
      },
      { parallel: 2, perOwner: 1 },
    );
    for (let n = 0; n < 8; n += 1) {
      await t.storage.jobs.enqueue({ kind: 'work', payload: { n }, owner: 'ada' });
    }
    start([kind]);
    start([kind], other);
    await vi.waitFor(async () => expect(await states()).toEqual(['2 running', '6 waiting']));
    await t.storage.jobs.enqueue({ kind: 'work', payload: {}, owner: 'bob' });
    await vi.waitFor(async () => expect(await states()).toEqual(['2 running', '6 waiting']));
    await vi.waitFor(() => expect(ran).toContain('bob'));
    hang.open();
    await vi.waitFor(async () => expect(await states()).toEqual([]));
  });

  it('run once with two servers', async () => {
    const other = await t.anotherProcess();
    const ran: unknown[] = [];
    const kind = kindOf(async ({ payload }) => void ran.push(payload.n), { parallel: 3 });
    start([kind]);
    start([kind], other);
    const numbers = Array.from({ length: 30 }, (_job, n) => n);
    await Promise.all(numbers.map((n) => enqueue({ n })));
    await vi.waitFor(async () => expect(await states()).toEqual([]));
    expect(ran.map(Number).toSorted((a, b) => a - b)).toEqual(numbers);
  });

  it('store their results in the transaction that ends them', async () => {
    const ada = await t.addUser();
    await enqueue();
    const kind = kindOf(async () => async ({ bookmarks }) => {
      await bookmarks.create(ada.id, { url: 'https://a.org/' });
      if (t.server.now() < later) throw new Error('half done');
    });
    const later = t.server.now() + 10 * SECOND_MS;
    expect(await runDueJobs(t.server, [kind])).toEqual(['put-back']);
    expect(await t.storage.bookmarks.findByUrl(ada.id, 'https://a.org/')).toBeNull();
    t.advance(10 * SECOND_MS);
    expect(await runDueJobs(t.server, [kind])).toEqual(['done']);
    expect(await t.storage.bookmarks.findByUrl(ada.id, 'https://a.org/')).not.toBeNull();
  });

  it('store nothing when another process has taken them meanwhile', async () => {
    const ada = await t.addUser();
    await enqueue();
    const create = (url: string) =>
      kindOf(
        async () =>
          ({ bookmarks }) =>
            bookmarks.create(ada.id, { url }),
      );
    const slow = kindOf(async () => {
      t.advance(LEASE_MS);
      expect(await runDueJobs(t.server, [create('https://second.org/')])).toEqual(['done']);
      return ({ bookmarks }) => bookmarks.create(ada.id, { url: 'https://first.org/' });
    });
    expect(await runDueJobs(t.server, [slow])).toEqual(['lost']);
    expect(await t.storage.bookmarks.findByUrl(ada.id, 'https://first.org/')).toBeNull();
    expect(await t.storage.bookmarks.findByUrl(ada.id, 'https://second.org/')).not.toBeNull();
  });

  it('stay with the process that extends their lease', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await enqueue();
    const kind = kindOf(async (_job, signal) => {
      for (let third = 0; third < 6; third++) {
        t.advance(LEASE_MS / 3);
        await vi.advanceTimersByTimeAsync(LEASE_MS / 3);
        await vi.waitFor(async () =>
          expect(await t.storage.jobs.nextAt(['work'])).toBe(t.server.now() + LEASE_MS),
        );
      }
      expect(signal.aborted).toBe(false);
      return undefined;
    });
    expect(await runDueJobs(t.server, [kind])).toEqual(['done']);
  });

  it('abort their signal when they are lost', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await enqueue();
    const kind = kindOf(async (_job, signal) => {
      t.advance(LEASE_MS);
      const [taken] = await t.storage.jobs.claim('work', 1, LEASE_MS);
      expect(taken).toMatchObject({ attempt: 2 });
      const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
      await vi.advanceTimersByTimeAsync(LEASE_MS / 3);
      await aborted;
      throw new Error('stopped half-way');
    });
    expect(await runDueJobs(t.server, [kind])).toEqual(['lost']);
    expect(await states()).toEqual(['1 running']);
  });

  it('call giveUp after their last failure or crash', async () => {
    const givenUp: unknown[] = [];
    const kind = kindOf(
      async () => {
        throw new Error('no');
      },
      { giveUp: async ({ payload }) => void givenUp.push(payload.n) },
    );
    await enqueue({ n: 1 });
    expect(await runDueJobs(t.server, [kind])).toEqual(['put-back']);
    t.advance(HOUR_MS);
    expect(await runDueJobs(t.server, [kind])).toEqual(['given-up']);
    expect(await states()).toEqual(['1 failed']);
    await enqueue({ n: 2 });
    for (const _try of [1, 2]) {
      await t.storage.jobs.claim('work', 1, LEASE_MS);
      t.advance(LEASE_MS);
    }
    expect(await runDueJobs(t.server, [kind])).toEqual(['given-up']);
    expect(givenUp).toEqual([1, 2]);
    expect(await states()).toEqual(['1 failed']);
  });

  it('finish when the server stops, while waiting jobs stay', async () => {
    const began = gate();
    const end = gate();
    const runner = start([
      kindOf(async () => {
        began.open();
        await end.opened;
        return undefined;
      }),
    ]);
    await enqueue();
    await began.opened;
    await enqueue();
    const stopped = runner.stop(60_000);
    end.open();
    await stopped;
    expect(await states()).toEqual(['1 waiting']);
  });

  it('are released when they take too long while the server stops, without counting the try', async () => {
    const began = gate();
    const runner = start([
      kindOf(async (_job, signal) => {
        const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
        began.open();
        await aborted;
        throw new Error('stopped half-way');
      }),
    ]);
    await enqueue();
    await began.opened;
    await runner.stop(0);
    const [job] = await t.storage.jobs.claim('work', 1, LEASE_MS);
    expect(job).toMatchObject({ attempt: 1 });
  });

  it('are counted for Prometheus', async () => {
    const metrics = async () => (await (await t.send('GET', '/metrics')).text()).split('\n');
    await enqueue();
    expect(await metrics()).toContain('leafmark_jobs{kind="work",state="waiting"} 1');
    await runDueJobs(t.server, [kindOf(async () => undefined)]);
    expect(await metrics()).toContain('leafmark_jobs_ended_total{kind="work",outcome="done"} 1');
    const jobs = {
      ...t.storage.jobs,
      counts: () => Promise.reject(new StorageUnavailable('gone', null)),
    };
    const away = t.another({ storage: { ...t.storage, jobs } });
    const answer = await away.send('GET', '/metrics');
    expect(await answer.text()).toContain('leafmark_jobs_ended_total');
  });
});

describe('a runner of jobs', () => {
  it('looks again after a failure of the database', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const t = await startServer(DATABASES[0][1]);
    const done: Job[] = [];
    let isAway = true;
    const jobs = {
      ...t.storage.jobs,
      claim: (...wanted: Parameters<typeof t.storage.jobs.claim>) =>
        isAway
          ? Promise.reject(new StorageUnavailable('gone', null))
          : t.storage.jobs.claim(...wanted),
    };
    await t.storage.jobs.enqueue({ kind: 'work', payload: {} });
    const { server } = t.another({ storage: { ...t.storage, jobs } });
    const runner = new JobRunner(server, [kindOf(async (job) => void done.push(job))]);
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    expect(done).toEqual([]);
    isAway = false;
    await vi.advanceTimersByTimeAsync(30 * SECOND_MS);
    await vi.waitFor(() => expect(done).toHaveLength(1));
    await runner.stop(0);
    vi.useRealTimers();
    await t.remove();
  });

  it('wakes up for jobs that are due later', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const t = await startServer(DATABASES[0][1]);
    const done: Job[] = [];
    const runAt = unixMs(t.server.now() + 10 * SECOND_MS);
    await t.storage.jobs.enqueue({ kind: 'work', payload: {}, runAt });
    const runner = new JobRunner(t.server, [kindOf(async (job) => void done.push(job))]);
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    // No event announces this job, so only the runner's own timer finds it before its regular
    // check.
    t.advance(10 * SECOND_MS);
    expect(done).toEqual([]);
    await vi.advanceTimersByTimeAsync(10 * SECOND_MS);
    await vi.waitFor(() => expect(done).toHaveLength(1));
    await runner.stop(0);
    vi.useRealTimers();
    await t.remove();
  });
});
