import { type Candidate, contextOf, scoreOf } from './candidates';
import type { FoldedQuote } from './folded-quote';

/** The chosen place. A person has to confirm an `unsure` one. */
export interface Choice {
  readonly kind: 'sure' | 'unsure';
  readonly candidate: Candidate;
}

/** In folded units. A shorter quote is searched only exactly, and needs its context. */
const MIN_DISTINCTIVE_LENGTH = 16;
const MIN_DISTINCTIVE_LENGTH_DENSE = 8;

export const isDistinctive = ({ exact, isDense }: FoldedQuote): boolean =>
  exact.length >= (isDense ? MIN_DISTINCTIVE_LENGTH_DENSE : MIN_DISTINCTIVE_LENGTH);

/** What helps to choose between candidates that match equally well. */
export interface Hints {
  /** Returns the distance to where the quote should be, in folded units. */
  readonly distance: ((start: number) => number) | null;
  readonly isHidden: (candidate: Candidate) => boolean;
}

/** The least context that a short quote, or one of several copies, needs. */
export const MIN_CONTEXT = 0.4;

/** A copy with this context, and no other like it, is the place. */
const CLEAR_CONTEXT = 0.5;
/** Copies whose context scores differ by less are distinguished only by their position. */
const COPY_MARGIN = 0.12;

/**
 * Chooses among the copies of a quote. Returns null if none is clearly the place, so that similar
 * places have to be compared too.
 */
export function chooseClear(copies: readonly Candidate[]): Choice | null {
  const [best, second] = copies.toSorted((a, b) => contextOf(b) - contextOf(a));
  if (best === undefined || contextOf(best) < CLEAR_CONTEXT) return null;
  if (second !== undefined && contextOf(best) - contextOf(second) < COPY_MARGIN) return null;
  return { kind: 'sure', candidate: best };
}

const SURE_SCORE = 0.62;
const UNSURE_SCORE = 0.45;
const SIMILAR_MARGIN = 0.08;

/** Chooses among all candidates; null if none is good enough. */
export function choose(
  quote: FoldedQuote,
  candidates: readonly Candidate[],
  { distance, isHidden }: Hints,
): Choice | null {
  const [best] = candidates.toSorted((a, b) => scoreOf(b) - scoreOf(a));
  if (best === undefined || !isGoodEnough(quote, best)) return null;
  const equals = candidates.filter((each) => scoreOf(best) - scoreOf(each) < SIMILAR_MARGIN);
  const shown = equals.filter((each) => !isHidden(each));
  const rivals = shown.length > 0 ? shown : equals;
  const [only] = rivals;
  if (rivals.length === 1 && only !== undefined) {
    const isSure = isDistinctive(quote) && isCertain(only);
    return { kind: isSure ? 'sure' : 'unsure', candidate: only };
  }
  if (distance === null) return { kind: 'unsure', candidate: best };
  const nearest = rivals.toSorted((a, b) => distance(a.start) - distance(b.start))[0] ?? best;
  return { kind: 'unsure', candidate: nearest };
}

function isGoodEnough(quote: FoldedQuote, best: Candidate): boolean {
  if (!isDistinctive(quote) && contextOf(best) < MIN_CONTEXT) return false;
  return scoreOf(best) >= UNSURE_SCORE;
}

const isCertain = (best: Candidate): boolean => scoreOf(best) >= SURE_SCORE;
