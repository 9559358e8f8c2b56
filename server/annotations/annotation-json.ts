import { type AnnotationInfo, type AnnotationSummary, formatInstant } from '../../src/contract';
import type { BaseAddress } from '../http/base-address';
import type { AnnotationInLibrary, AnnotationRow } from '../storage';
import { selectorsOf } from './place-rows';

/** An annotation of a bookmark as the API gives it. */
export const annotationInfo = (row: AnnotationRow): AnnotationInfo => ({
  id: row.id,
  ...selectorsOf(row),
  created: formatInstant(row.created),
  text: row.text,
  color: row.color,
  note: row.note,
  ...(row.quote && { quote: row.quote }),
});

/** An annotation in the list of all. */
export function annotationSummary(
  { id, text, created, color, note, bookmark }: AnnotationInLibrary,
  base: BaseAddress,
): AnnotationSummary {
  const href = base.url(`/api/bookmarks/${bookmark.id}`);
  return {
    id,
    href: `${href}/annotations/${id}`,
    text,
    created: formatInstant(created),
    color,
    note,
    bookmark_id: bookmark.id,
    bookmark_href: href,
    bookmark_url: bookmark.url,
    bookmark_title: bookmark.title,
    bookmark_site_name: bookmark.siteName,
  };
}
