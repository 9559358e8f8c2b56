import { choices, flag, form, integer, text, texts } from '../form/field';
import { BOOKMARK_TYPES } from './bookmark';

/** `unread` is 0 %, `reading` 1 to 99 %, `read` 100 %. */
export const READ_STATUSES = ['unread', 'reading', 'read'] as const;
export type ReadStatus = (typeof READ_STATUSES)[number];

const KEYS = ['created', 'domain', 'duration', 'published', 'site', 'title'] as const;
/** Sort keys of bookmarks; `-` reverses the order (protocol.md section 7.1). */
const BOOKMARK_SORTS = [...KEYS, ...KEYS.map((key) => `-${key}` as const)] as const;
export type BookmarkSort = (typeof BOOKMARK_SORTS)[number];

/** Length of a search in UTF-16 code units: room for some of the longest labels in quotes. */
export const MAX_SEARCH_LENGTH = 4096;
/**
 * The maximum number of ids in one request (protocol.md section 17: existing clients send some
 * thousand).
 */
export const MAX_IDS = 20_000;
export const MAX_ID_LENGTH = 64;
/** A date, or an expression such as `-3d`. */
const MAX_DATE_EXPRESSION_LENGTH = 64;

const words = () => text({ max: MAX_SEARCH_LENGTH });
const rangeEnd = () => text({ max: MAX_DATE_EXPRESSION_LENGTH, isDateExpression: true });

/** The filters of bookmarks in lists, exports, feeds and collections (sections 7.1 and 10). */
export const bookmarkFilters = form(() => ({
  search: words(),
  title: words(),
  author: words(),
  site: words(),
  type: choices(BOOKMARK_TYPES),
  labels: words(),
  note: words(),
  read_status: choices(READ_STATUSES),
  is_marked: flag(),
  is_archived: flag(),
  is_loaded: flag(),
  has_errors: flag(),
  has_labels: flag(),
  has_annotations: flag(),
  range_start: rangeEnd(),
  range_end: rangeEnd(),
}));

/** The search parameters of lists without pages. Unknown sort keys are ignored. */
export const bookmarkSearch = form(() => ({
  ...bookmarkFilters.fields,
  id: texts({ max: MAX_ID_LENGTH, maxItems: MAX_IDS }),
  collection: text({ max: MAX_ID_LENGTH }),
  sort: choices(BOOKMARK_SORTS, { ignoresUnknown: true }),
}));

/** A `limit` of 0 is the route's default; a larger limit than the maximum is reduced to it. */
export const paging = form(() => ({
  limit: integer({ min: 0 }),
  offset: integer({ min: 0 }),
}));
