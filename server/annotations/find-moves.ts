import { quoteOf, resolveSpan, type TextIndex, textOfSpan } from '../../src/anchoring';
import type { AnnotationQuote } from '../../src/contract';
import type { AnnotationChange, AnnotationRow } from '../storage';
import { parseArticle } from './article-tree';
import { placeByQuote } from './place';
import { selectorsOf } from './place-rows';

export type Moved = Pick<AnnotationRow, 'id'> & AnnotationChange;

/** Annotations of an article in whose place another one comes. */
export interface RowsToMove {
  /** The article that they were made in; null when there was none. */
  readonly before: string | null;
  readonly after: string | null;
  readonly rows: readonly AnnotationRow[];
}

/** Where the words of each of `rows` stand in the new article; null: nothing of it changes. */
export function findMoves({ before, after, rows }: RowsToMove): readonly (Moved | null)[] {
  const old = parseArticle(before ?? '').index;
  const now = parseArticle(after ?? '').index;
  return rows.map((row) => movedRow(row, old, now));
}

function movedRow(row: AnnotationRow, old: TextIndex, now: TextIndex): Moved | null {
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
