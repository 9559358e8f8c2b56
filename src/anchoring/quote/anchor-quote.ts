import type { AnnotationQuote } from '../../contract';
import { wholeCharacter } from '../code-points';
import { resolveSpan, type Selectors } from '../selectors';
import { type TextIndex, type TextSpan, trimSpan } from '../text-index';
import { type Candidate, findBridged, findExact, findFuzzy, scoreOf } from './find-quote';
import { type FoldedText, foldedTextOf, foldText } from './fold-text';
import { contextScore, type FoldedQuote, foldQuote } from './folded-quote';

/**
 * The result of searching for a quote. `detached` means that it was not found, or not reliably
 * enough to be displayed.
 */
export type Anchoring =
  | {
      /** A person has to confirm an `unsure` match. */
      readonly kind: 'found' | 'unsure';
      readonly how: Candidate['how'];
      readonly span: TextSpan;
      /** From 0 to 1. */
      readonly score: number;
    }
  | { readonly kind: 'detached' };

/** In folded characters. A shorter quote needs its context to be located. */
const MIN_DISTINCTIVE_LENGTH = 16;
const TELLING_LENGTH_DENSE = 8;

/** The lowest context score that identifies one of several copies, or a short quote. */
const MIN_CONTEXT_SCORE = 0.4;
/** Copies whose context scores differ by less are distinguished only by their position. */
const COPY_MARGIN = 0.08;

const SURE_SCORE = 0.72;
const UNSURE_SCORE = 0.6;

const DETACHED: Anchoring = { kind: 'detached' };

/**
 * Finds a quote in a text that may have changed since the quote was taken. It tries an exact match,
 * then a match with an insertion or deletion in the middle, then a fuzzy match, and compares the
 * surrounding context each time. `near` is the former position, from 0 (start of the text) to 1; it
 * decides between equal copies. A short quote is only matched exactly. No match is preferred to a
 * wrong match.
 */
export function anchorQuote(
  index: TextIndex,
  quote: AnnotationQuote,
  near: number | null = null,
): Anchoring {
  const folded = foldedTextOf(index);
  const wanted = foldQuote(quote);
  const copies = findExact(folded.text, wanted);
  if (copies.length > 0) return chooseCopy(index, folded, wanted, copies, near);
  if (!isTelling(wanted)) return DETACHED;
  const candidate = findBridged(folded.text, wanted) ?? findFuzzy(folded.text, wanted);
  if (candidate === null || scoreOf(candidate) < UNSURE_SCORE) return DETACHED;
  return anchored(index, folded, candidate, scoreOf(candidate) >= SURE_SCORE ? 'found' : 'unsure');
}

function chooseCopy(
  index: TextIndex,
  folded: FoldedText,
  wanted: FoldedQuote,
  copies: readonly Candidate[],
  near: number | null,
): Anchoring {
  const [best, second] = [...copies].sort((a, b) => b.contextScore - a.contextScore);
  if (best === undefined) return DETACHED;
  const isUnique = second === undefined && isTelling(wanted);
  if (!isUnique && best.contextScore < MIN_CONTEXT_SCORE) return DETACHED;
  const rivals = copies.filter((copy) => best.contextScore - copy.contextScore < COPY_MARGIN);
  if (rivals.length === 1) return anchored(index, folded, best, 'found');
  if (near === null) return anchored(index, folded, best, 'unsure');
  const distance = ({ start }: Candidate) => Math.abs(start / folded.text.length - near);
  const nearest = [...rivals].sort((a, b) => distance(a) - distance(b))[0] ?? best;
  return anchored(index, folded, nearest, 'unsure');
}

const isTelling = ({ exact, isDense }: FoldedQuote): boolean =>
  exact.length >= (isDense ? TELLING_LENGTH_DENSE : MIN_DISTINCTIVE_LENGTH);

function anchored(
  index: TextIndex,
  folded: FoldedText,
  candidate: Candidate,
  kind: 'found' | 'unsure',
): Anchoring {
  const span = sourceSpan(index.text, folded, candidate);
  return { kind, how: candidate.how, span, score: scoreOf(candidate) };
}

/**
 * Maps a span of the folded text back to the source. Characters that folding drops belong to the
 * character before them.
 */
function sourceSpan(text: string, { offsets }: FoldedText, { start, end }: Candidate): TextSpan {
  const lastFrom = offsets[end - 1] ?? text.length;
  // A character that folds to several characters may be matched partially.
  let next = end;
  while (next < offsets.length && offsets[next] === lastFrom) next += 1;
  return trimSpan(text, { start: offsets[start] ?? 0, end: offsets[next] ?? text.length });
}

/** In UTF-16 code units: enough source text for the context that is compared. */
const CONTEXT_SOURCE_LENGTH = 256;

/**
 * Finds a highlight in an article that was extracted again. Uses the selectors if the quoted words
 * are at that position with their context, otherwise searches for the quote. `near` as in
 * `anchorQuote`.
 */
export function reanchor(
  index: TextIndex,
  selectors: Selectors,
  quote: AnnotationQuote,
  near: number | null = null,
): Anchoring {
  const resolved = resolveSpan(index, selectors);
  if (resolved.ok && isQuoteAt(index, resolved.value, quote)) {
    return { kind: 'found', how: 'exact', span: resolved.value, score: 1 };
  }
  return anchorQuote(index, quote, near);
}

function isQuoteAt({ text }: TextIndex, { start, end }: TextSpan, quote: AnnotationQuote): boolean {
  const wanted = foldQuote(quote);
  if (wanted.exact === '' || foldText(text.slice(start, end)).text !== wanted.exact) return false;
  const before = foldText(text.slice(Math.max(0, start - CONTEXT_SOURCE_LENGTH), start)).text;
  const after = foldText(text.slice(end, end + CONTEXT_SOURCE_LENGTH)).text;
  return contextScore(before, after, wanted) >= MIN_CONTEXT_SCORE;
}

/** In UTF-16 code units: how much context is stored before and after a quote. */
const CONTEXT_LENGTH = 64;

/** Enough source text for `CONTEXT_LENGTH` after white space is collapsed. */
const SOURCE_LENGTH = 4 * CONTEXT_LENGTH;

const oneLine = (text: string) => text.replace(/\s+/g, ' ');

/** Returns the words of a span and their context, with white space collapsed to single spaces. */
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
