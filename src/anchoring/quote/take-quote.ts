import type { AnnotationQuote } from '../../contract';
import { wholeCharacter } from '../code-points';
import type { TextIndex, TextSpan } from '../text-index';
import { foldedOffset, foldedTextOf } from './fold-text';

/** In UTF-16 code units: how much context is stored before and after a quote. */
const CONTEXT_LENGTH = 64;

/** In UTF-16 code units: white space between blocks may be longer than the context. */
const MAX_SOURCE_LENGTH = 64 * CONTEXT_LENGTH;

const oneLine = (text: string) => text.replace(/\s+/g, ' ');

/** Returns the words of a span and their context, with white space collapsed to single spaces. */
export function quoteOf({ text }: TextIndex, span: TextSpan): AnnotationQuote {
  const from = wholeCharacter(text, Math.max(0, span.start - MAX_SOURCE_LENGTH));
  const to = wholeCharacter(text, Math.min(text.length, span.end + MAX_SOURCE_LENGTH));
  const before = oneLine(text.slice(from, span.start));
  const after = oneLine(text.slice(span.end, to));
  return {
    exact: oneLine(text.slice(span.start, span.end)).trim(),
    prefix: before.slice(wholeCharacter(before, Math.max(0, before.length - CONTEXT_LENGTH))),
    suffix: after.slice(0, wholeCharacter(after, Math.min(after.length, CONTEXT_LENGTH))),
  };
}

/** Where a highlight is in the folded text of a root. */
export interface StoredPosition {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  readonly textLength: number;
  /** The position is right in a text with the same hash, and a hint in any other. */
  readonly textHash: string;
}

/** Returns the position of a span. */
export function positionOf(index: TextIndex, span: TextSpan): StoredPosition {
  const folded = foldedTextOf(index);
  return {
    start: foldedOffset(folded, span.start),
    end: foldedOffset(folded, span.end),
    textLength: folded.codes.length,
    textHash: folded.hash,
  };
}
