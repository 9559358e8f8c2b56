import type { AnnotationQuote } from '../../contract';
import { wholeCharacter } from '../code-points';
import { resolveSpan, type Selectors } from '../selectors';
import { type TextIndex, type TextSpan, trimSpan } from '../text-index';
import { type Candidate, findBridged, findExact, findFuzzy, scoreOf } from './find-quote';
import { type FoldedText, foldedTextOf, foldText } from './fold-text';
import { contextScore, type FoldedQuote, foldQuote } from './folded-quote';
/** Where a quote is. `detached`: not there, or not sure enough to show anything. */
export type Anchoring =
  | {
      /** `unsure` is to be confirmed by a person. */
      readonly kind: 'found' | 'unsure';
      readonly how: Candidate['how'];
      readonly span: TextSpan;
      /** 0 to 1. */
      readonly score: number;
    }
  | { readonly kind: 'detached' };

/** Below, a quote alone does not tell its place, in folded characters. */
const TELLING_LENGTH = 16;
const TELLING_LENGTH_DENSE = 8;

/** Of its context, what must be there to tell a copy or a short quote. */
export const LEAST_CONTEXT = 0.4;
/** Copies whose contexts differ by less are told apart by their position only. */
const COPY_MARGIN = 0.08;

const SURE_SCORE = 0.72;
const UNSURE_SCORE = 0.6;

const DETACHED: Anchoring = { kind: 'detached' };

/**
 * Finds a quote in a text that may have changed since it was taken: as it was, then with something
 * in its middle, then with other words; each together with what stood around it. `near` says where
 * it used to be, from 0 (start of the text) to 1, and decides between equal copies. A short quote
 * is only found as it was, a wrong place is never preferred to none.
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
  if (!isUnique && best.contextScore < LEAST_CONTEXT) return DETACHED;
  const rivals = copies.filter((copy) => best.contextScore - copy.contextScore < COPY_MARGIN);
  if (rivals.length === 1) return anchored(index, folded, best, 'found');
  if (near === null) return anchored(index, folded, best, 'unsure');
  const distance = ({ start }: Candidate) => Math.abs(start / folded.text.length - near);
  const nearest = [...rivals].sort((a, b) => distance(a) - distance(b))[0] ?? best;
  return anchored(index, folded, nearest, 'unsure');
}

const isTelling = ({ exact, isDense }: FoldedQuote): boolean =>
  exact.length >= (isDense ? TELLING_LENGTH_DENSE : TELLING_LENGTH);

function anchored(
  index: TextIndex,
  folded: FoldedText,
  candidate: Candidate,
  kind: 'found' | 'unsure',
): Anchoring {
  const span = sourceSpan(index.text, folded, candidate);
  return { kind, how: candidate.how, span, score: scoreOf(candidate) };
}

/** Back from the folded text. What folding drops belongs to the character before it. */
function sourceSpan(text: string, { offsets }: FoldedText, { start, end }: Candidate): TextSpan {
  const lastFrom = offsets[end - 1] ?? text.length;
  // A character that folds to several may be found in part.
  let next = end;
  while (next < offsets.length && offsets[next] === lastFrom) next += 1;
  return trimSpan(text, { start: offsets[start] ?? 0, end: offsets[next] ?? text.length });
}

/** Enough source for the context that is compared, in UTF-16 code units. */
const CONTEXT_SOURCE_LENGTH = 256;

/**
 * Where a highlight is in an article that was extracted anew: where its selectors lead, when the
 * quoted words are there in their context, otherwise where the quote is found. `near` as in
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
  return contextScore(before, after, wanted) >= LEAST_CONTEXT;
}

/** How much of what stands before and after is kept with a quote, in UTF-16 code units. */
export const CONTEXT_LENGTH = 64;

/** Enough source for `CONTEXT_LENGTH` once white space is folded. */
const SOURCE_LENGTH = 4 * CONTEXT_LENGTH;

const oneLine = (text: string) => text.replace(/\s+/g, ' ');

/** The words of a span with what stands around them, white space folded to single spaces. */
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
