import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { parsed } from '../database/rows';
import type { Unit } from '../database/session';
import type { Job, JobShares } from './job';

/** No limit per owner, for kinds whose jobs have no owner. */
const UNSHARED: JobShares = { perOwner: Number.POSITIVE_INFINITY, running: new Map() };

/** Claims jobs of a kind that are due. A job is claimed by one caller only. */
export async function claim(
  unit: Unit,
  kind: string,
  limit: number,
  leaseMs: number,
  shares: JobShares = UNSHARED,
): Promise<readonly Job[]> {
  const { db, engine, now } = unit;
  const at = now();
  const lease = randomUUID();
  // Counts those that are claimed, too.
  const running = new Map(shares.running);
  const ids = await abandoned(unit, kind, limit, { ...shares, running });
  ids.push(...(await waiting(unit, kind, limit - ids.length, { ...shares, running })));
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
      owner: row.owner,
      payload: parsed(row.payload),
      attempt: row.attempts,
      maxAttempts: row.max_attempts,
      isOver: row.attempts > row.max_attempts,
      lease,
    }));
}

/**
 * Finds running jobs whose lease has ended, and adds them to `running`. There are not more of them than
 * places of all processes.
 */
async function abandoned(
  { db, engine, now }: Unit,
  kind: string,
  limit: number,
  { perOwner, running }: JobShares & { readonly running: Map<string, number> },
) {
  const found = await db
    .selectFrom('jobs')
    .select(['id', 'owner'])
    .where('kind', '=', kind)
    .where('state', '=', 'running')
    .where('leased_until', '<=', now())
    .$if(engine.locksRows, (query) => query.forUpdate().skipLocked())
    .execute();
  const ids: number[] = [];
  for (const { id, owner } of found.sort((a, b) => a.id - b.id)) {
    const has = running.get(owner) ?? 0;
    if (has >= perOwner || ids.length >= limit) continue;
    running.set(owner, has + 1);
    ids.push(id);
  }
  return ids;
}

/** Finds waiting jobs, owner by owner in turn, so that one large import does not delay other users. */
async function waiting(
  unit: Unit,
  kind: string,
  limit: number,
  { perOwner, running }: JobShares,
): Promise<readonly number[]> {
  if (limit <= 0) return [];
  const { db, engine, now } = unit;
  const found: { id: number; priority: number; run_at: number; turn: number }[] = [];
  for (const owner of await ownersOf(unit, kind)) {
    const has = running.get(owner) ?? 0;
    if (has >= perOwner) continue;
    const rows = await db
      .selectFrom('jobs')
      .select(['id', 'priority', 'run_at'])
      .where('kind', '=', kind)
      .where('state', '=', 'waiting')
      .where('owner', '=', owner)
      // `+ 0` keeps the database from using the index on `run_at`, with which it would read all jobs
      // of a large import. The index in the requested order gives the first few at once.
      .where(sql`run_at + 0`, '<=', now())
      .orderBy('priority', 'desc')
      .orderBy('run_at')
      .orderBy('id')
      .limit(Math.min(limit, perOwner - has))
      .$if(engine.locksRows, (query) => query.forUpdate().skipLocked())
      .execute();
    found.push(...rows.map((row, n) => ({ ...row, turn: has + n })));
  }
  return found
    .sort(
      (a, b) => a.turn - b.turn || b.priority - a.priority || a.run_at - b.run_at || a.id - b.id,
    )
    .slice(0, limit)
    .map(({ id }) => id);
}

/** Lists the owners of waiting jobs with one index lookup per owner, however many jobs they have. */
async function ownersOf({ db }: Unit, kind: string): Promise<readonly string[]> {
  const next = sql`select min(owner) from jobs where kind = ${kind} and state = 'waiting'`;
  const { rows } = await sql<{ owner: string }>`
    with recursive owners(owner) as (
      ${next}
      union all
      select (${next} and owner > owners.owner) from owners where owners.owner is not null
    )
    select owner from owners where owner is not null
  `.execute(db);
  return rows.map(({ owner }) => owner);
}
