import type { AnnotationQuote } from '../../contract';
import { wholeCharacter } from '../code-points';
import type { TextIndex } from '../text-index';
import type { TextSpan } from '../text-span';

/** How much of what stands before and after is kept with a quote, in UTF-16 code units. */
export const CONTEXT_LENGTH = 64;

/** Enough source for `CONTEXT_LENGTH` once white space is folded. */
const SOURCE_LENGTH = 4 * CONTEXT_LENGTH;

const oneLine = (text: string) => text.replace(/\s+/g, ' ');

/** The words of a span with what stands around them, white space folded to single spaces. */
export function quoteOf(index: TextIndex, span: TextSpan): AnnotationQuote {
  const { text } = index;
  const from = wholeCharacter(text, Math.max(0, span.start - SOURCE_LENGTH));
  const to = wholeCharacter(text, Math.min(text.length, span.end + SOURCE_LENGTH));
  const before = oneLine(text.slice(from, span.start));
  const after = oneLine(text.slice(span.end, to));
  return {
    exact: oneLine(text.slice(span.start, span.end)).trim(),
    prefix: before.slice(wholeCharacter(before, Math.max(0, before.length - CONTEXT_LENGTH))),
    suffix: after.slice(0, wholeCharacter(after, Math.min(after.length, CONTEXT_LENGTH))),
  };
}
