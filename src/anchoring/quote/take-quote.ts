import type { AnnotationQuote } from '../../contract';
import type { HighlightPosition } from '../../domain/highlight';
import { wholeCharacter } from '../code-points';
import type { Steps } from '../steps';
import type { TextIndex, TextSpan } from '../text-index';
import {
  contextOf,
  exactCandidate,
  hasMostOf,
  isOverlap,
  leastTextLength,
  scoreAfterDeletion,
  scoreOf,
  similarCandidates,
} from './candidates';
import { findCopies } from './find-copies';
import { findMatches } from './find-matches';
import { foldedOffset, foldedTextOf, foldIndex, hashOfSpan } from './fold-text';
import { type FoldedQuote, foldQuote } from './folded-quote';
import type { FoldedSpan } from './locate-chain';

/** In UTF-16 code units: how much context is stored before and after a quote. */
const CONTEXT_LENGTH = 64;

/** In UTF-16 code units: white space between blocks may be longer than the context. */
const MAX_SOURCE_LENGTH = 64 * CONTEXT_LENGTH;

const oneLine = (text: string) => text.replace(/\s+/g, ' ');

/** Returns the words of a span and their context, with white space collapsed to single spaces. */
export const quoteOf = (index: TextIndex, span: TextSpan): AnnotationQuote =>
  quoteOfParts(index, [span]);

/** Like `quoteOf`, of the parts of a place without the text between them. */
export function quoteOfParts({ text }: TextIndex, parts: readonly TextSpan[]): AnnotationQuote {
  const [start, end] = [parts[0]?.start ?? 0, parts.at(-1)?.end ?? 0];
  const from = wholeCharacter(text, Math.max(0, start - MAX_SOURCE_LENGTH));
  const to = wholeCharacter(text, Math.min(text.length, end + MAX_SOURCE_LENGTH));
  const before = oneLine(text.slice(from, start));
  const after = oneLine(text.slice(end, to));
  return {
    exact: parts.map((part) => oneLine(text.slice(part.start, part.end)).trim()).join(' '),
    prefix: before.slice(wholeCharacter(before, Math.max(0, before.length - CONTEXT_LENGTH))),
    suffix: after.slice(0, wholeCharacter(after, Math.min(after.length, CONTEXT_LENGTH))),
  };
}

/** Returns the position of a span. */
export function positionOf(index: TextIndex, span: TextSpan): HighlightPosition {
  const folded = foldedTextOf(index);
  const start = foldedOffset(folded, span.start);
  const end = foldedOffset(folded, span.end);
  const { codes, hash: textHash } = folded;
  const wordsHash = hashOfSpan(folded, start, end);
  return { start, end, textLength: codes.length, textHash, wordsHash };
}

/** The other places of a quote. The scores are from 0 to 1. */
export type Rivals = Required<
  Pick<HighlightPosition, 'rivalScore' | 'similarScore' | 'rivalCount'>
>;

/** A highlight at its place in a text. */
interface Taken {
  readonly quote: AnnotationQuote;
  readonly position: HighlightPosition;
}

/**
 * Adds the scores of the best other places of quotes to their positions. If the text changes later
 * and the place itself is gone, such a place is not taken for it.
 *
 * @param others the other texts of the same page
 */
export function* addRivals(
  index: TextIndex,
  taken: readonly Taken[],
  others: readonly TextIndex[] = [],
): Steps<(HighlightPosition & Rivals)[]> {
  const placed: PlacedQuote[] = [];
  for (const { quote, position } of taken) {
    placed.push({ quote: foldQuote(quote), position });
    yield;
  }
  const rivals = yield* rivalsOf(index, placed, others);
  return taken.map(({ position }, at) => ({ ...position, ...(rivals[at] ?? NO_RIVALS).rivals }));
}

/** A folded quote and its place in a folded text. */
export interface PlacedQuote {
  readonly quote: FoldedQuote;
  readonly position: FoldedSpan;
}

/** The other places of a quote in its present text. */
export interface FoundRivals {
  readonly rivals: Rivals;
  /** The best score of such a place; 0 if there is none. */
  readonly likeness: number;
}

/** Returns the scores of the best other places of quotes, in the text of `index` and in others. */
export function* rivalsOf(
  index: TextIndex,
  placed: readonly PlacedQuote[],
  others: readonly TextIndex[],
): Steps<FoundRivals[]> {
  const quotes = placed.map(({ quote }) => quote);
  const own = placed.map(({ position }) => position);
  let rivals = yield* findRivals(index, quotes, own);
  for (const other of others) {
    const found = yield* findRivals(other, quotes, []);
    rivals = rivals.map((each, at) => bestRivals(each, found[at] ?? NO_RIVALS));
  }
  return rivals;
}

export const NO_RIVALS: FoundRivals = {
  rivals: { rivalScore: null, similarScore: null, rivalCount: 0 },
  likeness: 0,
};

const bestRivals = ({ rivals: one, ...first }: FoundRivals, second: FoundRivals): FoundRivals => {
  const { rivals: other } = second;
  return {
    rivals: {
      rivalScore: bestScore([one.rivalScore, other.rivalScore]),
      similarScore: bestScore([one.similarScore, other.similarScore]),
      rivalCount: one.rivalCount + other.rivalCount,
    },
    likeness: Math.max(first.likeness, second.likeness),
  };
};

/** @param own the places of the quotes in this text; empty if they are in another */
function* findRivals(
  index: TextIndex,
  quotes: readonly FoldedQuote[],
  own: readonly FoldedSpan[],
): Steps<FoundRivals[]> {
  const { codes } = yield* foldIndex(index);
  // A page may have many texts of a few words.
  if (!quotes.some((quote) => leastTextLength(quote) <= codes.length)) {
    return quotes.map(() => NO_RIVALS);
  }
  const copies = yield* findCopies(codes, quotes);
  const matches = yield* findMatches(codes, quotes);
  const rivals: FoundRivals[] = [];
  for (const [at, quote] of quotes.entries()) {
    const place = own[at];
    const others = (copies[at]?.starts ?? [])
      .filter((start) => start !== place?.start)
      .map((start) => exactCandidate(codes, quote, start));
    const known = place ? [place, ...others] : others;
    // A chain through the quote itself would hide a similar place next to it.
    const elsewhere = (matches[at] ?? []).filter(
      ({ text, length }) => !place || !isOverlap({ start: text, end: text + length }, place),
    );
    const similar = similarCandidates(codes, quote, elsewhere).filter(
      (each) => !known.some((one) => isOverlap(each, one)),
    );
    const all = [...others, ...similar];
    rivals.push({
      rivals: {
        rivalScore: bestScore(others.map(contextOf)),
        similarScore: bestScore(similar.map(scoreAfterDeletion)),
        rivalCount: all.filter(hasMostOf).length,
      },
      likeness: bestScore(all.map(scoreOf)) ?? 0,
    });
    yield;
  }
  return rivals;
}

/** Returns the greatest score, or null if there is none. */
export function bestScore(scores: readonly (number | null)[]): number | null {
  const known = scores.filter((score) => score !== null);
  return known.length === 0 ? null : Math.max(...known);
}
