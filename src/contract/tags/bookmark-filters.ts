import { choices, flag, integer, text, texts } from '../form/field';
import { isRangeEnd } from '../form/rules';
import { BOOKMARK_TYPES } from './bookmark';

/** Nothing read (0 %), something (1 to 99 %), all of it (100 %). */
export const READ_STATUSES = ['unread', 'reading', 'read'] as const;
export type ReadStatus = (typeof READ_STATUSES)[number];

const KEYS = ['created', 'domain', 'duration', 'published', 'site', 'title'] as const;
/** What bookmarks can be ordered by; `-` turns an order around (protocol.md section 7.1). */
export const BOOKMARK_SORTS = [...KEYS, ...KEYS.map((key) => `-${key}` as const)] as const;
export type BookmarkSort = (typeof BOOKMARK_SORTS)[number];

/** What chooses bookmarks, the same in lists, exports, feeds and collections (sections 7.1 and 10). */
export const bookmarkFilters = {
  search: text(),
  title: text(),
  author: text(),
  site: text(),
  type: choices(BOOKMARK_TYPES),
  labels: text(),
  note: text(),
  read_status: choices(READ_STATUSES),
  is_marked: flag(),
  is_archived: flag(),
  is_loaded: flag(),
  has_errors: flag(),
  has_labels: flag(),
  range_start: text({ test: isRangeEnd }),
  range_end: text({ test: isRangeEnd }),
};

/** The search parameters of lists that aren't cut in pages. An unknown order is ignored, as today. */
export const bookmarkSearch = {
  ...bookmarkFilters,
  id: texts(),
  collection: text(),
  sort: choices(BOOKMARK_SORTS, { ignoresUnknown: true }),
};

/** `limit` 0 is the route's own page size; above the greatest it is cut to it. */
export const paging = { limit: integer({ min: 0 }), offset: integer({ min: 0 }) };
