import type { BookmarkType } from '../domain/bookmark-fields';

/** The fields of text that a term can name (protocol.md section 13). */
export const SEARCH_FIELDS = ['title', 'author', 'site', 'label', 'note'] as const;
export type SearchField = (typeof SEARCH_FIELDS)[number];

/** One or more words to search for. It is the only kind of term that the service has. */
export interface TextTerm {
  readonly kind: 'text';
  /** null: every field. */
  readonly field: SearchField | null;
  /** The text as it was typed, without quotes and escapes. Several words form a phrase. */
  readonly text: string;
  /** True if the last word is a prefix. */
  readonly isPrefix: boolean;
  /** True if matching bookmarks are excluded. */
  readonly isExcluded: boolean;
}

/** A search of the service. A bookmark matches if all terms match. */
export interface TextQuery {
  readonly terms: readonly TextTerm[];
}

/** `unread` is 0 %, `reading` 1 to 99 %, `read` 100 %. These are the names of the service. */
export const READ_STATES = ['unread', 'reading', 'read'] as const;
export const STATES = [
  ...READ_STATES,
  'archived',
  'favourite',
  'highlighted',
  /** With a note about the page. */
  'noted',
  /** The server or the browser could not read the page. */
  'error',
  /** The article is on this device. */
  'offline',
  /** With a label. */
  'labelled',
] as const;
export type QueryState = (typeof STATES)[number];

/** The word of a state after `is:`. The view *Unread* has other pages than `unread`. */
export const wordOf = (state: QueryState): string => (state === 'unread' ? 'new' : state);

/** `is:new` */
export interface StateTerm {
  readonly kind: 'state';
  readonly state: QueryState;
  readonly isExcluded: boolean;
}

export const BOOKMARK_TYPES = [
  'article',
  'photo',
  'video',
] as const satisfies readonly BookmarkType[];

/** `type:video` */
export interface TypeTerm {
  readonly kind: 'type';
  readonly type: BookmarkType;
  readonly isExcluded: boolean;
}

export const DATE_FIELDS = ['before', 'after', 'during'] as const;
export type DateField = (typeof DATE_FIELDS)[number];

export const NAMED_PERIODS = ['today', 'yesterday', 'week', 'month', 'year'] as const;
export type NamedPeriod = (typeof NAMED_PERIODS)[number];
export type PeriodUnit = 'd' | 'w' | 'm' | 'y';

/** A period of the calendar, by the time zone of the person. */
export type Period =
  | {
      readonly kind: 'calendar';
      readonly year: number;
      /** 1 to 12; null: the whole year. */
      readonly month: number | null;
      /** null: the whole month. */
      readonly day: number | null;
    }
  /** `week`, `month` and `year` are the current ones. A week begins on Monday. */
  | { readonly kind: 'named'; readonly name: NamedPeriod }
  /** The last `count` days, weeks, months or years, which end with today. */
  | { readonly kind: 'last'; readonly count: number; readonly unit: PeriodUnit }
  /** An instant as the service writes it: RFC 3339 in UTC, `now`, or an offset such as `-7d`. */
  | { readonly kind: 'instant'; readonly text: string };

/**
 * When a bookmark was saved. `before` ends where the period begins, and `after` begins there. So each
 * bookmark is either before a period or after it. An instant belongs to both, as for the ranges of the
 * service. `during` has no instants.
 */
export interface DateTerm {
  readonly kind: 'date';
  readonly field: DateField;
  readonly period: Period;
  readonly isExcluded: boolean;
}

export type Comparison = '<' | '<=' | '>' | '>=' | '=';

/** The reading time in minutes. */
export type Length =
  | { readonly kind: 'compared'; readonly comparison: Comparison; readonly minutes: number }
  /** Both ends belong to it. */
  | { readonly kind: 'range'; readonly from: number; readonly to: number };

/** `length:<10` */
export interface LengthTerm {
  readonly kind: 'length';
  readonly length: Length;
  readonly isExcluded: boolean;
}

/** One condition. */
export type QueryTerm = TextTerm | StateTerm | TypeTerm | DateTerm | LengthTerm;

/** A search on this device. A bookmark matches if all terms match. */
export interface Query {
  readonly terms: readonly QueryTerm[];
}

/** The names of all fields of a search on this device. */
export const QUERY_FIELDS = [
  ...SEARCH_FIELDS,
  ...(['is', 'type'] as const),
  ...DATE_FIELDS,
  'length',
] as const;
export type QueryField = (typeof QUERY_FIELDS)[number];
