import { choices, flag, integer, text, texts } from '../form/field';
import { isRangeEnd } from '../form/rules';
import { described } from '../schema/record';
import { BOOKMARK_TYPES } from './bookmark';

/** Nothing read (0 %), something (1 to 99 %), all of it (100 %). */
export const READ_STATUSES = ['unread', 'reading', 'read'] as const;
export type ReadStatus = (typeof READ_STATUSES)[number];

const KEYS = ['created', 'domain', 'duration', 'published', 'site', 'title'] as const;
/** What bookmarks can be ordered by; `-` turns an order around (protocol.md section 7.1). */
export const BOOKMARK_SORTS = [...KEYS, ...KEYS.map((key) => `-${key}` as const)] as const;
export type BookmarkSort = (typeof BOOKMARK_SORTS)[number];

/** Length of a search in UTF-16 code units: room for some of the longest labels in quotes. */
export const MAX_SEARCH_LENGTH = 4096;
/** Ids that one request names (protocol.md section 17: clients of today send some thousand). */
export const MAX_IDS = 20_000;
export const MAX_ID_LENGTH = 64;
/** A date, or an expression such as `-3d`. */
const MAX_DATE_LENGTH = 64;

const words = () => text({ max: MAX_SEARCH_LENGTH });
const rangeEnd = () => text({ max: MAX_DATE_LENGTH, test: isRangeEnd });

/** What chooses bookmarks, the same in lists, exports, feeds and collections (sections 7.1 and 10). */
export const bookmarkFilters = {
  search: described(words(), 'Search in everything.'),
  title: described(words(), 'Title; as a filter: search in the titles.'),
  author: described(words(), 'Search in the authors.'),
  site: described(words(), 'Host of the site; as a filter: search in names and hosts.'),
  type: described(choices(BOOKMARK_TYPES), 'article, photo or video.'),
  labels: described(
    words(),
    'Labels; as a filter: all of them, `foo*` for a beginning, `-foo` for without.',
  ),
  note: described(words(), 'A note, empty when there is none; as a filter: search in the notes.'),
  read_status: described(
    choices(READ_STATUSES),
    'unread (0 %), reading (1 to 99 %), read (100 %).',
  ),
  is_marked: described(flag(), 'Whether it is a favourite.'),
  is_archived: described(flag(), 'Whether it is in the archive.'),
  is_loaded: described(flag(), 'Whether the page has been read.'),
  has_errors: described(flag(), 'Whether reading it went wrong.'),
  has_labels: described(flag(), 'Whether it has labels.'),
  has_annotations: described(flag(), 'Whether something is marked in it.'),
  range_start: described(
    rangeEnd(),
    'Created at or after: a date, `now`, or a distance such as `-3d`, `-2w`, `-6m`, `-1y`.',
  ),
  range_end: described(rangeEnd(), 'Created at or before.'),
};

/** The search parameters of lists that aren't cut in pages. An unknown order is ignored, as today. */
export const bookmarkSearch = {
  ...bookmarkFilters,
  id: described(texts({ max: MAX_ID_LENGTH, maxItems: MAX_IDS }), 'Id.'),
  collection: described(text({ max: MAX_ID_LENGTH }), 'Id of a collection whose filters apply.'),
  sort: described(
    choices(BOOKMARK_SORTS, { ignoresUnknown: true }),
    'Keys to order by, the first one first; `-` turns one around.',
  ),
};

/** `limit` 0 is the route's own page size; above the greatest it is cut to it. */
export const paging = {
  limit: described(
    integer({ min: 0 }),
    'Size of a page; 0 is the size of the route, 100 the greatest.',
  ),
  offset: described(integer({ min: 0 }), 'How many to leave out.'),
};
