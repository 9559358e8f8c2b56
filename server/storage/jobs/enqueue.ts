import type { Unit } from '../session';
import type { NewJob } from './job';

const DEFAULT_ATTEMPTS = 5;

/** Writes a job; false when one with the same key waits or runs. */
export async function enqueue(
  unit: Unit,
  { kind, payload, runAt, priority = 0, maxAttempts = DEFAULT_ATTEMPTS, uniqueKey }: NewJob,
): Promise<boolean> {
  const at = unit.now();
  const { numInsertedOrUpdatedRows } = await unit.db
    .insertInto('jobs')
    .values({
      kind,
      payload: JSON.stringify(payload),
      unique_key: uniqueKey ?? null,
      state: 'waiting',
      priority,
      run_at: runAt ?? at,
      attempts: 0,
      max_attempts: maxAttempts,
      lease: null,
      leased_until: null,
      last_error: null,
      created: at,
    })
    .onConflict((conflict) => conflict.column('unique_key').doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) return false;
  await unit.announce({ kind: 'job' });
  return true;
}
