import type { FoldedSpan } from './locate-chain';

/** The former position of a highlight and the one that is certain now, in folded units. */
export interface Landmark {
  readonly before: number;
  readonly now: number;
}

/** In folded units: how much the text between two highlights may change its length. */
const MAX_DRIFT = 64;

/**
 * The order of the highlights of one text, which most changes of a page keep. It is used to doubt a
 * place, not to find one.
 */
export class HighlightOrder {
  /** In the order of the text, before and now. */
  readonly #landmarks: readonly Landmark[];

  /** Keeps as many landmarks as are in the same order before and now. */
  constructor(landmarks: readonly Landmark[]) {
    this.#landmarks = longestIncreasing(landmarks.toSorted((a, b) => a.before - b.before));
  }

  /** True if a place is between the landmarks that the highlight was between. */
  isInOrder(before: number, { start }: FoldedSpan): boolean {
    const [previous, next] = this.#around(before);
    const isAfter = previous === undefined || previous.now - MAX_DRIFT <= start;
    return isAfter && (next === undefined || start <= next.now + MAX_DRIFT);
  }

  /** True if a place is as far from a neighbouring landmark, or from the start, as it was. */
  isExpected(before: number, place: FoldedSpan): boolean {
    return this.isInOrder(before, place) && Math.min(...this.#drifts(before, place)) <= MAX_DRIFT;
  }

  /** True if a place is as far from both neighbouring landmarks as it was. */
  isBetween(before: number, place: FoldedSpan): boolean {
    const drifts = this.#drifts(before, place);
    return drifts.length > 1 && Math.max(...drifts) <= MAX_DRIFT;
  }

  #drifts(before: number, { start }: FoldedSpan): readonly number[] {
    const [previous = { before: 0, now: 0 }, next] = this.#around(before);
    return [previous, ...(next === undefined ? [] : [next])].map((landmark) =>
      Math.abs(start - landmark.now - (before - landmark.before)),
    );
  }

  /** Returns the last landmark before a highlight and the first one after it. */
  #around(before: number): [Landmark | undefined, Landmark | undefined] {
    let [low, high] = [0, this.#landmarks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#landmarks[middle]?.before ?? 0) < before) low = middle + 1;
      else high = middle;
    }
    const next = this.#landmarks[low];
    return [this.#landmarks[low - 1], next?.before === before ? this.#landmarks[low + 1] : next];
  }
}

/** Returns the longest part of `landmarks` whose present places increase, by patience sorting. */
function longestIncreasing(landmarks: readonly Landmark[]): Landmark[] {
  /** For each length, the index of the landmark with which such a part ends earliest. */
  const ends: number[] = [];
  const predecessors: number[] = [];
  landmarks.forEach(({ now }, at) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((landmarks[ends[middle] ?? 0]?.now ?? 0) <= now) low = middle + 1;
      else high = middle;
    }
    predecessors[at] = ends[low - 1] ?? -1;
    ends[low] = at;
  });
  const found: Landmark[] = [];
  for (let at = ends.at(-1) ?? -1; at !== -1; at = predecessors[at] ?? -1) {
    const landmark = landmarks[at];
    if (landmark !== undefined) found.push(landmark);
  }
  return found.reverse();
}
