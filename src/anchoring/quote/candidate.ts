/** A place where a quote may be, in the folded text. */
export interface Candidate {
  readonly start: number;
  readonly end: number;
  readonly how: 'exact' | 'bridged' | 'fuzzy';
  /** How much of the quote is there, 0 to 1. */
  readonly quoteScore: number;
  /** How much of its context is there, 0 to 1. */
  readonly contextScore: number;
}

/** What stands around a quote tells more about its place than a damaged quote does. */
const QUOTE_WEIGHT = 0.4;
const CONTEXT_WEIGHT = 0.6;

/** How good a candidate is as a whole, 0 to 1. */
export const scoreOf = ({ quoteScore, contextScore }: Candidate): number =>
  QUOTE_WEIGHT * quoteScore + CONTEXT_WEIGHT * contextScore;

/** The best of several; null when there is none, or another place is as good within `margin`. */
export function clearBest(candidates: readonly Candidate[], margin: number): Candidate | null {
  const [best, ...others] = [...candidates].sort((a, b) => scoreOf(b) - scoreOf(a));
  if (best === undefined) return null;
  const rival = others.find((each) => each.end <= best.start || best.end <= each.start);
  const isClear = rival === undefined || scoreOf(best) - scoreOf(rival) >= margin;
  return isClear ? best : null;
}
