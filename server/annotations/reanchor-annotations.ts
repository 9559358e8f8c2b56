import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { quoteOf, resolveSpan, type TextIndex, textOfSpan } from '../../src/anchoring';
import type { AnnotationQuote } from '../../src/contract';
import type { AnnotationChange, AnnotationRow, BookmarkKey, Repositories } from '../storage';
import { parseArticle } from './article-tree';
import { placeByQuote } from './place';
import { selectorsOf } from './place-rows';

type Moved = Pick<AnnotationRow, 'id'> & AnnotationChange;
type Source = Pick<Repositories, 'annotations' | 'contents'>;

/** Where the annotations of an article stand in the one that takes its place. */
export interface Reanchoring {
  /** The article that they were made in; null when there was none. */
  readonly before: string | null;
  readonly after: string | null;
  readonly moves: readonly { readonly row: AnnotationRow; readonly moved: Moved | null }[];
}

/**
 * Looks for the annotations of a bookmark in its new article (protocol.md section 18). That takes
 * seconds for many of them in a long article, so it is done before the transaction that writes the
 * article, and others have their turn between two annotations.
 */
export async function findReanchoring(
  { annotations, contents }: Source,
  key: BookmarkKey,
  after: string | null,
): Promise<Reanchoring> {
  const before = (await contents.find(key))?.article ?? null;
  const moves: { row: AnnotationRow; moved: Moved | null }[] = [];
  const rows = before === after ? [] : await annotations.list(key);
  if (rows.length > 0) {
    const old = parseArticle(before ?? '').index;
    const now = parseArticle(after ?? '').index;
    for (const row of rows) {
      moves.push({ row, moved: movedRow(row, old, now) });
      await setImmediate();
    }
  }
  return { before, after, moves };
}

/**
 * Moves the annotations of a bookmark to where their words stand in its new article. To be called
 * in the transaction that writes it, before it is written. One that is not found, or not surely,
 * keeps its words and waits, unseen, for an article that has them.
 * @param found what `findReanchoring` found; what has changed since then is looked for here
 */
export async function reanchorAnnotations(
  unit: Source,
  key: BookmarkKey,
  found: Reanchoring,
): Promise<void> {
  const before = (await unit.contents.find(key))?.article ?? null;
  const { after } = found;
  if (before === after) return;
  const known = new Map(before === found.before ? found.moves.map((it) => [it.row.id, it]) : []);
  let indexes: { readonly old: TextIndex; readonly now: TextIndex } | undefined;
  const moves = (await unit.annotations.list(key)).map((row) => {
    const move = known.get(row.id);
    if (move !== undefined && isDeepStrictEqual(move.row, row)) return move.moved;
    indexes ??= { old: parseArticle(before ?? '').index, now: parseArticle(after ?? '').index };
    return movedRow(row, indexes.old, indexes.now);
  });
  await unit.annotations.move(
    key,
    moves.filter((move) => move !== null),
  );
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
