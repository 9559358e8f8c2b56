import type { BookmarkId } from './bookmark';
import { instantOf } from './calendar';
import { DAY_MS } from './time';

// The review shows some highlights a day. docs/decisions/review.md has the rule and its reasons. Days are
// numbers, as `dayOf` in calendar.ts makes them.

/** The answers of a person to a highlight in the review. */
export const REVIEW_ANSWERS = ['keep', 'less', 'never'] as const;
export type ReviewAnswer = (typeof REVIEW_ANSWERS)[number];

/**
 * The last answer, as the highlight has it: `2026-12-03/2` is due again on that day, two days after the
 * answer. `never/2026-12-01` is not shown again. Empty: there was no answer yet. The forms sort by the
 * day when they are due.
 */
export type ReviewText = string;

/** Highlights that were not answered yet. */
export const NOT_REVIEWED: ReviewText = '';

/** A highlight is due again after this many days at the most. */
export const MAX_INTERVAL_DAYS = 1024;

/** The intervals that answers give. Each is a power of two, so the review of a day is found by its texts. */
export const INTERVALS_DAYS: readonly number[] = Array.from(
  { length: 10 },
  (_, at) => 2 ** (at + 1),
);

const FORM = /^(?:(\d{4}-\d{2}-\d{2})\/([1-9]\d{0,3})|never\/(\d{4}-\d{2}-\d{2}))$/;

interface Review {
  /** The day when it is shown again; null: never. */
  readonly dueDay: number | null;
  readonly intervalDays: number;
  /** The day of the answer. */
  readonly answeredDay: number;
}

/** Reads an answer. null: there is none, or another program wrote something else. */
export function parseReview(text: ReviewText): Review | null {
  const [, due, interval, never] = FORM.exec(text) ?? [];
  const day = numberOfDay(due ?? never ?? '');
  if (day === null) return null;
  if (due === undefined) return { dueDay: null, intervalDays: 0, answeredDay: day };
  const intervalDays = Number(interval);
  return { dueDay: day, intervalDays, answeredDay: day - intervalDays };
}

/** Returns the text of a server or a file, and that of no answer for any other. */
export const reviewText = (text: string): ReviewText =>
  parseReview(text) === null ? NOT_REVIEWED : text;

/** Returns the day as `2026-12-03`, by which texts begin. */
export const dayText = (day: number): string => new Date(instantOf(day)).toISOString().slice(0, 10);

function numberOfDay(text: string): number | null {
  const day = Date.parse(`${text}T00:00Z`) / DAY_MS;
  return Number.isNaN(day) || dayText(day) !== text ? null : day;
}

export const dueText = (dueDay: number, intervalDays: number): ReviewText =>
  `${dayText(dueDay)}/${intervalDays}`;

const neverText = (day: number): ReviewText => `never/${dayText(day)}`;

/**
 * Returns the review after an answer. A new highlight waits for a day. *Keep* doubles the time, *Less often*
 * makes it four times as long.
 */
export function answered(before: ReviewText, answer: ReviewAnswer, today: number): ReviewText {
  if (answer === 'never') return neverText(today);
  const interval = parseReview(before)?.intervalDays || 1;
  const longer = Math.max(2, interval * (answer === 'keep' ? 2 : 4));
  const intervalDays = INTERVALS_DAYS.findLast((days) => days <= longer) ?? MAX_INTERVAL_DAYS;
  return dueText(today + intervalDays, intervalDays);
}

/** Returns the texts of all answers of a day. */
export const answersOf = (day: number): readonly ReviewText[] => [
  ...INTERVALS_DAYS.map((days) => dueText(day + days, days)),
  neverText(day),
];

/**
 * Returns what holds of two answers to a highlight on different devices: *never*, and otherwise the one that is due
 * later.
 */
export function joinReviews(one: ReviewText, other: ReviewText): ReviewText {
  const [first, second] = [rankOf(one), rankOf(other)];
  const at = first.findIndex((value, place) => value !== second[place]);
  return reviewText((first[at] ?? 0) >= (second[at] ?? 0) ? one : other);
}

/** Sorts answers, the one that holds last. */
function rankOf(text: ReviewText): readonly number[] {
  const review = parseReview(text);
  if (review === null) return [0, 0, 0];
  const { dueDay, answeredDay, intervalDays } = review;
  return dueDay === null ? [2, answeredDay, 0] : [1, dueDay, intervalDays];
}

/** At most so many highlights of one page come before those of other pages. */
const PER_PAGE = 2;

/** A highlight that can be shown. */
interface Reviewable {
  readonly bookmarkId: BookmarkId;
}

/** The answers of a day, and the highlights that can be shown. */
export interface ReviewDay<Item extends Reviewable> {
  /** The first one to show is first. */
  readonly due: readonly Item[];
  /** The pages of the highlights that were answered on the day. */
  readonly given: readonly BookmarkId[];
  /** The number of highlights of a day, with those. */
  readonly perDay: number;
}

/** Chooses the highlights that are still to be shown on a day. An answer to one of them changes no other. */
export const chooseForDay = <Item extends Reviewable>(day: ReviewDay<Item>): readonly Item[] =>
  inTurns(day)
    .sort((a, b) => a.turn - b.turn)
    .slice(0, leftOf(day))
    .map(({ item }) => item);

/** Returns true if no highlight that follows those in `due` would be chosen, whatever its page is. */
export const isDayFull = (day: ReviewDay<Reviewable>): boolean =>
  inTurns(day).filter(({ turn }) => turn === 0).length >= leftOf(day);

const leftOf = ({ given, perDay }: ReviewDay<Reviewable>): number =>
  Math.max(0, perDay - given.length);

/** Each page has a place for `PER_PAGE` highlights in each turn. */
function inTurns<Item extends Reviewable>({ due, given }: ReviewDay<Item>) {
  const counts = new Map<BookmarkId, number>();
  const turnOf = (page: BookmarkId): number => {
    const count = counts.get(page) ?? 0;
    counts.set(page, count + 1);
    return Math.floor(count / PER_PAGE);
  };
  for (const page of given) turnOf(page);
  return due.map((item) => ({ item, turn: turnOf(item.bookmarkId) }));
}
