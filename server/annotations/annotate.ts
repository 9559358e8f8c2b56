import {
  type AnnotationError,
  resolveSpan,
  spansOverlap,
  type TextIndex,
  type TextSpan,
} from '../../src/anchoring';
import type { annotationCreate, FormValue } from '../../src/contract';
import { err, ok, type Result } from '../../src/domain';
import type { AnnotationRow, NewAnnotation } from '../storage';
import { parseArticle } from './article-tree';
import { placeAt, placeByQuote } from './place';
import { placeRows } from './place-rows';

/** An article that is to have one annotation more. */
export interface ArticleToAnnotate {
  readonly article: string;
  /** The annotations that it has. */
  readonly others: readonly AnnotationRow[];
  readonly sent: FormValue<typeof annotationCreate>;
}

/**
 * The annotation that `sent` asks for (protocol.md section 9). One with a quote may overlap others,
 * and is looked for by it where its selectors lead elsewhere.
 */
export function annotate({
  article,
  others,
  sent,
}: ArticleToAnnotate): Result<NewAnnotation, AnnotationError> {
  const { index } = parseArticle(article);
  const { color, note = '', quote, ...selectors } = sent;
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
