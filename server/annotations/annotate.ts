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
import { placeAt, placeByQuote } from './place';
import { placeRows } from './place-rows';

/**
 * The annotation that `sent` asks for, of an article that has `others` (protocol.md section 9). One
 * with a quote may overlap them, and is looked for by it where its selectors lead elsewhere.
 */
export function annotate(
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
