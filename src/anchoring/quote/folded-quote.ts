import search from 'approx-string-match';
import type { AnnotationQuote } from '../../contract';
import { foldText } from './fold-text';

/** A quote in folded form, ready to be searched for. */
export interface FoldedQuote {
  readonly exact: string;
  readonly prefix: string;
  readonly suffix: string;
  /**
   * True for scripts without spaces, where one character carries as much information as several
   * letters.
   */
  readonly isDense: boolean;
}

/**
 * In folded characters: how much context is compared. More gave no better results in measurements.
 */
const COMPARED_CONTEXT = 32;

/** In folded characters: how far the context may be from the quote. */
const CONTEXT_SLACK = 8;

/** The score of a side whose context is unknown. */
const UNKNOWN_SIDE = 0.5;

const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

export function foldQuote(quote: AnnotationQuote): FoldedQuote {
  return {
    exact: foldText(quote.exact).text,
    prefix: foldText(quote.prefix).text.slice(-COMPARED_CONTEXT),
    suffix: foldText(quote.suffix).text.slice(0, COMPARED_CONTEXT),
    isDense: DENSE.test(quote.exact),
  };
}

/** Enough text to contain the context of one side. */
const REACH = COMPARED_CONTEXT + CONTEXT_SLACK;

/**
 * Scores how well the context of the quote matches the text around a position in the folded text,
 * from 0 to 1.
 */
export const contextScoreAt = (
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  quote: FoldedQuote,
): number =>
  contextScore(text.slice(Math.max(0, start - REACH), start), text.slice(end, end + REACH), quote);

/** Like `contextScoreAt`, for the folded text before and after. */
export function contextScore(before: string, after: string, quote: FoldedQuote): number {
  const { prefix, suffix } = quote;
  const near = before.slice(-REACH);
  const next = after.slice(0, REACH);
  const beforeScore = near.endsWith(prefix) ? 1 : similarity(near, prefix);
  const afterScore = next.startsWith(suffix) ? 1 : similarity(next, suffix);
  return (sideScore(prefix, near, beforeScore) + sideScore(suffix, next, afterScore)) / 2;
}

/**
 * A quote without context on one side was at the edge of its text, or its context was not recorded.
 */
function sideScore(wanted: string, found: string, score: number): number {
  if (wanted !== '') return score;
  return found === '' ? 1 : UNKNOWN_SIDE;
}

function similarity(text: string, wanted: string): number {
  const [match] = search(text, wanted, Math.floor(wanted.length / 2));
  return match === undefined ? 0 : 1 - match.errors / wanted.length;
}
