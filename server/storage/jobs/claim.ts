import { randomUUID } from 'node:crypto';
import { parsed } from '../rows';
import type { Unit } from '../session';
import type { Job } from './job';

/** Takes jobs that are due, most urgent first. No two callers get the same one. */
export async function claim(
  { db, engine, now }: Unit,
  kinds: readonly string[],
  limit: number,
  leaseMs: number,
): Promise<readonly Job[]> {
  const at = now();
  const lease = randomUUID();
  const due = await db
    .selectFrom('jobs')
    .select('id')
    .where(engine.isAmong('kind', kinds))
    .where(({ eb, and, or }) =>
      or([
        and([eb('state', '=', 'waiting'), eb('run_at', '<=', at)]),
        and([eb('state', '=', 'running'), eb('leased_until', '<=', at)]),
      ]),
    )
    .orderBy('priority', 'desc')
    .orderBy('run_at')
    .orderBy('id')
    .limit(limit)
    .$if(engine.locksRows, (query) => query.forUpdate().skipLocked())
    .execute();
  if (due.length === 0) return [];
  const ids = due.map(({ id }) => id);
  const rows = await db
    .updateTable('jobs')
    .set((eb) => ({
      state: 'running',
      lease,
      leased_until: at + leaseMs,
      attempts: eb('attempts', '+', 1),
    }))
    .where(engine.isAmong('id', ids))
    .returningAll()
    .execute();
  return rows
    .sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    .map((row) => ({
      id: row.id,
      kind: row.kind,
      payload: parsed(row.payload),
      attempt: row.attempts,
      maxAttempts: row.max_attempts,
      isOver: row.attempts > row.max_attempts,
      lease,
    }));
}
