import { isDeepStrictEqual } from 'node:util';
import {
  type AnnotationError,
  resolveSpan,
  spansOverlap,
  type TextIndex,
  type TextSpan,
} from '../../src/anchoring';
import type { annotationCreate, FormValue } from '../../src/contract';
import { err, ok, type Result } from '../../src/domain';
import type {
  AnnotationRow,
  BookmarkKey,
  NewAnnotation,
  Repositories,
  Storage,
  UserId,
} from '../storage';
import { parseArticle } from './article-tree';
import { placeAt, placeByQuote } from './place';
import { placeRows } from './place-rows';

/**
 * Annotates a bookmark of `userId`; null when there is none. What it may not overlap is what is
 * there when it is written. The article is parsed and searched before the transaction, in which
 * everybody else who writes would wait for it; when the article or its annotations have changed
 * until then, all is done again.
 */
export async function createAnnotation(
  storage: Pick<Storage, 'transaction' | 'bookmarks' | 'contents' | 'annotations'>,
  userId: UserId,
  bookmarkId: string,
  sent: FormValue<typeof annotationCreate>,
): Promise<Result<AnnotationRow, AnnotationError> | null> {
  for (;;) {
    const found = await storage.bookmarks.find(userId, bookmarkId);
    if (found === null) return null;
    const seen = await annotatedArticle(storage, found.key);
    const annotation = annotate(parseArticle(seen.article).index, seen.others, sent);
    if (!annotation.ok) return annotation;
    const made = await storage.transaction(async (unit) => {
      // A change of nothing: others that annotate or extract it wait from here on.
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

/**
 * The annotation that `sent` asks for, of an article that has `others` (protocol.md section 9). One
 * with a quote may overlap them, and is looked for by it where its selectors lead elsewhere.
 */
function annotate(
  index: TextIndex,
  others: readonly AnnotationRow[],
  { color, note = '', quote, ...selectors }: FormValue<typeof annotationCreate>,
): Result<NewAnnotation, AnnotationError> {
  const look = { color, note, quote: quote ?? null };
  const quoted = quote && placeByQuote(index, selectors, quote);
  if (quoted) return ok({ ...quoted, ...look });
  const span = resolveSpan(index, selectors);
  if (!span.ok) return span;
  if (!quote && isTaken(index, others, span.value)) return err({ kind: 'overlapping' });
  return ok({ ...placeAt(index, selectors, span.value), ...look });
}

/** Whether some of `span` is marked already. What marks no text takes none. */
const isTaken = (index: TextIndex, others: readonly AnnotationRow[], span: TextSpan): boolean =>
  placeRows(index, others).some(
    (other) => other.span.start < other.span.end && spansOverlap(other.span, span),
  );
