import search from 'approx-string-match';
import type { AnnotationQuote } from '../../contract';
import { foldText } from './fold-text';

/** A quote as it is looked for. */
export interface FoldedQuote {
  readonly exact: string;
  readonly prefix: string;
  readonly suffix: string;
  /** Written without spaces: a character says as much as several letters do. */
  readonly isDense: boolean;
}

/** Of the context, in folded characters; more told no more in the measurements. */
const COMPARED_CONTEXT = 32;

/** How far off the quote its context may be, in folded characters. */
const CONTEXT_SLACK = 8;

/** Score of a side of which nothing is known. */
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

/** Enough to hold a side's context. */
const REACH = COMPARED_CONTEXT + CONTEXT_SLACK;

/** How much of the quote's context stands around a place in the folded text, 0 to 1. */
export const contextScoreAt = (
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  quote: FoldedQuote,
): number =>
  contextScore(text.slice(Math.max(0, start - REACH), start), text.slice(end, end + REACH), quote);

/** As `contextScoreAt`, of the folded text that stands before and after. */
export function contextScore(before: string, after: string, quote: FoldedQuote): number {
  const { prefix, suffix } = quote;
  const near = before.slice(-REACH);
  const next = after.slice(0, REACH);
  const beforeScore = near.endsWith(prefix) ? 1 : similarity(near, prefix);
  const afterScore = next.startsWith(suffix) ? 1 : similarity(next, suffix);
  return (sideScore(prefix, near, beforeScore) + sideScore(suffix, next, afterScore)) / 2;
}

/** A quote without context on a side was at the edge of its text, or nobody wrote it down. */
function sideScore(wanted: string, found: string, score: number): number {
  if (wanted !== '') return score;
  return found === '' ? 1 : UNKNOWN_SIDE;
}

function similarity(text: string, wanted: string): number {
  const [match] = search(text, wanted, Math.floor(wanted.length / 2));
  return match === undefined ? 0 : 1 - match.errors / wanted.length;
}
