import type { BookmarkId } from '../../domain';
import { type Passage, passageOf, patternsIn, type Query } from '../../query';
import { unpackText } from '../articles/stored-text';
import type { LibraryDatabase } from '../database/schema';
import { articleText } from './document';

/**
 * Returns the passage of a bookmark that has most of the words of a query: of its description, notes,
 * highlights or text. null: none of them has one.
 */
export async function readPassage(
  db: LibraryDatabase,
  query: Query,
  id: BookmarkId,
): Promise<Passage | null> {
  const words = patternsIn(query, null);
  const noteWords = patternsIn(query, 'note');
  if (noteWords.length === 0) return null;
  const [row, highlights, article] = await Promise.all([
    db.bookmarks.get(id),
    db.highlights.where('bookmarkId').equals(id).toArray(),
    words.length === 0 ? undefined : db.articles.get(id),
  ]);
  const notes = highlights.map(({ note }) => note).join('\n');
  const ofNotes = noteWords.length > words.length ? passageOf(notes, noteWords) : null;
  if (ofNotes !== null || words.length === 0) return ofNotes;
  const quotes = highlights.map(({ quote }) => quote.exact.replaceAll('\n', ' '));
  const text = article ? articleText(await unpackText(article.body)) : '';
  return passageOf([row?.description ?? '', notes, ...quotes, text].join('\n'), words);
}
