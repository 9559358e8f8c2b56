import { sql } from 'kysely';
import { type UnixMs, unixMs } from '../../src/domain';
import type { ChangeListener, ChangeNotifier, Dispose } from './change-notifier';
import type { Session, Unit } from './database-session';
import type { UserId } from './ids';
import type { EventTable } from './schema/tables';
import { insertStatement } from './statement';

/** One change of a bookmark. The changes of a user are numbered in the order of their commits. */
export interface EventRow {
  readonly userId: UserId;
  /** Increases, possibly with gaps. It is the `id` in the server-sent stream. */
  readonly seq: number;
  readonly bookmarkId: string;
  readonly type: 'update' | 'delete';
  readonly time: UnixMs;
}

export interface EventRepository {
  /** Lists up to `limit` events after `seq`, in order. */
  after(userId: UserId, seq: number, limit: number): Promise<readonly EventRow[]>;
  /** Returns the number of the newest event; 0 when there is none. */
  latest(userId: UserId): Promise<number>;
  /**
   * Tells whether all events after `seq` still exist. False when some were pruned and for unknown
   * numbers.
   */
  reaches(userId: UserId, seq: number): Promise<boolean>;
  /** Notifies of committed changes and jobs of every process, possibly more than once. */
  listen(listener: ChangeListener): Dispose;
  /** Deletes events from before `before`, except the newest of each user. */
  prune(before: UnixMs): Promise<void>;
}

/** Creates the repository of events. */
export function createEvents(
  { db, write }: Session,
  notifier: Pick<ChangeNotifier, 'subscribe'>,
): EventRepository {
  return {
    async after(userId, seq, limit) {
      const rows = await db
        .selectFrom('events')
        .selectAll()
        .where('user_id', '=', userId)
        .where('seq', '>', seq)
        .orderBy('seq')
        .limit(limit)
        .execute();
      return rows.map((row) => ({
        userId: row.user_id,
        seq: row.seq,
        bookmarkId: row.bookmark_id,
        type: row.type === 'delete' ? 'delete' : 'update',
        time: unixMs(row.time),
      }));
    },
    async latest(userId) {
      const { seq } = await db
        .selectFrom('events')
        .select(({ fn }) => fn.max('seq').as('seq'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      // Without rows the maximum is null.
      return seq ?? 0;
    },
    async reaches(userId, seq) {
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
    listen: (listener) => notifier.subscribe(listener),
    async prune(before) {
      await write((unit) =>
        unit.db
          .deleteFrom('events')
          .where('time', '<', before)
          .where(({ eb, selectFrom }) =>
            eb(
              'seq',
              '<',
              selectFrom('events as newer')
                .select(({ fn }) => fn.max('newer.seq').as('seq'))
                .whereRef('newer.user_id', '=', 'events.user_id'),
            ),
          )
          .execute(),
      );
    },
  };
}

const insert = insertStatement<EventTable>('events');

/** Writes an event. Call it in the transaction of the change. */
export const recordEvent = (
  unit: Unit,
  { userId, seq, bookmarkId, type, time }: EventRow,
): Promise<void> => insert(unit, { user_id: userId, seq, bookmark_id: bookmarkId, type, time });

/** Writes events of changes of one user that were made at one time. */
export async function recordEvents(
  { db, engine }: Unit,
  changes: readonly Pick<EventTable, 'bookmark_id' | 'seq'>[],
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
          engine.rows<Pick<EventTable, 'bookmark_id' | 'seq'>>(columns, changes).as('changed'),
        )
        .select([val(userId).as('user_id'), 'changed.bookmark_id', 'changed.seq'])
        .select([val(type).as('type'), val(time).as('time')]),
    )
    .execute();
}
