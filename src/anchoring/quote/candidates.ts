import type { Steps } from '../steps';
import { chainMatches, maxChainLength } from './chain-matches';
import { findMatches, type Match } from './find-matches';
import type { ContextScore, FoldedQuote } from './folded-quote';
import { scoreContext } from './folded-quote';
import { type FoldedSpan, locate } from './locate-chain';

/** A possible place of a quote in the folded text. */
export interface Candidate extends FoldedSpan {
  readonly how: 'exact' | 'similar';
  /** Without long insertions. */
  readonly parts: readonly FoldedSpan[];
  /** The share of the quote that matches, from 0 to 1. */
  readonly quoteScore: number;
  /** The share of the parts that matches, from 0 to 1. */
  readonly textScore: number;
  readonly context: ContextScore;
}

/** The context identifies a place better than a damaged quote does. */
const QUOTE_WEIGHT = 0.4;

export const contextOf = ({ context: { before, after } }: Candidate): number =>
  (before + after) / 2;

/** The overall score of a candidate, from 0 to 1. */
export const scoreOf = (candidate: Candidate): number =>
  QUOTE_WEIGHT * candidate.quoteScore + (1 - QUOTE_WEIGHT) * contextOf(candidate);

/**
 * The score that a place gets if the quote beside it is deleted: the worse side of its context may
 * then be that of the quote.
 */
export const scoreAfterDeletion = ({ quoteScore, context: { before, after } }: Candidate): number =>
  QUOTE_WEIGHT * quoteScore + (1 - QUOTE_WEIGHT) * ((1 + Math.max(before, after)) / 2);

const WHOLE_SCORES = { quoteScore: 1, textScore: 1 };

/** Makes a candidate of a copy of the whole quote. */
export function exactCandidate(text: Uint16Array, quote: FoldedQuote, start: number): Candidate {
  const end = start + quote.exact.length;
  const context = scoreContext(text, start, end, quote);
  return { start, end, how: 'exact', parts: [{ start, end }], ...WHOLE_SCORES, context };
}

/** With less of the quote, both sides of its context have to be in place. */
const MIN_QUOTE_SHARE = 0.7;

/** True if most of the quote is in a place. Its context does not matter. */
export const hasMostOf = ({ quoteScore }: Candidate): boolean => quoteScore >= MIN_QUOTE_SHARE;

export const isOverlap = (one: FoldedSpan, other: FoldedSpan): boolean =>
  one.start < other.end && other.start < one.end;

/** Returns `copy` with the better context of both. */
export const withContextOf = (copy: Candidate, { context }: Candidate): Candidate => ({
  ...copy,
  context: {
    before: Math.max(copy.context.before, context.before),
    after: Math.max(copy.context.after, context.after),
  },
});

/** The least share of a quote that has to be in its place. */
const MIN_QUOTE_SCORE = 0.45;

/** In folded units: the length of the shortest text that the quote can be found in. */
export const leastTextLength = ({ exact }: FoldedQuote): number => MIN_QUOTE_SCORE * exact.length;

/** Makes candidates of the matches of a quote, by decreasing number of matching units. */
export function similarCandidates(
  text: Uint16Array,
  quote: FoldedQuote,
  matches: readonly Match[],
): Candidate[] {
  const minScore = MIN_QUOTE_SCORE * 0.6 * quote.exact.length;
  return chainMatches(matches, quote.codes.length, minScore).flatMap((chain): Candidate[] => {
    const located = locate(text, quote, chain.matches);
    const [first, last] = [located?.parts[0], located?.parts.at(-1)];
    if (located === null || first === undefined || last === undefined) return [];
    if (located.quoteScore < MIN_QUOTE_SCORE) return [];
    const [start, end] = [first.start, last.end];
    const near = scoreContext(text, start, end, quote);
    const context = {
      before: Math.max(near.before, located.before),
      after: Math.max(near.after, located.after),
    };
    const { parts, quoteScore, textScore } = located;
    return [{ start, end, how: 'similar', parts, quoteScore, textScore, context }];
  });
}

/**
 * Finds the parts of a span that belong to a quote. They cover the span from its start to its end,
 * without long insertions. Empty: the span does not have enough of the quote.
 */
export function* candidatePartsOf(
  text: Uint16Array,
  { start, end }: FoldedSpan,
  quote: FoldedQuote,
): Steps<readonly FoldedSpan[]> {
  const { exact } = quote;
  if (end > text.length || end - start > maxChainLength(exact.length)) return [];
  const within = text.subarray(start, end);
  const alone = { ...quote, codes: exact, start: 0, end: exact.length };
  const [matches = []] = yield* findMatches(within, [alone]);
  const parts = similarCandidates(within, alone, matches)[0]?.parts ?? [];
  return parts.map((part, at) => ({
    start: at === 0 ? start : start + part.start,
    end: at === parts.length - 1 ? end : start + part.end,
  }));
}
