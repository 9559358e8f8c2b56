import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { parsed } from '../rows';
import type { Unit } from '../session';
import type { Job } from './job';

/** Takes jobs of a kind that are due, most urgent first. No two callers get the same one. */
export async function claim(
  unit: Unit,
  kind: string,
  limit: number,
  leaseMs: number,
): Promise<readonly Job[]> {
  const { db, engine, now } = unit;
  const at = now();
  const lease = randomUUID();
  const ids = await abandoned(unit, kind, limit);
  ids.push(...(await waiting(unit, kind, limit - ids.length)));
  if (ids.length === 0) return [];
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

/** Those whose process let its lease end: there are never many. */
async function abandoned({ db, engine, now }: Unit, kind: string, limit: number) {
  const found = await db
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', kind)
    .where('state', '=', 'running')
    .where('leased_until', '<=', now())
    .limit(limit)
    .$if(engine.locksRows, (query) => query.forUpdate().skipLocked())
    .execute();
  return found.map(({ id }) => id);
}

async function waiting({ db, engine, now }: Unit, kind: string, limit: number) {
  const found = await db
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', kind)
    .where('state', '=', 'waiting')
    // Not as an index has it: by the order that is asked for, the first few are read of an import's
    // hundred thousand, by their times all of them.
    .where(sql`run_at + 0`, '<=', now())
    .orderBy('priority', 'desc')
    .orderBy('run_at')
    .orderBy('id')
    .limit(limit)
    .$if(engine.locksRows, (query) => query.forUpdate().skipLocked())
    .execute();
  return found.map(({ id }) => id);
}
