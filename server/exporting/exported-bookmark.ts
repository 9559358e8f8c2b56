import { formatInstant } from '../../src/contract';
import type { ExportedBookmark } from '../../src/formats';
import type { BookmarkRow } from '../storage';

/** A stored bookmark as it is written to files. */
export const exportedBookmark = (row: BookmarkRow): ExportedBookmark => ({
  id: row.id,
  url: row.url,
  title: row.title,
  siteName: row.siteName === '' ? row.site : row.siteName,
  domain: row.domain,
  authors: row.authors,
  published: row.published === null ? null : formatInstant(row.published),
  lang: row.lang,
  textDirection: row.textDirection === '' ? null : row.textDirection,
  description: row.description,
  type: row.type,
  labels: row.labels,
  isFavourite: row.isMarked,
  isArchived: row.isArchived,
  created: row.created,
  updated: row.updated,
});
