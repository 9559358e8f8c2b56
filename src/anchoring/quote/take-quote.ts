import type { AnnotationQuote } from '../../contract';
import { wholeCharacter } from '../code-points';
import type { Steps } from '../steps';
import type { TextIndex, TextSpan } from '../text-index';
import { contextOf, exactCandidate } from './candidates';
import { findCopies } from './find-copies';
import { foldedOffset, foldedTextOf, foldIndex } from './fold-text';
import { foldQuote } from './folded-quote';

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
  /**
   * The context score of the best other copy of the quote (`rivalScoreOf`); null if there was none,
   * undefined if nobody looked.
   */
  readonly rivalScore?: number | null;
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

/**
 * Returns the score from 0 to 1 of the context of the best other copy of a quote; null if it is the
 * only one. If the text changes later and the place itself is gone, such a copy is not taken for it.
 */
export function* rivalScoreOf(
  index: TextIndex,
  span: TextSpan,
  quote: AnnotationQuote,
): Steps<number | null> {
  const folded = yield* foldIndex(index);
  const wanted = foldQuote(quote);
  const [copies] = yield* findCopies(folded.codes, [wanted]);
  const here = foldedOffset(folded, span.start);
  return bestScore(
    (copies?.starts ?? [])
      .filter((start) => start !== here)
      .map((start) => contextOf(exactCandidate(folded.codes, wanted, start))),
  );
}

/** Returns the greatest score, or null if there is none. */
export const bestScore = (scores: readonly number[]): number | null =>
  scores.length === 0 ? null : Math.max(...scores);
