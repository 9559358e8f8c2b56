import type { Bookmark } from '../../domain/bookmark';
import type { CollectionFields } from '../../domain/collection';
import { hashText } from '../../domain/hash';
import type { Highlight } from '../../domain/highlight';
import { fieldsOf } from '../collections/collection-row';
import type { BookmarkRow } from '../database/rows';

/**
 * Returns a hash of what a person can change about a bookmark. A title, a text or a date that a
 * server sends later is not among it.
 */
export function markOf(
  bookmark: Bookmark & Pick<BookmarkRow, 'originalValues'>,
  highlights: readonly Highlight[],
): number {
  const { labels, isFavourite, isArchived, readProgress, note, originalValues } = bookmark;
  const marked = highlights.map(({ quote, note, color, isNoteOnly }) =>
    JSON.stringify([quote.exact, note, color, isNoteOnly]),
  );
  const edited = Object.keys(originalValues ?? {}).sort();
  const state = [labels.toSorted(), isFavourite, isArchived, readProgress, note];
  return hashText(JSON.stringify([...state, edited, marked.sort()]));
}

/** Returns the same of a collection. */
export const collectionMark = (collection: CollectionFields): number =>
  hashText(JSON.stringify(fieldsOf(collection)));
