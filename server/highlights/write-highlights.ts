import { isDeepStrictEqual } from 'node:util';
import type { AnnotationError } from '../../src/anchoring';
import type { annotationCreate, FormValue } from '../../src/contract';
import { ok, type Result } from '../../src/domain/result';
import { weighArticleTask } from '../articles/article-tasks';
import type { ArticleWorker } from '../articles/article-work';
import { findMoves, type Moved } from '../articles/place-highlights';
import type { Server } from '../server';
import type { AnnotationRow, BookmarkKey, BookmarkRow, Repositories, UserId } from '../storage';

/**
 * Adds a highlight to a bookmark of `userId`. Returns null when there is no such bookmark. The
 * article is parsed and searched before the transaction, because other writers wait during it. If the
 * article or its highlights have changed by then, the search is repeated, so that no overlap is missed.
 */
export async function createHighlight(
  { storage, articleWork }: Pick<Server, 'storage' | 'articleWork'>,
  userId: UserId,
  bookmarkId: string,
  sent: FormValue<typeof annotationCreate>,
): Promise<Result<AnnotationRow, AnnotationError> | null> {
  for (;;) {
    const found = await storage.bookmarks.find(userId, bookmarkId);
    if (found === null) return null;
    const seen = await annotatedArticle(storage, found.key);
    const annotation = await articleWork.run(userId, 'annotate', { ...seen, sent });
    if (!annotation.ok) return annotation;
    const made = await storage.transaction(async (unit) => {
      // An empty update locks the row: other highlights and extractions of it wait from here on.
      const bookmark = await unit.bookmarks.update(userId, bookmarkId, {});
      if (bookmark === null) return null;
      const isSame = isDeepStrictEqual(await annotatedArticle(unit, bookmark.key), seen);
      return isSame ? unit.annotations.create(bookmark.key, annotation.value) : 'changed';
    });
    if (made === null) return null;
    if (made !== 'changed') return ok(made);
  }
}

async function annotatedArticle(
  { contents, annotations }: Pick<Repositories, 'contents' | 'annotations'>,
  key: BookmarkKey,
) {
  const content = await contents.find(key);
  return { article: content?.article ?? '', others: await annotations.list(key) };
}

type Source = Pick<Repositories, 'annotations' | 'contents'>;

/** The places of highlights in the article that replaces theirs. */
export interface Reanchoring {
  /** The article that they were made in; null when there was none. */
  readonly before: string | null;
  readonly after: string | null;
  readonly moves: readonly { readonly row: AnnotationRow; readonly moved: Moved | null }[];
}

/** Highlights of a large article changed during the search, so the job has to be tried again. */
export class HighlightsChanged extends Error {
  override readonly name = 'HighlightsChanged';
}

/** Characters that one task searches for quotes. It takes some seconds if no quote is found exactly. */
const CHARACTERS_AT_ONCE = 10_000_000;

/**
 * Looks for the highlights of a bookmark in its new article (protocol.md section 18). This takes
 * seconds for many highlights in a long article, so it is done before the transaction that writes
 * the article.
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
  readonly articleWork: ArticleWorker;
}

/**
 * Moves the highlights of a bookmark to their places in its new article. Call it in the transaction
 * that writes the article, before the article is written. A highlight that is not found for certain
 * keeps its quote and is not shown until an article contains the quote.
 * @param found the result of `findReanchoring`; highlights that have changed since are looked for here
 * @throws HighlightsChanged when that would take so long that other writers wait
 */
export async function reanchorHighlights(
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
  const input = { before, after, rows: changed };
  if (!weighArticleTask('findMoves', input).isSmall) throw new HighlightsChanged();
  const moves = [...old.map((row) => known.get(row.id)?.moved ?? null), ...findMoves(input)];
  await unit.annotations.move(
    key,
    moves.filter((move) => move !== null),
  );
}
