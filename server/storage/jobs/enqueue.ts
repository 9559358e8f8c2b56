import type { Unit } from '../session';
import { slot, statement } from '../statement';
import type { NewJob } from './job';

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

/** Writes a job; false when one with the same key waits or runs. */
export async function enqueue(
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
