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

/** Hints for the choice between candidates that match about equally well. */
export interface Hints {
  /** Returns the distance to where the quote should be, in folded units; null if nothing is known. */
  readonly distance: ((start: number) => number) | null;
  readonly isHidden: (candidate: Candidate) => boolean;
  /** Tells whether a place keeps the order of the highlights, and the distance to the next ones. */
  readonly isInOrder: (candidate: Candidate) => boolean;
  readonly isExpected: (candidate: Candidate) => boolean;
  /** The context score of another copy that the text had when the highlight was last found. */
  readonly rivalScore: number | null;
  /** The score that a similar place, no copy, would have had then if the quote had been deleted. */
  readonly similarScore: number | null;
}

/** The least context that a short quote, or one of several copies, needs. */
export const MIN_CONTEXT = 0.4;

/** A copy with this context, and no other like it, is the place. */
const CLEAR_CONTEXT = 0.5;
/** Copies whose context scores differ by less are distinguished only by their position. */
const COPY_MARGIN = 0.14;

/** True if a copy may be the other one that the text had before. */
const isLikeRival = (copy: Candidate, rivalScore: number | null): boolean =>
  rivalScore !== null && contextOf(copy) - rivalScore < COPY_MARGIN;

/**
 * Chooses among the copies of a quote. Returns null if none is clearly the place, so that similar
 * places have to be compared too.
 */
export function chooseClear(
  copies: readonly Candidate[],
  rivalScore: number | null,
): Choice | null {
  const [best, second] = copies.toSorted((a, b) => contextOf(b) - contextOf(a));
  if (best === undefined || contextOf(best) < CLEAR_CONTEXT) return null;
  if (second !== undefined && contextOf(best) - contextOf(second) < COPY_MARGIN) return null;
  if (isLikeRival(best, rivalScore)) return null;
  return { kind: 'sure', candidate: best };
}

const SURE_SCORE = 0.62;
const UNSURE_SCORE = 0.45;
const SIMILAR_MARGIN = 0.08;
/** Places whose scores differ by less are equally good. */
const EQUAL_MARGIN = 0.02;
/** How much worse a place that is where the quote was may be, so that a copy elsewhere is doubtful. */
const EXPECTED_MARGIN = 0.35;

/** True if a similar place may be another one that the text had before. */
const isLikeSimilar = (candidate: Candidate, similarScore: number | null): boolean =>
  similarScore !== null && scoreOf(candidate) - similarScore < SIMILAR_MARGIN;

/**
 * Chooses among all candidates; null if none is good enough. A similar place is not sure if the
 * words of the quote are elsewhere.
 */
export function choose(
  quote: FoldedQuote,
  candidates: readonly Candidate[],
  hints: Hints,
): Choice | null {
  const sorted = candidates.toSorted((a, b) => scoreOf(b) - scoreOf(a));
  const [best] = sorted;
  if (best === undefined || !isGoodEnough(quote, best)) return null;
  const copies = sorted.filter(({ how }) => how === 'exact');
  const [copy] = copies;
  if (best.how === 'exact' || copy === undefined || !isDistinctive(quote)) {
    return chooseAmong(quote, sorted, hints);
  }
  // The quote was changed, and it had a copy.
  const isOther = !isGoodEnough(quote, copy) || isLikeRival(copy, hints.rivalScore);
  if (isOther || (hints.isHidden(copy) && !hints.isHidden(best))) {
    return { kind: 'unsure', candidate: best };
  }
  // The quote has moved, or the similar place is the quote and the copy is new.
  const choice = chooseAmong(quote, copies, hints);
  const isDoubtful = hints.isExpected(best) && !hints.isExpected(copy);
  return choice && isDoubtful ? { ...choice, kind: 'unsure' } : choice;
}

