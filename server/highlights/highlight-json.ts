import { type AnnotationInfo, type AnnotationSummary, formatInstant } from '../../src/contract';
import { selectorsOf } from '../articles/place-highlights';
import type { BaseAddress } from '../http/base-address';
import type { AnnotationInLibrary, AnnotationRow } from '../storage';

/** Makes the JSON of a highlight in the list of its bookmark. */
export const annotationInfo = (row: AnnotationRow): AnnotationInfo => ({
  id: row.id,
  ...selectorsOf(row),
  created: formatInstant(row.created),
  text: row.text,
  color: row.color,
  note: row.note,
  ...(row.quote && { quote: row.quote }),
  review: row.review,
});

/** Makes the JSON of a highlight in the list of all highlights. */
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
