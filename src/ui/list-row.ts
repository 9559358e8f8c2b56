import type { Bookmark } from '../domain';

/** What a row of a list shows: the part of a bookmark that the snapshot keeps too. */
export type ListRow = Pick<
  Bookmark,
  | 'id'
  | 'url'
  | 'title'
  | 'site'
  | 'siteName'
  | 'description'
  | 'lang'
  | 'textDirection'
  | 'content'
  | 'readingTimeMinutes'
  | 'readProgress'
  | 'labels'
  | 'isFavourite'
  | 'isArchived'
  | 'created'
  | 'trashedAt'
>;
