import { backOffMs } from '../../../src/domain/back-off';
import { HOUR_MS, SECOND_MS, type UnixMs, unixMs } from '../../../src/domain/time';
import type { Session, Unit } from '../database/session';
import { slot, statement } from '../database/statement';
import { claim } from './claim';
import type { Job, JobCount, JobShares, NewJob } from './job';

const DEFAULT_ATTEMPTS = 5;

type Value = string | number | null;

const insert = statement<{ id: number }, readonly Value[]>((db) =>
  db
    .insertInto('jobs')
    .values({
      kind: slot<string>(0),
      owner: slot<string>(7),
      payload: slot<string>(1),
      unique_key: slot<string | null>(2),
      state: 'waiting',
      priority: slot<number>(3),
      run_at: slot<number>(4),
      attempts: 0,
      max_attempts: slot<number>(5),
      lease: null,
      leased_until: null,
      last_error: null,
      created: slot<number>(6),
    })
    .onConflict((conflict) => conflict.column('unique_key').doNothing())
    .returning('id'),
);

/** The first due time of waiting jobs and the first end of a lease. Each is an index lookup. */
const timesOf = statement<{ at: number | null }, [kind: string]>((db) => {
  const jobs = db.selectFrom('jobs').where('kind', '=', slot<string>(0));
  return jobs
    .select(({ fn }) => fn.min<number | null>('run_at').as('at'))
    .where('state', '=', 'waiting')
    .unionAll(
      jobs
        .select(({ fn }) => fn.min<number | null>('leased_until').as('at'))
        .where('state', '=', 'running'),
    );
});

/**
 * Stores jobs as rows that are claimed with a lease, in both databases. A job is enqueued in the
 * transaction that causes it (docs/decisions/server-jobs.md).
 */
export const createJobs = (session: Session) => ({
  /** Inserts a job, in the current transaction if there is one. false: its key is already in use. */
  enqueue: (job: NewJob) => session.write((unit) => enqueue(unit, job)),
  /**
   * Claims up to `limit` jobs that are due. Jobs with an ended lease come first. Then owners take
   * turns, starting with those that have the fewest running; of one owner the most urgent job is next.
   */
  claim: (kind: string, limit: number, leaseMs: number, shares?: JobShares) =>
    session.write((unit) => claim(unit, kind, limit, leaseMs, shares), 'lazy'),
  /** Extends the lease, counted from now. false: another process has the job. */
  extend: (job: Job, leaseMs: number) =>
    session.write((unit) => extend(unit, job, leaseMs), 'lazy'),
  /** Deletes a finished job. false: another process has it. */
  complete: (job: Job) => session.write((unit) => complete(unit, job)),
  /** Puts a job back without counting the try. false: another process has it. */
  release: (job: Job) => session.write((unit) => release(unit, job)),
  /** Puts a job back with a growing delay, or gives it up after its last try. */
  fail: (job: Job, error: string) => session.write((unit) => fail(unit, job, error)),
  /** Returns the time when the next job is due; null when none waits. */
  async nextAt(kinds: readonly string[]): Promise<UnixMs | null> {
    let earliest = Number.POSITIVE_INFINITY;
    for (const kind of kinds) {
      for (const { at } of await timesOf(session, kind)) {
        // Without rows the minimum is null.
        if (at !== null) earliest = Math.min(earliest, at);
      }
    }
    return Number.isFinite(earliest) ? unixMs(earliest) : null;
  },
  counts: (): Promise<readonly JobCount[]> =>
    session.db
      .selectFrom('jobs')
      .select(['kind', 'state', ({ fn }) => fn.countAll<number>().as('count')])
      .groupBy(['kind', 'state'])
      .orderBy('kind')
      .orderBy('state')
      .execute(),
  /** Deletes jobs that were given up before `before`. */
  async prune(before: UnixMs): Promise<void> {
    await session.write(({ db }) =>
      db.deleteFrom('jobs').where('state', '=', 'failed').where('run_at', '<', before).execute(),
    );
  },
});

async function enqueue(
  unit: Unit,
  {
    kind,
    payload,
    owner = '',
    runAt,
    priority = 0,
    maxAttempts = DEFAULT_ATTEMPTS,
    uniqueKey,
  }: NewJob,
): Promise<boolean> {
  const at = unit.now();
  const written = await insert(
    unit,
    kind,
    JSON.stringify(payload),
    uniqueKey ?? null,
    priority,
    runAt ?? at,
    maxAttempts,
    at,
    owner,
  );
  if (written.length === 0) return false;
  await unit.announce({ kind: 'job' });
  return true;
}

const JOB_BACK_OFF = { firstMs: 10 * SECOND_MS, maxMs: HOUR_MS };
/** Longer errors are cut in the table. The log has the whole text. */
const MAX_ERROR_LENGTH = 1000;

/** Returns the ms to wait after try number `attempt`, without jitter: processes take turns anyway. */
const waitAfter = (attempt: number): number => backOffMs(attempt, 1, JOB_BACK_OFF);

async function extend({ db, now }: Unit, job: Job, leaseMs: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({ leased_until: now() + leaseMs })
    .where('id', '=', job.id)
    .where('lease', '=', job.lease)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

async function complete({ db }: Unit, { id, lease }: Job): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('jobs')
    .where('id', '=', id)
    .where('lease', '=', lease)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

async function release(unit: Unit, { id, lease }: Job): Promise<boolean> {
  const { numUpdatedRows } = await unit.db
    .updateTable('jobs')
    .set((eb) => ({
      state: 'waiting',
      run_at: unit.now(),
      attempts: eb('attempts', '-', 1),
      lease: null,
      leased_until: null,
    }))
    .where('id', '=', id)
    .where('lease', '=', lease)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await unit.announce({ kind: 'job' });
  return true;
}

async function fail(
  { db, now }: Unit,
  { id, lease, attempt, maxAttempts }: Job,
  error: string,
): Promise<'put-back' | 'given-up' | 'lost'> {
  const isGivenUp = attempt >= maxAttempts;
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({
      state: isGivenUp ? 'failed' : 'waiting',
      run_at: now() + (isGivenUp ? 0 : waitAfter(attempt)),
      lease: null,
      leased_until: null,
      last_error: error.slice(0, MAX_ERROR_LENGTH),
      ...(isGivenUp ? { unique_key: null } : {}),
    })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return 'lost';
  return isGivenUp ? 'given-up' : 'put-back';
}