/** @param sorted by decreasing score; not empty */
function chooseAmong(
  quote: FoldedQuote,
  sorted: readonly Candidate[],
  hints: Hints,
): Choice | null {
  const [best] = sorted;
  if (best === undefined) return null;
  if (!hints.isExpected(best)) {
    const least = Math.max(UNSURE_SCORE, scoreOf(best) - EXPECTED_MARGIN);
    const expected = sorted.find(
      (each) => (each.how === 'exact' || scoreOf(each) >= least) && hints.isExpected(each),
    );
    if (expected !== undefined) return { kind: 'unsure', candidate: expected };
  }
  const equals = sorted.filter((each) => scoreOf(best) - scoreOf(each) < SIMILAR_MARGIN);
  const shown = equals.filter((each) => !hints.isHidden(each));
  const rivals = shown.length > 0 ? shown : equals;
  const [only] = rivals;
  if (rivals.length === 1 && only !== undefined) {
    return { kind: isCertain(quote, only, hints) ? 'sure' : 'unsure', candidate: only };
  }
  if (isOnlyExpected(best, rivals, hints)) {
    return { kind: isCertain(quote, best, hints) ? 'sure' : 'unsure', candidate: best };
  }
  const { distance } = hints;
  if (distance === null) return { kind: 'unsure', candidate: best };
  const nearest = rivals.toSorted((a, b) => distance(a.start) - distance(b.start))[0] ?? best;
  return { kind: 'unsure', candidate: nearest };
}

/**
 * True if the best candidate alone is where the quote was. With an equally good one elsewhere, such
 * as a copy with the same context, only a person can tell.
 */
function isOnlyExpected(best: Candidate, rivals: readonly Candidate[], hints: Hints): boolean {
  const others = rivals.filter((each) => each !== best);
  const isBetter = others.every((each) => scoreOf(best) - scoreOf(each) >= EQUAL_MARGIN);
  return isBetter && hints.isExpected(best) && !others.some((each) => hints.isExpected(each));
}

function isGoodEnough(quote: FoldedQuote, best: Candidate): boolean {
  if (!isDistinctive(quote) && contextOf(best) < MIN_CONTEXT) return false;
  return scoreOf(best) >= UNSURE_SCORE;
}

/** With less of the quote, both sides of its context have to be in place. */
const CERTAIN_QUOTE_SCORE = 0.7;
/** With this much of the quote, its parts may be short. */
const NEARLY_WHOLE_QUOTE = 0.95;
/** The score of one side of the context that is nearly whole. */
const WHOLE_SIDE = 0.8;
/** A shorter part on one side of an insertion may be there by chance. */
const MIN_PART_LENGTH = 12;
/** The share of the quote that one part has to have if another is short. */
const MAIN_PART = 0.6;

/** In folded units: a shorter copy with one side of its context only may be one of several. */
const MIN_ONE_SIDED_LENGTH = 48;

function isCertain(quote: FoldedQuote, candidate: Candidate, hints: Hints): boolean {
  if (!isDistinctive(quote) || scoreOf(candidate) < SURE_SCORE) return false;
  const { context, parts, quoteScore, how } = candidate;
  const leastContext = Math.min(context.before, context.after);
  const isBetween = leastContext >= WHOLE_SIDE;
  if (how === 'exact') {
    if (isLikeRival(candidate, hints.rivalScore)) return false;
    const isOneSided = leastContext < 0.2 && quote.exact.length < MIN_ONE_SIDED_LENGTH;
    if (isOneSided && !hints.isExpected(candidate)) return false;
    return isBetween || hints.isInOrder(candidate);
  }
  if (!hints.isInOrder(candidate)) return false;
  if (isLikeRival(candidate, hints.rivalScore)) return false;
  if (isLikeSimilar(candidate, hints.similarScore)) return false;
  if (isBetween && quoteScore >= NEARLY_WHOLE_QUOTE) return true;
  if (quoteScore < CERTAIN_QUOTE_SCORE && (!isBetween || parts.length > 1)) return false;
  const lengths = parts.map(({ start, end }) => end - start);
  const hasMainPart = Math.max(...lengths) >= MAIN_PART * quote.exact.length;
  return parts.length === 1 || Math.min(...lengths) >= MIN_PART_LENGTH || hasMainPart;
}
