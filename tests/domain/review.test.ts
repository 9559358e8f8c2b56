import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BookmarkId } from '../../src/domain/bookmark';
import {
  answered,
  answersOf,
  chooseForDay,
  dueText,
  INTERVALS_DAYS,
  isDayFull,
  joinReviews,
  MAX_INTERVAL_DAYS,
  NOT_REVIEWED,
  parseReview,
  REVIEW_ANSWERS,
  reviewText,
} from '../../src/domain/review';

/** 2026-12-01 */
const TODAY = 20_788;

const day = fc.integer({ min: 0, max: 40_000 });
const answer = fc.constantFrom(...REVIEW_ANSWERS);
/** The review of a highlight after some answers. */
const review = fc
  .array(fc.tuple(answer, day), { maxLength: 12 })
  .map((all) => all.reduce((text, [given, at]) => answered(text, given, at), NOT_REVIEWED));

describe('an answer in the review', () => {
  it('doubles the days with Keep, and makes them four times as many with Less often', () => {
    const kept = answered(NOT_REVIEWED, 'keep', TODAY);
    expect(kept).toBe('2026-12-03/2');
    expect(answered(kept, 'keep', TODAY + 2)).toBe('2026-12-07/4');
    const less = answered(NOT_REVIEWED, 'less', TODAY);
    expect(less).toBe('2026-12-05/4');
    expect(answered(less, 'less', TODAY + 4)).toBe('2026-12-21/16');
    expect(answered(less, 'never', TODAY + 4)).toBe('never/2026-12-05');
  });

  it('ends at some years, and begins again after Never', () => {
    let text = NOT_REVIEWED;
    for (let times = 0; times < 30; times += 1) text = answered(text, 'less', TODAY);
    expect(parseReview(text)).toEqual({
      dueDay: TODAY + MAX_INTERVAL_DAYS,
      intervalDays: MAX_INTERVAL_DAYS,
      answeredDay: TODAY,
    });
    expect(answered(answered(text, 'never', TODAY), 'keep', TODAY)).toBe('2026-12-03/2');
  });

  it('is read as it was written, and its day is known from its text', () => {
    fc.assert(
      fc.property(review, answer, day, (before, given, at) => {
        const text = answered(before, given, at);
        expect(reviewText(text)).toBe(text);
        expect(parseReview(text)).toMatchObject({ answeredDay: at });
        expect(answersOf(at)).toContain(text);
        expect(answersOf(at + 1)).not.toContain(text);
        const { dueDay, intervalDays } = parseReview(text)!;
        expect(dueDay === null || dueDay > at).toBe(true);
        expect(given === 'never' || INTERVALS_DAYS.includes(intervalDays)).toBe(true);
      }),
    );
  });

  it.each([
    '2026-13-01/2',
    '2026-02-30/2',
    '2026-12-03/0',
    '2026-12-03',
    'never',
    'soon',
    '/2',
    '2026-12-03/99999',
  ])('is none in %j', (text) => {
    expect(parseReview(text)).toBeNull();
    expect(reviewText(text)).toBe(NOT_REVIEWED);
    expect(answered(text, 'keep', TODAY)).toBe('2026-12-03/2');
  });

  it('sorts by the day when it is due', () => {
    const due = [TODAY, TODAY + 9, TODAY + 40, TODAY + 400].map((at) => dueText(at, 2));
    expect(due.toSorted()).toEqual(due);
  });
});

describe('two answers to one highlight', () => {
  const any = fc.oneof(review, fc.string({ maxLength: 20 }));

  it('become Never, and otherwise the one that is due later', () => {
    expect(joinReviews('2026-12-03/2', '2026-12-05/4')).toBe('2026-12-05/4');
    expect(joinReviews('2026-12-03/2', NOT_REVIEWED)).toBe('2026-12-03/2');
    expect(joinReviews('2026-12-03/1024', 'never/2026-01-01')).toBe('never/2026-01-01');
  });

  it('become the same on both devices, whichever comes first and however often', () => {
    fc.assert(
      fc.property(any, any, any, (a, b, c) => {
        const joined = joinReviews(a, b);
        expect(joinReviews(b, a)).toBe(joined);
        expect(joinReviews(joined, a)).toBe(joined);
        expect(joinReviews(joinReviews(a, b), c)).toBe(joinReviews(a, joinReviews(b, c)));
        expect([reviewText(a), reviewText(b)]).toContain(joined);
      }),
    );
  });
});

interface Item {
  readonly id: number;
  readonly bookmarkId: BookmarkId;
}

const page = (name: string) => name as BookmarkId;
const itemsOf = (pages: readonly string[]): readonly Item[] =>
  pages.map((name, id) => ({ id, bookmarkId: page(name) }));
const pages = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 20 });

describe('the highlights of a day', () => {
  it('have at most two of a page before those of other pages', () => {
    const due = itemsOf(['a', 'a', 'a', 'a', 'b', 'c']);
    const chosen = chooseForDay({ due, given: [], perDay: 5 });
    expect(chosen.map(({ id }) => id)).toEqual([0, 1, 4, 5, 2]);
    expect(chooseForDay({ due, given: [], perDay: 0 })).toEqual([]);
  });

  it('may all be of one page if there is no other', () => {
    const chosen = chooseForDay({ due: itemsOf(['a', 'a', 'a', 'a']), given: [], perDay: 3 });
    expect(chosen.map(({ id }) => id)).toEqual([0, 1, 2]);
  });

  it('stay the same whichever of them are answered', () => {
    fc.assert(
      fc.property(pages, fc.nat(12), fc.array(fc.boolean()), (names, perDay, answers) => {
        const due = itemsOf(names);
        const all = chooseForDay({ due, given: [], perDay });
        const gone = all.filter((_, at) => answers[at]);
        const given = gone.map(({ bookmarkId }) => bookmarkId);
        const rest = due.filter((item) => !gone.includes(item));
        const left = chooseForDay({ due: rest, given, perDay });
        expect(new Set(left)).toEqual(new Set(all.filter((item) => !gone.includes(item))));
      }),
    );
  });

  it('do not depend on those that follow once the day is full', () => {
    fc.assert(
      fc.property(pages, pages, pages, fc.nat(12), (first, more, answers, perDay) => {
        const [read, unread] = [itemsOf(first), itemsOf(more)];
        const given = answers.map(page);
        fc.pre(isDayFull({ due: read, given, perDay }));
        const chosen = chooseForDay({ due: read, given, perDay });
        expect(chooseForDay({ due: [...read, ...unread], given, perDay })).toEqual(chosen);
      }),
    );
  });
});
