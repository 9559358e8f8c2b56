import { HOUR_MS, SECOND_MS } from '../../../src/domain';
import type { Unit } from '../session';
import type { Job } from './job';

const FIRST_WAIT_MS = 10 * SECOND_MS;
const LONGEST_WAIT_MS = HOUR_MS;
/** Longer errors are cut in the table. The log has the whole text. */
const MAX_ERROR_LENGTH = 1000;

/** Returns the ms to wait after try number `attempt`. */
export const waitAfter = (attempt: number): number =>
  Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_WAIT_MS);

/** Extends the lease of a job; false when another process has it. */
export async function extend({ db, now }: Unit, job: Job, leaseMs: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({ leased_until: now() + leaseMs })
    .where('id', '=', job.id)
    .where('lease', '=', job.lease)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Deletes a finished job; false when another process has it. */
export async function complete({ db }: Unit, { id, lease }: Job): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('jobs')
    .where('id', '=', id)
    .where('lease', '=', lease)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Puts a job back without counting the try; false when another process has it. */
export async function release(unit: Unit, { id, lease }: Job): Promise<boolean> {
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

/** Puts a job back for later, or gives it up after its last try. */
export async function fail(
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
