import type { AnnotationQuote } from '../../contract';
import { fewestErrors, MAX_PATTERN_LENGTH, type Pattern, patternOf } from './edit-distance';
import { foldText } from './fold-text';

/** A quote in folded form, ready to be searched for. */
export interface FoldedQuote {
  /** The compared context before the quote, the quote, and the compared context after it. */
  readonly codes: Uint16Array;
  /** Where the quote starts and ends in `codes`. */
  readonly start: number;
  readonly end: number;
  readonly exact: Uint16Array;
  readonly prefix: Pattern;
  readonly suffix: Pattern;
  /**
   * True for scripts without spaces, where one character carries as much information as several
   * letters.
   */
  readonly isDense: boolean;
}

/**
 * In folded units: how much context is compared. More gave no better results in measurements.
 */
const COMPARED_CONTEXT = MAX_PATTERN_LENGTH;

/** In folded units: how far the context may be from the quote. */
const CONTEXT_SLACK = 8;

/** The score of a side whose context is unknown. */
const UNKNOWN_SIDE = 0.5;
const UNKNOWN_SIDES = { before: UNKNOWN_SIDE, after: UNKNOWN_SIDE };

const DENSE_SCRIPT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

export function foldQuote(quote: AnnotationQuote): FoldedQuote {
  const exact = foldText(quote.exact);
  const prefix = foldText(quote.prefix).slice(-COMPARED_CONTEXT);
  const suffix = foldText(quote.suffix).slice(0, COMPARED_CONTEXT);
  const start = prefix.length;
  const end = start + exact.length;
  const codes = new Uint16Array(end + suffix.length);
  codes.set(prefix);
  codes.set(exact, start);
  codes.set(suffix, end);
  return {
    codes,
    start,
    end,
    exact,
    prefix: patternOf(prefix),
    suffix: patternOf(suffix),
    isDense: DENSE_SCRIPT.test(quote.exact),
  };
}

/** The number of equal units just before `at` in the text and the quote's start. */
export function equalBefore(text: Uint16Array, at: number, quote: FoldedQuote): number {
  let count = 0;
  while (
    count < quote.start &&
    at > count &&
    text[at - 1 - count] === quote.codes[quote.start - 1 - count]
  ) {
    count += 1;
  }
  return count;
}

/** The number of equal units from `at` in the text and from the quote's end. */
export function equalAfter(text: Uint16Array, at: number, quote: FoldedQuote): number {
  let count = 0;
  while (
    quote.end + count < quote.codes.length &&
    at + count < text.length &&
    text[at + count] === quote.codes[quote.end + count]
  ) {
    count += 1;
  }
  return count;
}

/** How well the text around a position matches the context, from 0 to 1. */
export interface ContextScore {
  readonly before: number;
  readonly after: number;
}

/** Compares the context of a quote with the text around a position in the folded text. */
export function scoreContext(
  text: Uint16Array,
  start: number,
  end: number,
  quote: FoldedQuote,
): ContextScore {
  const { prefix, suffix } = quote;
  // The edges of the text tell nothing of a quote whose context was not recorded.
  const isUnrecorded = prefix.length + suffix.length === 0;
  if (isUnrecorded && end - start < text.length) return UNKNOWN_SIDES;
  return {
    before:
      prefix.length > 0 && equalBefore(text, start, quote) === prefix.length
        ? 1
        : sideScore(text, prefix, Math.max(0, start - prefix.length - CONTEXT_SLACK), start),
    after:
      suffix.length > 0 && equalAfter(text, end, quote) === suffix.length
        ? 1
        : sideScore(text, suffix, end, Math.min(text.length, end + suffix.length + CONTEXT_SLACK)),
  };
}

/**
 * A quote without context on one side was at the edge of its text, or its context was not recorded.
 */
function sideScore(text: Uint16Array, wanted: Pattern, from: number, to: number): number {
  if (wanted.length === 0) return from === to ? 1 : UNKNOWN_SIDE;
  // Unrelated texts still have about half of their letters in the same order.
  return Math.max(0, 1 - (2 * fewestErrors(wanted, text, from, to)) / wanted.length);
}
