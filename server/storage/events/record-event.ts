import { sql } from 'kysely';
import { insertStatement } from '../insert-statement';
import type { EventTable } from '../schema/bookmark-tables';
import type { Unit } from '../session';
import type { EventRow } from './event';

const insert = insertStatement<EventTable>('events');

/** Writes an event, in the transaction of what it tells of. */
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
          engine.rows<Pick<EventTable, 'bookmark_id' | 'seq'>>(columns, changes).as('given'),
        )
        .select([val(userId).as('user_id'), 'given.bookmark_id', 'given.seq'])
        .select([val(type).as('type'), val(time).as('time')]),
    )
    .execute();
}
