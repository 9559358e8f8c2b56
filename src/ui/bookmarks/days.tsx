import { useMemo } from 'preact/hooks';
import { dayOf, mondayOf } from '../../domain/calendar';
import { t } from '../strings';
import type { Headings } from './bookmark-list';
import type { ListStore } from './list-store';

/** In rem. */
const HEADING_HEIGHT = 2.75;

/** The height of a heading, for the style sheet. */
export const HEADING_STYLE = { '--heading': `${HEADING_HEIGHT}rem` };

interface Day {
  /** The position of its first row. */
  readonly at: number;
  readonly title: string;
}

/** The periods that have a name of their own. Months before them are counted from 0 on. */
const LAST_WEEK = 1e6;
const THIS_WEEK = LAST_WEEK + 1;
const YESTERDAY = LAST_WEEK + 2;
const TODAY = LAST_WEEK + 3;

function periodOf(at: number, today: number): number {
  const day = dayOf(at);
  if (day >= today) return TODAY;
  if (day === today - 1) return YESTERDAY;
  const monday = mondayOf(today);
  if (day >= monday) return THIS_WEEK;
  if (day >= monday - 7) return LAST_WEEK;
  const date = new Date(at);
  return 12 * date.getFullYear() + date.getMonth();
}

function periodTitleOf(period: number): string {
  const language = t('language');
  if (period < LAST_WEEK) {
    const month = new Date(Math.floor(period / 12), period % 12);
    return new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric' }).format(month);
  }
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const text =
    period >= YESTERDAY
      ? relative.format(period - TODAY, 'day')
      : relative.format(period - THIS_WEEK, 'week');
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
}

/** Finds the days and months at which the rows of a list begin that is sorted by date. */
export function daysOf(savedAt: ArrayLike<number>, today: number): readonly Day[] {
  const days: Day[] = [];
  for (let at = 0; at < savedAt.length; ) {
    const period = periodOf(savedAt[at] ?? 0, today);
    days.push({ at, title: periodTitleOf(period) });
    let [from, to] = [at + 1, savedAt.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (periodOf(savedAt[middle] ?? 0, today) === period) from = middle + 1;
      else to = middle;
    }
    at = from;
  }
  return days;
}

/** Returns the days of a list as its headings. */
export function dayHeadings(savedAt: ArrayLike<number>, today: number): Headings {
  const days = daysOf(savedAt, today);
  const textPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  const headingPx = HEADING_HEIGHT * textPx;
  const before = (position: number) => days.filter(({ at }) => at < position).length;
  return {
    at(position) {
      const day = days.find(({ at }) => at === position);
      return day && <h2 class="row-day">{day.title}</h2>;
    },
    pxBefore: (position) => before(position) * headingPx,
    styleFrom: (position) => ({
      '--headings': days.length,
      '--headings-above': before(position),
    }),
    rowAt(y, linePx) {
      const above = days.filter(({ at }, nth) => at * linePx + nth * headingPx <= y).length;
      const row = Math.floor((y - above * headingPx) / linePx);
      return Math.max(days[above - 1]?.at ?? 0, row);
    },
  };
}

/** Returns the headings of a list; null if its rows are cards, or not in the order of the date shown. */
export function useDayHeadings(
  { choice, sort, savedAt }: Pick<ListStore, 'choice' | 'sort' | 'savedAt'>,
  areCards: boolean,
  now: number,
): Headings | null {
  const times = savedAt.value;
  const today = dayOf(now);
  const headings = useMemo(() => times && dayHeadings(times, today), [times, today]);
  const isByDate = sort.value.by === 'saved' && choice.value.view !== 'trash';
  return isByDate && !areCards ? headings : null;
}
