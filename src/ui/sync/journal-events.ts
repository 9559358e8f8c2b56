import { MINUTE_MS } from '../../domain/time';
import type { JournalRow } from '../../library';
import { kindText } from './journal-text';

/** Entries of one page that differ only in what of it was changed, for example in its highlights. */
export type JournalEvent = readonly [JournalRow, ...JournalRow[]];

/** Entries that are farther apart are no single event. */
const ONE_EVENT_MS = MINUTE_MS;

/** Joins entries that follow each other and are one event. */
export function eventsOf(
  rows: readonly JournalRow[],
  canJoin: (row: JournalRow) => boolean = () => true,
): readonly JournalEvent[] {
  const events: [JournalRow, ...JournalRow[]][] = [];
  for (const row of rows) {
    const last = events.at(-1);
    const isJoined = last && canJoin(row) && canJoin(last[0]) && isOneEvent(last[0], row);
    if (isJoined) last.push(row);
    else events.push([row]);
  }
  return events;
}

const isOneEvent = (first: JournalRow, row: JournalRow): boolean =>
  row.bookmarkId !== null &&
  row.bookmarkId === first.bookmarkId &&
  row.kind === first.kind &&
  kindText(row) === kindText(first) &&
  Math.abs(first.at - row.at) <= ONE_EVENT_MS;
