import { type Candidate, contextOf, hasMostOf, isOverlap, scoreOf } from './candidates';
import type { FoldedQuote } from './folded-quote';
import type { Rivals } from './take-quote';

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
  /** Tells whether a place is as far from the highlights on both sides as it was. */
  readonly isBetween: (candidate: Candidate) => boolean;
  /** Tells whether a place has the words that it had when it was last certain. */
  readonly hasSameWords: (candidate: Candidate) => boolean;
  /** True if other highlights are known whose order tells where a place is expected. */
  readonly hasOrder: boolean;
  /** The other places that the text had when the highlight was last found. */
  readonly rivals: Partial<Rivals>;
}

/** The least context that a short quote, or one of several copies, needs. */
export const MIN_CONTEXT = 0.4;

/** A copy with this context, and no other like it, is the place. */
const CLEAR_CONTEXT = 0.5;
/** Copies whose context scores differ by less are distinguished only by their position. */
const COPY_MARGIN = 0.14;

/** True if a copy may be another one that the text had before. */
const isLikeRival = (copy: Candidate, rivalScore: number | null = null): boolean =>
  rivalScore !== null && contextOf(copy) - rivalScore < COPY_MARGIN;

/**
 * Chooses among the copies of a quote. Returns null if none is clearly the place, so that similar
 * places have to be compared too.
 */
