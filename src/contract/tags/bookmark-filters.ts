import { choices, flag, integer, text, texts } from '../form/field';
import { isRangeEnd } from '../form/rules';
import { described } from '../schema/record';
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
const MAX_DATE_LENGTH = 64;

const words = () => text({ max: MAX_SEARCH_LENGTH });
const rangeEnd = () => text({ max: MAX_DATE_LENGTH, test: isRangeEnd });

/** The filters of bookmarks in lists, exports, feeds and collections (sections 7.1 and 10). */
export const bookmarkFilters = {
  search: described(
    words(),
    'Search in all fields. `foo*` finds `foo` and all words that begin with it, also `f*`; `-foo` excludes a word. A search that takes too long is stopped with 503.',
  ),
  title: described(words(), 'Search in titles.'),
  author: described(words(), 'Search in authors.'),
  site: described(words(), 'Search in names and hosts of sites.'),
  type: described(choices(BOOKMARK_TYPES), 'article, photo or video.'),
  labels: described(
    words(),
    'Search in labels. All must match; `foo*` matches a prefix, `-foo` excludes a label.',
  ),
  note: described(words(), 'Search in the notes of annotations.'),
  read_status: described(
    choices(READ_STATUSES),
    'unread (0 %), reading (1 to 99 %), read (100 %).',
  ),
  is_marked: described(flag(), 'True for a favourite.'),
  is_archived: described(flag(), 'True for an archived bookmark.'),
  is_loaded: described(flag(), 'True if the page has been processed.'),
  has_errors: described(flag(), 'True if processing the page failed.'),
  has_labels: described(flag(), 'True if it has labels.'),
  has_annotations: described(flag(), 'True if it has annotations.'),
  range_start: described(
    rangeEnd(),
    'Created at or after: a date, `now`, or an offset such as `-3d`, `-2w`, `-6m`, `-1y`.',
  ),
  range_end: described(rangeEnd(), 'Created at or before; the same forms.'),
};

/** The search parameters of lists without pages. Unknown sort keys are ignored. */
export const bookmarkSearch = {
  ...bookmarkFilters,
  id: described(texts({ max: MAX_ID_LENGTH, maxItems: MAX_IDS }), 'Id.'),
  collection: described(
    text({ max: MAX_ID_LENGTH }),
    'Id of a collection whose filters are applied.',
  ),
  sort: described(
    choices(BOOKMARK_SORTS, { ignoresUnknown: true }),
    'Sort keys, most significant first; `-` reverses one.',
  ),
};

/** A `limit` of 0 is the route's default; a larger limit than the maximum is reduced to it. */
export const paging = {
  limit: described(
    integer({ min: 0 }),
    'Page size; 0 is the default of the route, 100 the maximum.',
  ),
  offset: described(integer({ min: 0 }), 'How many items to skip.'),
};
