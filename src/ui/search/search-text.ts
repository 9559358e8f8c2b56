import type { BookmarkType } from '../../domain';
import {
  formatTerm,
  type NamedPeriod,
  type Period,
  type QueryField,
  type QueryState,
  type QueryTerm,
  STATES,
  TYPES,
} from '../../query';
import { formatNumber, type PlainKey, plural, t } from '../strings';
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
  favourite: 'searchIsFavourite',
  highlighted: 'searchIsHighlighted',
  error: 'searchIsError',
  offline: 'searchIsOffline',
  labelled: 'searchIsLabelled',
};

const TYPE_NAMES: Readonly<Record<BookmarkType, PlainKey>> = {
  article: 'searchTypeArticle',
  photo: 'searchTypePhoto',
  video: 'searchTypeVideo',
};

const PERIOD_NAMES: Readonly<Record<NamedPeriod, PlainKey>> = {
  today: 'searchPeriodToday',
  yesterday: 'searchPeriodYesterday',
  week: 'searchPeriodWeek',
  month: 'searchPeriodMonth',
  year: 'searchPeriodYear',
};

const UNIT_NAMES = {
  d: 'searchPeriodDays',
  w: 'searchPeriodWeeks',
  m: 'searchPeriodMonths',
  y: 'searchPeriodYears',
} as const;

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
    case 'date':
      return t(DATE_CHIPS[term.field], periodText(term.period));
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
      return t(PERIOD_NAMES[period.name]);
    case 'instant':
      return instantText(period.text);
    case 'last':
      return plural(UNIT_NAMES[period.unit], period.count);
    case 'calendar': {
      const { year, month, day } = period;
      const date = new Date(Date.UTC(2000, (month ?? 1) - 1, day ?? 1));
      date.setUTCFullYear(year);
      return new Intl.DateTimeFormat(undefined, {
        ...{ timeZone: 'UTC', year: 'numeric' },
        ...(month !== null && { month: 'long' }),
        ...(day !== null && { day: 'numeric' }),
      }).format(date);
    }
  }
}

const OFFSET_UNITS = { d: 'day', w: 'week', m: 'month', y: 'year' } as const;

/** Returns a time in words, such as `3 days ago`. */
function instantText(text: string): string {
  const offset = /^([+-]\d+)([dwmy])$/.exec(text);
  const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
  if (text === 'now') return relative.format(0, 'second');
  if (offset) {
    // The expression matches only these units.
    const unit = offset[2] as keyof typeof OFFSET_UNITS;
    return relative.format(Number(offset[1]), OFFSET_UNITS[unit]);
  }
  const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short' });
  return format.format(new Date(text));
}

/** Returns a sentence that says what is wrong and what to do. */
export function problemText(problem: SearchProblem): string {
  switch (problem.kind) {
    case 'empty-value':
      return t('searchProblemEmpty', `${problem.field}:`);
    case 'unknown-state':
      return t('searchProblemState', shortened(problem.value), STATES.join(', '));
    case 'unknown-type':
      return t('searchProblemType', shortened(problem.value), TYPES.join(', '));
    case 'bad-date':
      return t('searchProblemDate', shortened(problem.value));
    case 'bad-length':
      return t('searchProblemLength', shortened(problem.value));
    case 'no-words':
      return t('searchProblemNoWords', shortened(problem.value));
    case 'too-long':
      return t('searchProblemTooLong', formatNumber(MAX_QUERY));
  }
}

const LONGEST = 40;

/** Returns the start of a text that is too long for a sentence or a button. */
export const shortened = (text: string): string =>
  text.length <= LONGEST ? text : `${text.slice(0, LONGEST).replace(/[\uD800-\uDBFF]$/, '')}…`;
