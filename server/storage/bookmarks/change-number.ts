import { sql } from 'kysely';
import { type UnixMs, unixMs } from '../../../src/domain/time';
import type { Unit } from '../database/session';
import { slot, statement } from '../database/statement';
import { WriteConflict } from '../database/unavailable';
import type { UserId } from '../schema/ids';

/** The number and time of a change of a user's data. */
export interface ChangeNumber {
  /** The number of the last of the requested changes. */
  readonly seq: number;
  /** Not earlier than any previous change of this user. */
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

/** Reads the time of a user's last change, for rows that must be later than all of them. */
export async function changedAt({ db }: Pick<Unit, 'db'>, userId: UserId): Promise<UnixMs> {
  const row = await db
    .selectFrom('users')
    .select('changed_at')
    .where('id', '=', userId)
    .executeTakeFirst();
  return unixMs(row?.changed_at ?? 0);
}

/**
 * Takes the next `count` change numbers. Transactions commit in the order of their numbers, because
 * they lock the user's row. So no reader sees a change before one with an earlier number or time.
 * @param notBefore the earliest time of the change
 */
export async function takeChange(
  unit: Unit,
  userId: UserId,
  count = 1,
  notBefore = 0,
): Promise<ChangeNumber> {
  const [taken] = await take(unit, userId, count, Math.max(unit.now(), notBefore));
  if (taken === undefined) throw new WriteConflict(new Error(`No user ${userId}`));
  await unit.announce({ kind: 'change', userId });
  return { seq: taken.changes, at: unixMs(taken.changed_at) };
}
