import { MINUTE_MS } from '../../domain/time';
import type { JournalRow } from '../../library';
import { kindText } from './journal-text';

/**
 * Entries that are shown as one: of one page, where they differ only in what of it was changed, for
 * example in its highlights, or of several pages to which the same happened.
 */
export type JournalEvent = readonly [JournalRow, ...JournalRow[]];

/** Entries that are farther apart are no single event. */
const ONE_EVENT_MS = MINUTE_MS;

/** Fewer pages are shown one by one. */
const MIN_PAGES = 4;

/** Joins entries that follow each other and are one event. */
export function eventsOf(
  rows: readonly JournalRow[],
  canJoin: (row: JournalRow) => boolean = () => true,
): readonly JournalEvent[] {
  const events: [JournalRow, ...JournalRow[]][] = [];
  for (const row of rows) {
    const last = events.at(-1);
    const isJoined = last && canJoin(row) && canJoin(last[0]) && isOneEvent(last, row);
    if (isJoined) last.push(row);
    else events.push([row]);
  }
  return events.flatMap((event): readonly JournalEvent[] => {
    const pages = pagesOf(event);
    return pages.length < MIN_PAGES ? pages : [event];
  });
}

/** Returns the entries of each page of an event. */
export const pagesOf = (event: JournalEvent): readonly JournalEvent[] =>
  [...Map.groupBy(event, ({ bookmarkId }) => bookmarkId).values()].flatMap(
    ([first, ...others]): readonly JournalEvent[] => (first ? [[first, ...others]] : []),
  );

const isOfPages = (event: JournalEvent): boolean => pagesOf(event).length > 1;

function isOneEvent(event: JournalEvent, row: JournalRow): boolean {
  const [first] = event;
  const isAlike =
    row.bookmarkId !== null &&
    first.bookmarkId !== null &&
    row.kind === first.kind &&
    kindText(row) === kindText(first) &&
    Math.abs(first.at - row.at) <= ONE_EVENT_MS;
  if (!isAlike) return false;
  const isSamePage = row.bookmarkId === first.bookmarkId && !isOfPages(event);
  return isSamePage || [...event, row].every(isPlain);
}

/** True if an entry says only what happened to a page. */
const isPlain = ({ highlight, changes }: JournalRow): boolean =>
  highlight === undefined && changes.length === 0;
