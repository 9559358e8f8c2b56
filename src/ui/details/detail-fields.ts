import type { Bookmark, BookmarkPatch } from '../../domain';

/** The details of a bookmark as they stand in text fields. */
export interface DetailFields {
  readonly title: string;
  readonly siteName: string;
  /** Separated by commas. */
  readonly authors: string;
  /** `yyyy-mm-dd`, or empty. */
  readonly published: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}/;

export function fieldsOf(bookmark: Bookmark): DetailFields {
  return {
    title: bookmark.title,
    siteName: bookmark.siteName,
    authors: bookmark.authors.join(', '),
    published: DAY.exec(bookmark.published ?? '')?.[0] ?? '',
  };
}

/** What the person changed: a date that kept its day keeps its hour, and a title is never emptied. */
export function patchOf(bookmark: Bookmark, fields: DetailFields): BookmarkPatch {
  const before = fieldsOf(bookmark);
  const title = fields.title.trim();
  const authors = fields.authors.split(',').flatMap((name) => name.trim() || []);
  return {
    ...(title !== '' && title !== before.title && { title }),
    ...(fields.siteName !== before.siteName && { siteName: fields.siteName.trim() }),
    ...(fields.authors !== before.authors && { authors }),
    ...(fields.published !== before.published && { published: fields.published || null }),
  };
}
