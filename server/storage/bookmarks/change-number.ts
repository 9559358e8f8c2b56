import { sql } from 'kysely';
import { type UnixMs, unixMs } from '../../../src/domain';
import type { Unit } from '../database-session';
import type { UserId } from '../ids';
import { slot, statement } from '../statement';

/** The place of a change among all that a user sees. */
export interface ChangeNumber {
  /** Of the last of the changes asked for. */
  readonly seq: number;
  /** Not before any earlier change of this user. */
  readonly at: UnixMs;
}

const take = statement<
  { changes: number; changed_at: number },
  [userId: UserId, count: number, at: number]
>((db) =>
  db
    .updateTable('users')
    .set({
      changes: sql<number>`changes + ${slot<number>(1)}`,
      changed_at: sql<number>`case when changed_at > ${slot<number>(2)} then changed_at else ${slot<number>(2)} end`,
    })
    .where('id', '=', slot<UserId>(0))
    .returning(['changes', 'changed_at']),
);

/** When the last of all changes of a user was, for a row that must be later than all of them. */
export async function changedAt({ db }: Pick<Unit, 'db'>, userId: UserId): Promise<UnixMs> {
  const row = await db
    .selectFrom('users')
    .select('changed_at')
    .where('id', '=', userId)
    .executeTakeFirst();
  return unixMs(row?.changed_at ?? 0);
}

/**
 * Takes the next `count` places. Whoever took them first commits first, since others wait for the
 * user's row: no reader sees a change and later one with an earlier place or time.
 * @param notBefore a time that the change must not precede
 */
export async function takeChange(
  unit: Unit,
  userId: UserId,
  count = 1,
  notBefore = 0,
): Promise<ChangeNumber> {
  const [taken] = await take(unit, userId, count, Math.max(unit.now(), notBefore));
  if (taken === undefined) throw new Error(`No user ${userId}`);
  await unit.announce({ kind: 'change', userId });
  return { seq: taken.changes, at: unixMs(taken.changed_at) };
}
