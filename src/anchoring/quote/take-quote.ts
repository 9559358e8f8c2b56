import type { AnnotationQuote } from '../../contract';
import { wholeCharacter } from '../code-points';
import type { Steps } from '../steps';
import type { TextIndex, TextSpan } from '../text-index';
import {
  contextOf,
  exactCandidate,
  isOverlap,
  scoreAfterDeletion,
  similarCandidates,
} from './candidates';
import { findCopies } from './find-copies';
import { findMatches } from './find-matches';
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
   * The context score of the best other copy of the quote (`addRivals`); null if there was none,
   * undefined if nobody looked.
   */
  readonly rivalScore?: number | null;
  /** The same for other places that are similar and no copies, with `scoreAfterDeletion`. */
  readonly similarScore?: number | null;
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

/** The scores of other places of a quote, from 0 to 1. */
export type Rivals = Required<Pick<StoredPosition, 'rivalScore' | 'similarScore'>>;

/**
 * Adds the scores of the best other places of quotes to their positions. If the text changes later
 * and the place itself is gone, such a place is not taken for it.
 */
export function* addRivals(
  index: TextIndex,
  taken: readonly { readonly quote: AnnotationQuote; readonly position: StoredPosition }[],
): Steps<(StoredPosition & Rivals)[]> {
  const { codes } = yield* foldIndex(index);
  const quotes = taken.map(({ quote }) => foldQuote(quote));
  const copies = yield* findCopies(codes, quotes);
  const matches = yield* findMatches(codes, quotes);
  const positions: (StoredPosition & Rivals)[] = [];
  for (const [at, { position }] of taken.entries()) {
    const quote = quotes[at];
    if (quote === undefined) continue;
    const others = (copies[at]?.starts ?? [])
      .filter((start) => start !== position.start)
      .map((start) => exactCandidate(codes, quote, start));
    const known = [position, ...others];
    // A chain through the quote itself would hide a similar place next to it.
    const elsewhere = (matches[at] ?? []).filter(
      ({ text, length }) => !isOverlap({ start: text, end: text + length }, position),
    );
    const similar = similarCandidates(codes, quote, elsewhere).filter(
      (each) => !known.some((place) => isOverlap(each, place)),
    );
    positions.push({
      ...position,
      rivalScore: bestScore(others.map(contextOf)),
      similarScore: bestScore(similar.map(scoreAfterDeletion)),
    });
    yield;
  }
  return positions;
}

/** Returns the greatest score, or null if there is none. */
export function bestScore(scores: readonly (number | null)[]): number | null {
  const known = scores.filter((score) => score !== null);
  return known.length === 0 ? null : Math.max(...known);
}
