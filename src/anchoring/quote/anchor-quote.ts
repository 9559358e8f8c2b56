import type { AnnotationQuote } from '../../contract';
import type { TextIndex } from '../text-index';
import { type TextSpan, trimSpan } from '../text-span';
import { type Candidate, scoreOf } from './candidate';
import { findBridged } from './find-bridged';
import { findExact } from './find-exact';
import { findFuzzy } from './find-fuzzy';
import { type FoldedText, foldedTextOf } from './fold-text';
import { type FoldedQuote, foldQuote } from './folded-quote';

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
