import { isDeepStrictEqual } from 'node:util';
import { weighArticleTask } from '../articles/article-tasks';
import type { ArticleWork } from '../articles/article-work';
import type { AnnotationRow, BookmarkKey, BookmarkRow, Repositories } from '../storage';
import { findMoves, type Moved } from './find-moves';

type Source = Pick<Repositories, 'annotations' | 'contents'>;

/** Where the annotations of an article stand in the one that takes its place. */
export interface Reanchoring {
  /** The article that they were made in; null when there was none. */
  readonly before: string | null;
  readonly after: string | null;
  readonly moves: readonly { readonly row: AnnotationRow; readonly moved: Moved | null }[];
}

/** Annotations were made in a large article while they were looked for: it has to be done again. */
export class AnnotationsChanged extends Error {
  override readonly name = 'AnnotationsChanged';
}

/** Characters that quotes are looked for in by one task: some seconds where each has to be guessed at. */
const CHARACTERS_AT_ONCE = 10_000_000;

/**
 * Looks for the annotations of a bookmark in its new article (protocol.md section 18). That takes
 * seconds for many of them in a long article, so it is done before the transaction that writes the
 * article.
 */
export async function findReanchoring(
  { storage: { annotations, contents }, articleWork }: Searching,
  { key, userId }: Pick<BookmarkRow, 'key' | 'userId'>,
  after: string | null,
): Promise<Reanchoring> {
  const before = (await contents.find(key))?.article ?? null;
  const rows = before === after ? [] : await annotations.list(key);
  const length = Math.max(1, after?.length ?? 0);
  const count = Math.max(1, Math.floor(CHARACTERS_AT_ONCE / length));
  const moves: { row: AnnotationRow; moved: Moved | null }[] = [];
  for (let from = 0; from < rows.length; from += count) {
    const some = rows.slice(from, from + count);
    const found = await articleWork.run(userId, 'findMoves', { before, after, rows: some });
    moves.push(...some.map((row, at) => ({ row, moved: found[at] ?? null })));
  }
  return { before, after, moves };
}

interface Searching {
  readonly storage: Source;
  readonly articleWork: ArticleWork;
}

/**
 * Moves the annotations of a bookmark to where their words stand in its new article. To be called
 * in the transaction that writes it, before it is written. One that is not found, or not surely,
 * keeps its words and waits, unseen, for an article that has them.
 * @param found what `findReanchoring` found; what has changed since then is looked for here
 * @throws AnnotationsChanged when that would keep everybody else who writes waiting
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
  const rows = await unit.annotations.list(key);
  const isKnown = (row: AnnotationRow) => isDeepStrictEqual(known.get(row.id)?.row, row);
  const [old, changed] = [rows.filter(isKnown), rows.filter((row) => !isKnown(row))];
  const given = { before, after, rows: changed };
  if (!weighArticleTask('findMoves', given).isSmall) throw new AnnotationsChanged();
  const moves = [...old.map((row) => known.get(row.id)?.moved ?? null), ...findMoves(given)];
  await unit.annotations.move(
    key,
    moves.filter((move) => move !== null),
  );
}