export function chooseClear(
  copies: readonly Candidate[],
  { rivalScore, rivalCount }: Rivals,
): Choice | null {
  const [best, second] = copies.toSorted((a, b) => contextOf(b) - contextOf(a));
  if (best === undefined || contextOf(best) < CLEAR_CONTEXT) return null;
  if (second !== undefined && contextOf(best) - contextOf(second) < COPY_MARGIN) return null;
  if (isLikeRival(best, rivalScore)) return null;
  if (rivalScore !== null && copies.length <= rivalCount) return null;
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
const isLikeSimilar = (candidate: Candidate, similarScore: number | null = null): boolean =>
  similarScore !== null && scoreOf(candidate) - similarScore < SIMILAR_MARGIN;

/** The input of a choice. */
interface Search {
  readonly quote: FoldedQuote;
  readonly candidates: readonly Candidate[];
  readonly hints: Hints;
}

/**
 * Chooses among all candidates; null if none is good enough. A similar place is not sure if the
 * words of the quote are elsewhere, unless the text had that copy before.
 */
export function choose(
  quote: FoldedQuote,
  candidates: readonly Candidate[],
  hints: Hints,
): Choice | null {
  const search: Search = { quote, candidates, hints };
  const sorted = candidates.toSorted((a, b) => scoreOf(b) - scoreOf(a));
  const [best] = sorted;
  if (best === undefined || !isGoodEnough(best, search)) return null;
  const copies = sorted.filter(({ how }) => how === 'exact');
  const [copy] = copies;
  if (best.how === 'exact' || copy === undefined || !isDistinctive(quote)) {
    return chooseAmong(sorted, search);
  }
  // The quote was changed, and it had a copy.
  const isOther = !isGoodEnough(copy, search) || isLikeRival(copy, hints.rivals.rivalScore);
  if (isOther || (hints.isHidden(copy) && !hints.isHidden(best))) {
    return isNoRival(best, search) ? choiceOf(best, search) : { kind: 'unsure', candidate: best };
  }
  // The quote has moved, or the similar place is the quote and the copy is new.
  const choice = chooseAmong(copies, search);
  const isDoubtful = hints.isExpected(best) && !hints.isExpected(copy);
  return choice && isDoubtful ? { ...choice, kind: 'unsure' } : choice;
}

const choiceOf = (candidate: Candidate, search: Search): Choice => ({
  kind: isCertain(candidate, search) ? 'sure' : 'unsure',
  candidate,
});

/** @param sorted by decreasing score; not empty */
function chooseAmong(sorted: readonly Candidate[], search: Search): Choice | null {
  const { hints } = search;
  const [best] = sorted;
  if (best === undefined) return null;
  if (!hints.isExpected(best)) {
    const least = Math.max(UNSURE_SCORE, scoreOf(best) - EXPECTED_MARGIN);
    const expected = sorted.find(
      (each) => (each.how === 'exact' || scoreOf(each) >= least) && hints.isExpected(each),
    );
    if (expected !== undefined) {
      if (isNoRival(expected, search)) return choiceOf(expected, search);
      return { kind: 'unsure', candidate: expected };
    }
  }
  const equals = sorted.filter((each) => scoreOf(best) - scoreOf(each) < SIMILAR_MARGIN);
  const shown = equals.filter((each) => !hints.isHidden(each));
  const rivals = shown.length > 0 ? shown : equals;
  const [only] = rivals;
  if (rivals.length === 1 && only !== undefined) return choiceOf(only, search);
  if (isOnlyExpected(best, rivals, hints) || isNoRival(best, search)) return choiceOf(best, search);
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

/**
 * True if a place alone is where the quote was, and all other places that had most of the quote are
 * still beside it, and no more. So it is none of them. If there are more, the quote may have moved.
 */
function isNoRival(candidate: Candidate, { candidates, hints }: Search): boolean {
  const { rivalCount, rivalScore } = hints.rivals;
  if (!hints.hasOrder || !hasMostOf(candidate) || !hints.isExpected(candidate)) return false;
  const others = candidates.filter((each) => hasMostOf(each) && !isOverlap(each, candidate));
  if (others.length !== rivalCount || others.some((each) => hints.isExpected(each))) return false;
  // A copy that is clearly better than the former ones may be the quote at another place.
  return candidate.how === 'exact' || others.every((each) => isFormer(each, rivalScore));
}

/**
 * True if the text had more copies before. The one that is gone may be the quote itself, and the copy
 * beside it then has its context.
 */
function isCopyGone(candidate: Candidate, { candidates, hints }: Search): boolean {
  const { rivalScore = null, rivalCount = 0 } = hints.rivals;
  const others = candidates.filter((each) => hasMostOf(each) && !isOverlap(each, candidate));
  return rivalScore !== null && others.length < rivalCount && !hints.isBetween(candidate);
}

/**
 * True for a similar place that may be the text beside the quote, which looks like it. If the quote was
 * deleted, that text is where it was, but nearer to the next highlight.
 */
function mayBeNext(candidate: Candidate, { hints }: Search): boolean {
  const { similarScore = null } = hints.rivals;
  const isLike = similarScore !== null && scoreOf(candidate) - similarScore < EQUAL_MARGIN;
  return candidate.how === 'similar' && isLike && !hints.isBetween(candidate);
}

const isFormer = (other: Candidate, rivalScore: number | null = null): boolean =>
  other.how === 'similar' || isLikeRival(other, rivalScore);

/** True if a place is where the quote was, and the text had no other place like it. */
const hadNoRivals = (candidate: Candidate, { rivals, hasOrder, isExpected }: Hints): boolean =>
  hasOrder && rivals.rivalScore === null && rivals.similarScore === null && isExpected(candidate);

function isGoodEnough(best: Candidate, search: Search): boolean {
  if (!isDistinctive(search.quote) && contextOf(best) < MIN_CONTEXT) return false;
  return scoreOf(best) >= UNSURE_SCORE || isOnlyLongCopy(best, search);
}

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

const isLong = (length: number): boolean => length >= MIN_ONE_SIDED_LENGTH;

/**
 * True for a place that was certain before, such as one that a person has confirmed, if there neither
 * was nor is another like it.
 */
function isSameAsBefore(candidate: Candidate, { candidates, hints }: Search): boolean {
  if (!hints.hasSameWords(candidate) || !hints.isInOrder(candidate)) return false;
  const { rivalScore, similarScore } = hints.rivals;
  return (
    rivalScore === null &&
    similarScore === null &&
    candidates.every((each) => isOverlap(each, candidate))
  );
}

function isCertain(candidate: Candidate, search: Search): boolean {
  const { quote, hints } = search;
  const { context, how } = candidate;
  if (!isDistinctive(quote) || isCopyGone(candidate, search)) return false;
  if (mayBeNext(candidate, search)) return false;
  if (how === 'similar' && isSameAsBefore(candidate, search)) return true;
  if (scoreOf(candidate) < SURE_SCORE && !isOnlyLongCopy(candidate, search)) return false;
  const { rivalScore, similarScore } = hints.rivals;
  const isLikeOther =
    isLikeRival(candidate, rivalScore) ||
    (how === 'similar' && isLikeSimilar(candidate, similarScore));
  if (isLikeOther && !isNoRival(candidate, search)) return false;
  const leastContext = Math.min(context.before, context.after);
  if (how === 'similar') {
    return hints.isInOrder(candidate) && hasEnoughOf(candidate, leastContext, search);
  }
  const isOneSided = leastContext < 0.2 && !isLong(quote.exact.length);
  if (isOneSided && !hints.isExpected(candidate)) return false;
  return leastContext >= WHOLE_SIDE || hints.isInOrder(candidate);
}

/** True for the only copy of a quote that is too long to be there twice by chance. */
function isOnlyLongCopy(candidate: Candidate, { quote, candidates }: Search): boolean {
  const copies = candidates.filter(({ how }) => how === 'exact');
  return copies.length === 1 && copies[0] === candidate && isLong(quote.exact.length);
}

/** Tells whether a similar place has enough of the quote. */
function hasEnoughOf(
  candidate: Candidate,
  leastContext: number,
  { quote, hints }: Search,
): boolean {
  const { start, end, parts, quoteScore, textScore } = candidate;
  const isBetween = leastContext >= WHOLE_SIDE;
  if (isBetween && quoteScore >= NEARLY_WHOLE_QUOTE) return true;
  // Text was left out of the quote, and nothing was changed.
  const isShortened = textScore >= NEARLY_WHOLE_QUOTE && isLong(end - start);
  if (!hasMostOf(candidate) && !isShortened && !hadNoRivals(candidate, hints)) {
    if (!isBetween || parts.length > 1) return false;
  }
  const lengths = parts.map((part) => part.end - part.start);
  const hasMainPart = Math.max(...lengths) >= MAIN_PART * quote.exact.length;
  return parts.length === 1 || Math.min(...lengths) >= MIN_PART_LENGTH || hasMainPart;
}
