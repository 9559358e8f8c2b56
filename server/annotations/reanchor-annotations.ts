import { quoteOf, resolveSpan, type TextIndex, textOfSpan } from '../../src/anchoring';
import type { AnnotationQuote } from '../../src/contract';
import type { AnnotationChange, AnnotationRow, BookmarkKey, Repositories } from '../storage';
import { parseArticle } from './article-tree';
import { placeByQuote } from './place';
import { selectorsOf } from './place-rows';

type Moved = Pick<AnnotationRow, 'id'> & AnnotationChange;

/**
 * Moves the annotations of a bookmark to where their words stand in its new article (protocol.md
 * section 18). To be called in the transaction that writes it. One that is not found, or not surely,
 * keeps its words and waits, unseen, for an article that has them.
 * @param before the article they were made in; null when there was none
 */
export async function reanchorAnnotations(
  { annotations }: Pick<Repositories, 'annotations'>,
  key: BookmarkKey,
  before: string | null,
  after: string | null,
): Promise<void> {
  if (before === after) return;
  const rows = await annotations.list(key);
  if (rows.length === 0) return;
  const old = parseArticle(before ?? '').index;
  const now = parseArticle(after ?? '').index;
  await annotations.move(
    key,
    rows.flatMap((row) => moved(row, old, now) ?? []),
  );
}

function moved(row: AnnotationRow, old: TextIndex, now: TextIndex): Moved | null {
  const quote = row.quote ?? quoteIn(old, row);
  if (quote === null) return null;
  const near = old.text === '' ? null : row.position / old.text.length;
  const place = placeByQuote(now, selectorsOf(row), quote, near);
  // The article that it could be quoted from is about to go.
  if (place === null) return row.quote === null ? { id: row.id, quote } : null;
  return { id: row.id, ...place };
}

/** The quote of an annotation whose client gave none; null when it had lost its place before. */
function quoteIn(old: TextIndex, row: AnnotationRow): AnnotationQuote | null {
  const span = resolveSpan(old, selectorsOf(row));
  return span.ok && textOfSpan(old, span.value) === row.text ? quoteOf(old, span.value) : null;
}
