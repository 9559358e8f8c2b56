import type { Match } from './find-matches';

/** Matches in the order of the text and of the quote, close enough to be one place. */
export interface Chain {
  readonly matches: readonly Match[];
  readonly score: number;
}

/** In folded units: the length of text that may have been inserted at one position. */
const MAX_INSERTED = 600;

/** In folded units: the length of the text that a quote with its insertions may cover. */
export const maxChainLength = (quoteLength: number): number => 2 * (quoteLength + MAX_INSERTED);

/** Matches before one that are tried as its predecessor. */
const MAX_PREDECESSORS = 32;

/** The cost of a difference between two matches, in matching units. */
const GAP_COST = 1;
const COST_PER_INSERTED_UNIT = 0.1;
const MAX_GAP_COST = 12;

/** A longer list has only chance matches beyond its longest ones. */
const MAX_CHAINED_MATCHES = 256;

/**
 * Returns the best chain of `matches`, and the best of those at other places, by decreasing score.
 * The score is the number of matching units less the cost of the gaps.
 * @param quoteLength with the context
 */
export function chainMatches(
  matches: readonly Match[],
  quoteLength: number,
  minScore: number,
): Chain[] {
  const longest =
    matches.length <= MAX_CHAINED_MATCHES
      ? [...matches]
      : matches.toSorted((a, b) => b.length - a.length).slice(0, MAX_CHAINED_MATCHES);
  const sorted = longest.sort((a, b) => a.text - b.text || a.quote - b.quote);
  if (!mayReach(sorted, maxChainLength(quoteLength), minScore)) return [];
  const scores = new Float64Array(sorted.length);
  const predecessors = new Int32Array(sorted.length).fill(-1);
  sorted.forEach((match, at) => {
    let best = match.length;
    for (let before = at - 1; before >= Math.max(0, at - MAX_PREDECESSORS); before -= 1) {
      const gain = gainOf(sorted[before], match);
      if (gain === null || (scores[before] ?? 0) + gain <= best) continue;
      best = (scores[before] ?? 0) + gain;
      predecessors[at] = before;
    }
    scores[at] = best;
  });
  const chains: Chain[] = [];
  const order = [...sorted.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
  for (const last of order) {
    const score = scores[last] ?? 0;
    if (score < minScore || chains.length === MAX_CHAINS) break;
    const chain: Match[] = [];
    for (let at = last; at !== -1; at = predecessors[at] ?? -1) {
      const match = sorted[at];
      if (match !== undefined) chain.unshift(match);
    }
    if (!chains.some((other) => areSameMatches(other.matches, chain))) {
      chains.push({ matches: withoutOverlaps(chain), score });
    }
  }
  return chains;
}

const MAX_CHAINS = 4;

/** False if no part of the text that a chain may cover has enough matches. */
function mayReach(sorted: readonly Match[], maxLength: number, minScore: number): boolean {
  let [first, total] = [0, 0];
  for (const match of sorted) {
    total += match.length;
    for (let start = sorted[first]; start !== undefined; start = sorted[first]) {
      if (match.text - start.text <= maxLength) break;
      total -= start.length;
      first += 1;
    }
    if (total >= minScore) return true;
  }
  return false;
}

/** The units that `match` adds to a chain that ends with `before`; null if it can't follow. */
function gainOf(before: Match | undefined, match: Match): number | null {
  if (before === undefined || before.quote >= match.quote || before.text >= match.text) return null;
  const overlap = overlapOf(before, match);
  if (overlap >= match.length) return null;
  const inserted = match.text + overlap - (before.text + before.length);
  const left = match.quote + overlap - (before.quote + before.length);
  if (inserted > MAX_INSERTED + left) return null;
  const cost = Math.min(
    MAX_GAP_COST,
    GAP_COST + COST_PER_INSERTED_UNIT * Math.abs(inserted - left),
  );
  return match.length - overlap - cost;
}

const overlapOf = (before: Match, match: Match): number =>
  Math.max(0, before.text + before.length - match.text, before.quote + before.length - match.quote);

function withoutOverlaps(chain: readonly Match[]): Match[] {
  return chain.map((match, at) => {
    const before = chain[at - 1];
    const overlap = before === undefined ? 0 : overlapOf(before, match);
    return {
      text: match.text + overlap,
      quote: match.quote + overlap,
      length: match.length - overlap,
    };
  });
}

function areSameMatches(one: readonly Match[], other: readonly Match[]): boolean {
  const [start, end] = hullOf(one);
  const [otherStart, otherEnd] = hullOf(other);
  return start < otherEnd && otherStart < end;
}

function hullOf(chain: readonly Match[]): [number, number] {
  const [first, last] = [chain[0], chain.at(-1)];
  return [first?.text ?? 0, last === undefined ? 0 : last.text + last.length];
}
