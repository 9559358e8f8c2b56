import { align, MAX_ALIGNED_LENGTH } from './edit-distance';
import type { Match } from './find-matches';
import type { FoldedQuote } from './folded-quote';

/** The place of a quote in the folded text. */
export interface Located {
  /** The parts of the text that belong to the quote, without long insertions. Never empty. */
  readonly parts: readonly FoldedSpan[];
  /** The share of the quote that matches, from 0 to 1. */
  readonly quoteScore: number;
  /** The share of the parts that matches the quote, from 0 to 1. */
  readonly textScore: number;
  /** The shares of the context that are in the chain, from 0 to 1. */
  readonly before: number;
  readonly after: number;
}

/** A part of the folded text. `end` is exclusive. */
export interface FoldedSpan {
  readonly start: number;
  readonly end: number;
}

/** In folded units: a longer insertion does not belong to the quote. */
const MIN_INSERTION = 32;

/** In folded units: a longer piece that has nothing in common with the quote is not covered. */
const MAX_UNLIKE = 24;

/** A piece of the quote with its context, and the piece of the text that corresponds to it. */
interface Piece {
  readonly quote: FoldedSpan;
  readonly text: FoldedSpan;
  /** For each offset in the quote's piece, the offset in the text's piece; null if they are equal. */
  readonly offsets: Uint16Array | null;
  /** The share of the units that match, from 0 to 1. */
  readonly equal: number;
}

/**
 * Finds where the quote starts and ends in a chain of matches that contains its context, and how
 * much of it matches. Returns null if no part of the quote itself is in the chain.
 */
export function locate(
  text: Uint16Array,
  quote: FoldedQuote,
  matches: readonly Match[],
): Located | null {
  const pieces = chainPiecesOf(text, quote, matches);
  const parts: { start: number; end: number }[] = [];
  const [counts, whole] = [
    [0, 0, 0],
    [quote.start, quote.exact.length, quote.codes.length - quote.end],
  ];
  const regions = [
    { start: 0, end: quote.start },
    { start: quote.start, end: quote.end },
    { start: quote.end, end: quote.codes.length },
  ];
  for (const piece of pieces) {
    regions.forEach((region, at) => {
      const start = Math.max(region.start, piece.quote.start);
      const end = Math.min(region.end, piece.quote.end);
      if (start < end) counts[at] = (counts[at] ?? 0) + (end - start) * piece.equal;
    });
    const covered = coveredBy(piece, quote);
    if (covered === null) continue;
    const last = parts.at(-1);
    if (last !== undefined && covered.start - last.end < MIN_INSERTION) last.end = covered.end;
    else parts.push(covered);
  }
  if (parts.length === 0) return null;
  const share = (at: number) => ((whole[at] ?? 0) === 0 ? 0 : (counts[at] ?? 0) / (whole[at] ?? 1));
  const length = parts.reduce((sum, { start, end }) => sum + end - start, 0);
  const textScore = Math.min(1, (counts[1] ?? 0) / length);
  return { parts, before: share(0), quoteScore: share(1), textScore, after: share(2) };
}

/** The part of the text that belongs to the quote in a piece. */
function coveredBy(piece: Piece, quote: FoldedQuote): { start: number; end: number } | null {
  const start = Math.max(piece.quote.start, quote.start);
  const end = Math.min(piece.quote.end, quote.end);
  if (start >= end || (piece.equal === 0 && end - start > MAX_UNLIKE)) return null;
  const at = (offset: number) => {
    const within = offset - piece.quote.start;
    return piece.text.start + (piece.offsets === null ? within : (piece.offsets[within] ?? 0));
  };
  const covered = { start: at(start), end: at(end) };
  return covered.start < covered.end ? covered : null;
}

/** Divides the quote with its context into the matches and the differences between them. */
function chainPiecesOf(text: Uint16Array, quote: FoldedQuote, matches: readonly Match[]): Piece[] {
  const pieces: Piece[] = [];
  const [first, last] = [matches[0], matches.at(-1)];
  if (first === undefined || last === undefined) return [];
  const head = Math.min(first.quote, first.text);
  pieces.push(
    ...differing(
      text,
      quote,
      { start: first.quote - head, end: first.quote },
      { start: first.text - head, end: first.text },
    ),
  );
  matches.forEach((match, at) => {
    const end = { quote: match.quote + match.length, text: match.text + match.length };
    pieces.push({
      quote: { start: match.quote, end: end.quote },
      text: { start: match.text, end: end.text },
      offsets: null,
      equal: 1,
    });
    const next = matches[at + 1];
    if (next === undefined) return;
    const between = { start: end.quote, end: next.quote };
    pieces.push(...differing(text, quote, between, { start: end.text, end: next.text }));
  });
  const end = { quote: last.quote + last.length, text: last.text + last.length };
  const tail = Math.min(quote.codes.length - end.quote, text.length - end.text);
  pieces.push(
    ...differing(
      text,
      quote,
      { start: end.quote, end: end.quote + tail },
      { start: end.text, end: end.text + tail },
    ),
  );
  return pieces;
}

function differing(
  text: Uint16Array,
  quote: FoldedQuote,
  inQuote: FoldedSpan,
  inText: FoldedSpan,
): Piece[] {
  const [wanted, found] = [inQuote.end - inQuote.start, inText.end - inText.start];
  if (wanted === 0 || found === 0) return [];
  if (found - wanted >= MIN_INSERTION) return [];
  if (wanted > MAX_ALIGNED_LENGTH || found > MAX_ALIGNED_LENGTH) return [];
  const { errors, offsets } = align(
    quote.codes.subarray(inQuote.start, inQuote.end),
    text.subarray(inText.start, inText.end),
  );
  // Unrelated texts still have almost half of their letters in the same order.
  const equal = Math.max(0, 1 - (2 * errors) / Math.max(wanted, found));
  return [{ quote: inQuote, text: inText, offsets, equal }];
}
