import type { Bookmark, BookmarkId } from '../../domain/bookmark';
import { dayOf } from '../../domain/calendar';
import type { Highlight } from '../../domain/highlight';
import {
  answersOf,
  chooseForDay,
  dayText,
  isDayFull,
  NOT_REVIEWED,
  parseReview,
} from '../../domain/review';
import { DAY_MS } from '../../domain/time';
import { fromRow, trashedIds } from '../database/bookmark-rows';
import type { Dispose } from '../database/commit';
import { watch } from '../database/live';
import type { HighlightRow } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import { repository } from '../database/store';

/** A day as `dayOf` numbers it, and the number of highlights that a person wants to see in one. */
export interface ReviewQuery {
  readonly today: number;
  readonly perDay: number;
}

export interface ReviewedHighlight {
  readonly highlight: Highlight;
  readonly bookmark: Bookmark;
}

export interface ReviewOfDay {
  /** Those that are still to be shown, the next one first. */
  readonly left: readonly ReviewedHighlight[];
  /** Number of those that were answered today, also on other devices. */
  readonly done: number;
  /** The next day with something to show, which is today if there is; null: there is none. */
  readonly nextDay: number | null;
  /** True if the library has no highlights. */
  readonly isEmpty: boolean;
}

/** The highlights of a day to look at again. docs/decisions/review.md has the rule. */
export const reviewRepository = repository({
  read: ({ db }, query: ReviewQuery): Promise<ReviewOfDay> => readDay(db, query),

  watch: (store, query: ReviewQuery, listener: (day: ReviewOfDay) => void): Dispose =>
    watch(store, () => readDay(store.db, query), listener),
});

const readDay = (db: LibraryDatabase, query: ReviewQuery): Promise<ReviewOfDay> =>
  // One transaction, so that each of the many short reads does not start its own.
  db.transaction('r', ['highlights', 'bookmarks'], async () => {
    const { today, perDay } = query;
    const trashed = new Set(await trashedIds(db));
    const given = await pagesAnswered(db, today);
    const due = await readDue(db, query, given, trashed);
    const chosen = chooseForDay({ due, given, perDay });
    const bookmarks = await db.bookmarks.bulkGet(chosen.map(({ bookmarkId }) => bookmarkId));
    const left = chosen.flatMap((highlight, at) => {
      const bookmark = bookmarks[at];
      return bookmark === undefined ? [] : [{ highlight, bookmark: fromRow(bookmark) }];
    });
    const hasMore = due.length > chosen.length;
    return {
      left,
      done: given.length,
      nextDay: left.length > 0 ? today : hasMore ? today + 1 : await nextDay(db, today, trashed),
      isEmpty: (await db.highlights.limit(1).primaryKeys()).length === 0,
    };
  });

/** Returns the pages of the highlights that were answered on a day. */
async function pagesAnswered(db: LibraryDatabase, day: number): Promise<readonly BookmarkId[]> {
  const found = await Promise.all(
    answersOf(day).map((text) => ofText(db, text, text).limit(MAX_READ).toArray()),
  );
  return found.flat().map(({ bookmarkId }) => bookmarkId);
}

/** Highlights of one page may be many. No more than these are read to find others. */
const MAX_READ = 2000;
const FIRST_READ = 50;

/** A position in the index. */
type Place = readonly [review: string, created: number, id: string];

/** Returns highlights with answers from one text to another, in their order. */
const ofText = (db: LibraryDatabase, from: string, to: string) =>
  between(db, [from, -Infinity, ''], [to, Infinity, '']);

const between = (db: LibraryDatabase, from: Place, to: Place, includesFirst = true) =>
  db.highlights.where('[review+created+id]').between(from, to, includesFirst, true);

/**
 * Reads the highlights that are due: first those that come back, the longest due first, then those that
 * were never shown, the oldest first. Ends when no other can be chosen.
 */
async function readDue(
  db: LibraryDatabase,
  { today, perDay }: ReviewQuery,
  given: readonly BookmarkId[],
  trashed: ReadonlySet<BookmarkId>,
): Promise<readonly HighlightRow[]> {
  const due: HighlightRow[] = [];
  const ranges: readonly (readonly [Place, Place])[] = [
    [
      [FIRST_DUE, -Infinity, ''],
      [dueUntil(today), Infinity, ''],
    ],
    // Somewhere on earth, a day ends up to a day later.
    [
      [NOT_REVIEWED, -Infinity, ''],
      [NOT_REVIEWED, (today + 1) * DAY_MS, ''],
    ],
  ];
  let read = 0;
  for (const [first, last] of ranges) {
    let [from, size, isFirst] = [first, FIRST_READ, true];
    while (read < MAX_READ) {
      const limit = Math.min(size, MAX_READ - read);
      const batch = await between(db, from, last, isFirst).limit(limit).toArray();
      read += batch.length;
      due.push(...batch.filter((row) => isDue(row, today) && !trashed.has(row.bookmarkId)));
      const end = batch.at(-1);
      if (end === undefined || batch.length < limit) break;
      // One more than can be chosen says that there is something tomorrow.
      if (due.length > perDay && isDayFull({ due, given, perDay })) return due;
      [from, size, isFirst] = [[end.review, end.created, end.id], size * 2, false];
    }
  }
  return due;
}

/** Texts with a day begin with a digit, all others are before or after those. */
const FIRST_DUE = '0';
const dueUntil = (day: number): string => `${dayText(day)}/\uffff`;

/** The day when a highlight is due. */
function dueDayOf({ review, created }: Pick<Highlight, 'review' | 'created'>): number | null {
  const answer = parseReview(review);
  return answer === null ? dayOf(created) + 1 : answer.dueDay;
}

function isDue(row: Highlight, today: number): boolean {
  const day = dueDayOf(row);
  return day !== null && day <= today;
}

/** Returns the next day after today with something to show. */
async function nextDay(
  db: LibraryDatabase,
  today: number,
  trashed: ReadonlySet<BookmarkId>,
): Promise<number | null> {
  const isListed = ({ bookmarkId }: Highlight) => !trashed.has(bookmarkId);
  const starts: readonly (readonly [Place, Place])[] = [
    [
      [dueUntil(today), -Infinity, ''],
      [LAST_DUE, Infinity, ''],
    ],
    [
      [NOT_REVIEWED, -Infinity, ''],
      [NOT_REVIEWED, Infinity, ''],
    ],
  ];
  const next = await Promise.all(
    starts.map(([from, to]) => between(db, from, to).limit(MAX_READ).and(isListed).first()),
  );
  const days = next.flatMap((row) => (row && dueDayOf(row)) ?? []);
  return days.length === 0 ? null : Math.max(today + 1, Math.min(...days));
}

const LAST_DUE = '9\uffff';
