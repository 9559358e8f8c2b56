import {
  countCodePoints,
  reanchor,
  resolveSpan,
  type Selectors,
  serialiseSpan,
  type TextIndex,
  type TextSpan,
  textOfSpan,
} from '../../src/anchoring';
import type { AnnotationQuote } from '../../src/contract';
import type { NewAnnotation } from '../storage';

/** Where an annotation is, as it is kept. */
export type Place = Pick<
  NewAnnotation,
  'startSelector' | 'startOffset' | 'endSelector' | 'endOffset' | 'position' | 'text'
>;

/** The place that `selectors` lead to, which is `span`. */
export const placeAt = (index: TextIndex, selectors: Selectors, span: TextSpan): Place => ({
  startSelector: selectors.start_selector,
  startOffset: selectors.start_offset,
  endSelector: selectors.end_selector,
  endOffset: selectors.end_offset,
  position: countCodePoints(index.text.slice(0, span.start)),
  text: textOfSpan(index, span),
});

/**
 * Where `quote` surely stands: where `selectors` lead when it is there, otherwise where it is found;
 * null when it is not, or could be in several places. `near` as in `anchorQuote`.
 */
export function placeByQuote(
  index: TextIndex,
  selectors: Selectors,
  quote: AnnotationQuote,
  near: number | null = null,
): Place | null {
  const anchoring = reanchor(index, selectors, quote, near);
  if (anchoring.kind !== 'found') return null;
  const said = resolveSpan(index, selectors);
  if (said.ok && isSame(said.value, anchoring.span)) return placeAt(index, selectors, said.value);
  const found = serialiseSpan(index, anchoring.span);
  return found.ok ? placeAt(index, found.value, anchoring.span) : null;
}

const isSame = (a: TextSpan, b: TextSpan): boolean => a.start === b.start && a.end === b.end;
