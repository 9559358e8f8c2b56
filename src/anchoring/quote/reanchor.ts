import type { AnnotationQuote } from '../../contract';
import { resolveSpan, type Selectors } from '../selectors';
import type { TextIndex } from '../text-index';
import type { TextSpan } from '../text-span';
import { type Anchoring, anchorQuote, LEAST_CONTEXT } from './anchor-quote';
import { foldText } from './fold-text';
import { contextScore, foldQuote } from './folded-quote';

/** Enough source for the context that is compared, in UTF-16 code units. */
const SOURCE_LENGTH = 256;

/**
 * Where a highlight is in an article that was extracted anew: where its selectors lead, when the
 * quoted words are there in their context, otherwise where the quote is found. `near` as in
 * `anchorQuote`.
 */
export function reanchor(
  index: TextIndex,
  selectors: Selectors,
  quote: AnnotationQuote,
  near: number | null = null,
): Anchoring {
  const resolved = resolveSpan(index, selectors);
  if (resolved.ok && isQuoteAt(index, resolved.value, quote)) {
    return { kind: 'found', how: 'exact', span: resolved.value, score: 1 };
  }
  return anchorQuote(index, quote, near);
}

function isQuoteAt({ text }: TextIndex, { start, end }: TextSpan, quote: AnnotationQuote): boolean {
  const wanted = foldQuote(quote);
  if (wanted.exact === '' || foldText(text.slice(start, end)).text !== wanted.exact) return false;
  const before = foldText(text.slice(Math.max(0, start - SOURCE_LENGTH), start)).text;
  const after = foldText(text.slice(end, end + SOURCE_LENGTH)).text;
  return contextScore(before, after, wanted) >= LEAST_CONTEXT;
}
