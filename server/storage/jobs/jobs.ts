import { unixMs } from '../../../src/domain';
import type { Session } from '../session';
import { claim } from './claim';
import { enqueue } from './enqueue';
import type { JobCount, JobRepository } from './job';
import { complete, extend, fail, release } from './settle';

/**
 * Jobs as rows that are taken by lease: the same in both databases, in the transaction of what they
 * are for (docs/decisions/server-jobs.md).
 */
export const createJobs = (session: Session): JobRepository => ({
  enqueue: (job) => session.write((unit) => enqueue(unit, job)),
  claim: (kinds, limit, leaseMs) => session.write((unit) => claim(unit, kinds, limit, leaseMs)),
  extend: (job, leaseMs) => session.write((unit) => extend(unit, job, leaseMs)),
  complete: (job) => session.write((unit) => complete(unit, job)),
  release: (job) => session.write((unit) => release(unit, job)),
  fail: (job, error) => session.write((unit) => fail(unit, job, error)),
  async nextAt(kinds) {
    const { waiting, running } = await session.db
      .selectFrom('jobs')
      .select(({ fn }) => [
        fn.min('run_at').filterWhere('state', '=', 'waiting').as('waiting'),
        fn.min('leased_until').filterWhere('state', '=', 'running').as('running'),
      ])
      .where(session.engine.isAmong('kind', kinds))
      .executeTakeFirstOrThrow();
    // Of no rows there is no least.
    const times = [waiting, running].filter((time): time is number => time !== null);
    return times.length === 0 ? null : unixMs(Math.min(...times));
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
