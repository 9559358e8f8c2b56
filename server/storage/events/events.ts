import { sql } from 'kysely';
import type { UnixMs } from '../../../src/domain/time';
import type { ChangeListener, ChangeNotifier, Dispose } from '../database/change-notifier';
import { deleteInSteps } from '../database/rows';
import type { Session, Unit } from '../database/session';
import { insertStatement } from '../database/statement';
import { rowConversions } from '../schema/column';
import type { UserId } from '../schema/ids';
import { type Row, TABLES, type Tables } from '../schema/tables';

const { toRow, toColumns } = rowConversions(TABLES.events);

/** One change of a bookmark. The changes of a user are numbered in the order of their commits. */
export type EventRow = Row<'events'>;

/** Creates the repository of events. */
export function createEvents(session: Session, notifier: Pick<ChangeNotifier, 'subscribe'>) {
  const { db } = session;
  return {
    /** Lists up to `limit` events after `seq`, in order. */
    async after(userId: UserId, seq: number, limit: number): Promise<readonly EventRow[]> {
      const rows = await db
        .selectFrom('events')
        .selectAll()
        .where('user_id', '=', userId)
        .where('seq', '>', seq)
        .orderBy('seq')
        .limit(limit)
        .execute();
      return rows.map(toRow);
    },
    /** Returns the number of the newest event; 0 when there is none. */
    async latest(userId: UserId): Promise<number> {
      const { seq } = await db
        .selectFrom('events')
        .select(({ fn }) => fn.max('seq').as('seq'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      // Without rows the maximum is null.
      return seq ?? 0;
    },
    /**
     * Tells whether all events after `seq` still exist. False when some were pruned and for unknown
     * numbers.
     */
    async reaches(userId: UserId, seq: number): Promise<boolean> {
      const here = await db
        .selectFrom('events')
        .select('seq')
        .where('user_id', '=', userId)
        .where('seq', '=', seq)
        .executeTakeFirst();
      if (here) return true;
      if (seq > 0) return false;
      // All events since the start exist only if none was pruned.
      const user = await db
        .selectFrom('users')
        .select('last_bookmark')
        .where('id', '=', userId)
        .executeTakeFirst();
      return user?.last_bookmark === 0;
    },
    /** Notifies of committed changes and jobs of every process, possibly more than once. */
    listen: (listener: ChangeListener): Dispose => notifier.subscribe(listener),
    /** Deletes events from before `before`, except the newest of each user. */
    prune: (before: UnixMs): Promise<void> =>
      deleteInSteps(
        session,
        'events',
        ['user_id', 'seq'],
        sql`time < ${before} and seq < (
          select max(newer.seq) from events as newer where newer.user_id = events.user_id)`,
      ),
  };
}

const insert = insertStatement<Tables['events']>('events');

/** Writes an event. Call it in the transaction of the change. */
export const recordEvent = (unit: Unit, event: EventRow): Promise<void> =>
  insert(unit, toColumns(event));

/** Writes events of changes of one user that were made at one time. */
export async function recordEvents(
  { db, engine }: Unit,
  changes: readonly Pick<Tables['events'], 'bookmark_id' | 'seq'>[],
  { userId, type, time }: Pick<EventRow, 'userId' | 'type' | 'time'>,
): Promise<void> {
  const columns = { bookmark_id: 'text', seq: 'whole' } as const;
  const { val } = sql;
  await db
    .insertInto('events')
    .columns(['user_id', 'bookmark_id', 'seq', 'type', 'time'])
    .expression(
      db
        .selectFrom(
          engine
            .rows<Pick<Tables['events'], 'bookmark_id' | 'seq'>>(columns, changes)
            .as('changed'),
        )
        .select([val(userId).as('user_id'), 'changed.bookmark_id', 'changed.seq'])
        .select([val(type).as('type'), val(time).as('time')]),
    )
    .execute();
}
