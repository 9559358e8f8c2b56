import type { BookmarkType } from '../../domain/bookmark-fields';
import {
  BOOKMARK_TYPES,
  formatTerm,
  type NamedPeriod,
  type Period,
  type QueryField,
  type QueryState,
  type QueryTerm,
  STATES,
  wordOf,
} from '../../query';
import { formatNumber, type PlainKey, t } from '../strings';
import { MAX_QUERY, type SearchProblem } from './searched-query';

/** The description of each field. */
export const FIELD_TEXTS: Readonly<Record<QueryField, PlainKey>> = {
  title: 'searchFieldTitle',
  author: 'searchFieldAuthor',
  site: 'searchFieldSite',
  label: 'searchFieldLabel',
  note: 'searchFieldNote',
  is: 'searchFieldIs',
  type: 'searchFieldType',
  before: 'searchFieldBefore',
  after: 'searchFieldAfter',
  during: 'searchFieldDuring',
  length: 'searchFieldLength',
};

const STATE_NAMES: Readonly<Record<QueryState, PlainKey>> = {
  unread: 'searchIsUnread',
  reading: 'searchIsReading',
  read: 'searchIsRead',
  archived: 'searchIsArchived',
  favourite: 'actionFavourite',
  highlighted: 'searchIsHighlighted',
  noted: 'highlightNote',
  error: 'searchIsError',
  offline: 'searchIsOffline',
  labelled: 'searchIsLabelled',
};

const TYPE_NAMES: Readonly<Record<BookmarkType, PlainKey>> = {
  article: 'searchTypeArticle',
  photo: 'searchTypePhoto',
  video: 'searchTypeVideo',
};

const DATE_CHIPS = {
  before: 'searchChipBefore',
  after: 'searchChipAfter',
  during: 'searchChipDuring',
} as const;

const TEXT_CHIPS = {
  label: 'searchChipLabel',
  site: 'searchChipSite',
  author: 'searchChipAuthor',
} as const;

/** Returns the text of a condition's chip. null: the term is only words, which have no chip. */
export function chipText(term: QueryTerm): string | null {
  const text = conditionText(term);
  return text !== null && term.isExcluded ? t('searchChipNot', text) : text;
}

function conditionText(term: QueryTerm): string | null {
  switch (term.kind) {
    case 'state':
      return t(STATE_NAMES[term.state]);
    case 'type':
      return t(TYPE_NAMES[term.type]);
    case 'date': {
      // The last days are those since a day.
      const isSince = term.field === 'during' && term.period.kind === 'last';
      return t(DATE_CHIPS[isSince ? 'after' : term.field], periodText(term.period));
    }
    case 'length':
      return t(
        'searchChipLength',
        formatTerm({ ...term, isExcluded: false }).slice('length:'.length),
      );
    case 'text': {
      const { field, text, isPrefix } = term;
      if (field !== 'label' && field !== 'site' && field !== 'author') return null;
      return t(TEXT_CHIPS[field], isPrefix ? `${text}…` : text);
    }
  }
}

/** Returns the name of a period. */
export function periodText(period: Period): string {
  switch (period.kind) {
    case 'named':
      return relativeText(...NAMED_OFFSETS[period.name]);
    case 'instant':
      return instantText(period.text);
    case 'last':
      return relativeText(-period.count, OFFSET_UNITS[period.unit], 'always');
    case 'calendar': {
      const { year, month, day } = period;
      const date = new Date(Date.UTC(2000, (month ?? 1) - 1, day ?? 1));
      date.setUTCFullYear(year);
      return new Intl.DateTimeFormat(undefined, {
        timeZone: 'UTC',
        year: 'numeric',
        ...(month !== null && { month: 'long' }),
        ...(day !== null && { day: 'numeric' }),
      }).format(date);
    }
  }
}

const NAMED_OFFSETS: Readonly<Record<NamedPeriod, readonly [number, OffsetUnit]>> = {
  today: [0, 'day'],
  yesterday: [-1, 'day'],
  week: [0, 'week'],
  month: [0, 'month'],
  year: [0, 'year'],
};

const OFFSET_UNITS = { d: 'day', w: 'week', m: 'month', y: 'year' } as const;
type OffsetUnit = (typeof OFFSET_UNITS)[keyof typeof OFFSET_UNITS];

/** Returns a time in words, such as `this week` or `7 days ago`. */
const relativeText = (
  offset: number,
  unit: OffsetUnit | 'second',
  numeric: 'auto' | 'always' = 'auto',
): string => new Intl.RelativeTimeFormat(t('language'), { numeric }).format(offset, unit);

/** Returns a time in words, such as `3 days ago`. */
function instantText(text: string): string {
  const offset = /^([+-]\d+)([dwmy])$/.exec(text);
  if (text === 'now') return relativeText(0, 'second');
  if (offset) {
    // The expression matches only these units.
    const unit = offset[2] as keyof typeof OFFSET_UNITS;
    return relativeText(Number(offset[1]), OFFSET_UNITS[unit]);
  }
  const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short' });
  return format.format(new Date(text));
}

/** Returns a sentence that says what is wrong and what to do. */
export function searchProblemText(problem: SearchProblem): string {
  switch (problem.kind) {
    case 'empty-value':
      return t('searchProblemEmpty', `${problem.field}:`);
    case 'unknown-state':
      return t('searchProblemState', shortenedTerm(problem.value), STATES.map(wordOf).join(', '));
    case 'unknown-type':
      return t('searchProblemType', shortenedTerm(problem.value), BOOKMARK_TYPES.join(', '));
    case 'bad-date':
      return t('searchProblemDate', shortenedTerm(problem.value));
    case 'bad-length':
      return t('searchProblemLength', shortenedTerm(problem.value));
    case 'no-words':
      return t('searchProblemNoWords', shortenedTerm(problem.value));
    case 'too-long':
      return t('searchProblemTooLong', formatNumber(MAX_QUERY));
  }
}

const MAX_SHORT_LENGTH = 40;

/** Returns the start of a text that is too long for a sentence or a button. */
export const shortenedTerm = (text: string): string =>
  text.length <= MAX_SHORT_LENGTH
    ? text
    : `${text.slice(0, MAX_SHORT_LENGTH).replace(/[\uD800-\uDBFF]$/, '')}…`;
