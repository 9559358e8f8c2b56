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
