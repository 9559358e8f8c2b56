import { unixMs } from '../../../src/domain';
import type { Session } from '../session';
import { slot, statement } from '../statement';
import { claim } from './claim';
import { enqueue } from './enqueue';
import type { JobCount, JobRepository } from './job';
import { complete, extend, fail, release } from './settle';

/** When the first job of a kind is due that waits, and that is done: each is read off an index. */
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
 * Jobs as rows that are taken by lease: the same in both databases, in the transaction of what they
 * are for (docs/decisions/server-jobs.md).
 */
export const createJobs = (session: Session): JobRepository => ({
  enqueue: (job) => session.write((unit) => enqueue(unit, job)),
  claim: (kind, limit, leaseMs, shares) =>
    session.write((unit) => claim(unit, kind, limit, leaseMs, shares), 'lazy'),
  extend: (job, leaseMs) => session.write((unit) => extend(unit, job, leaseMs), 'lazy'),
  complete: (job) => session.write((unit) => complete(unit, job)),
  release: (job) => session.write((unit) => release(unit, job)),
  fail: (job, error) => session.write((unit) => fail(unit, job, error)),
  async nextAt(kinds) {
    let earliest = Number.POSITIVE_INFINITY;
    for (const kind of kinds) {
      for (const { at } of await timesOf(session, kind)) {
        // Of no rows there is no least.
        if (at !== null) earliest = Math.min(earliest, at);
      }
    }
    return Number.isFinite(earliest) ? unixMs(earliest) : null;
  },
  async counts() {
    const rows = await session.db
      .selectFrom('jobs')
      .select(['kind', 'state', ({ fn }) => fn.countAll<number>().as('count')])
      .groupBy(['kind', 'state'])
      .orderBy('kind')
      .orderBy('state')
      .execute();
    return rows.map((row) => ({ ...row, state: row.state as JobCount['state'] })); // Written so.
  },
  async prune(before) {
    await session.write(({ db }) =>
      db.deleteFrom('jobs').where('state', '=', 'failed').where('run_at', '<', before).execute(),
    );
  },
});
