import { ALL_FIELDS, FIELD, INDEXED_FIELD_NAMES } from './document';
import type { Found, Lookup } from './find-terms';
import type { IndexView, VisibleSegment } from './index-view';
import type { Clause, QueryPlan, WordsInFamily } from './query-plan';
import type { DocNumber } from './segment';
import { readPostings } from './segment';

/** A word has the weight of the best field in which it is. That of the text is at most `1 + K1`. */
const RANK_WEIGHTS: Readonly<Record<keyof typeof FIELD, number>> = {
  title: 10,
  label: 8,
  note: 6,
  quote: 6,
  site: 4,
  author: 4,
  description: 3,
};

/** The usual parameters of BM25: how fast repetitions count less, and how much length matters. */
const K1 = 1.2;
const B = 0.75;

/** The weight of each combination of fields. */
const WEIGHT_OF_MASK = Float32Array.from({ length: ALL_FIELDS + 1 }, (_, mask) =>
  Math.max(
    0,
    ...INDEXED_FIELD_NAMES.filter((name) => mask & FIELD[name]).map((name) => RANK_WEIGHTS[name]),
  ),
);

/** The score of each document by its number; 0 if it does not match. */
type Scores = Float32Array;

/** The bookmarks that match the lookups of a query. */
export interface Candidates {
  readonly docs: readonly DocNumber[];
  readonly scores: Scores;
  /** Clauses with which a bookmark has to be compared only if it is in the set. */
  readonly suspects: readonly (readonly [Clause, ReadonlySet<DocNumber>])[];
}

/**
 * Scores of all documents that are used again. In a large library they are hundreds of kB for each
 * word, and collecting them as garbage takes longer than the search.
 */
export class ScorePool {
  #free: Scores[] = [];

  /** Returns `size` scores of 0. */
  take(size: number): Scores {
    const scores = this.#free.pop();
    return scores?.length === size ? scores.fill(0) : new Float32Array(size);
  }

  give(scores: Scores): void {
    this.#free.push(scores);
  }
}

/** Finds and ranks candidates with what `found` has for each lookup. */
export function rankCandidates(
  view: IndexView,
  { clauses }: QueryPlan,
  found: (lookup: Lookup) => Found,
  pool: ScorePool,
): Candidates {
  const ranker = new Ranker(view, found, pool);
  const wanted = clauses.filter(({ isExcluded }) => !isExcluded);
  const excluded = clauses.filter(({ isExcluded }) => isExcluded);
  const [first, ...others] = wanted.map((clause) => ranker.scoresOf(clause));
  for (const other of others) if (first) ranker.intersect(first, other);
  const isWanted = (doc: DocNumber) => first === undefined || (first[doc] ?? 0) > 0;
  let docs = docsOf(view.isLive, isWanted);
  const suspects: [Clause, ReadonlySet<DocNumber>][] = [];
  for (const clause of excluded) {
    const hits = ranker.scoresOf(clause);
    if (clause.isCertain) docs = docs.filter((doc) => hits[doc] === 0);
    else suspects.push([clause, new Set(docs.filter((doc) => (hits[doc] ?? 0) > 0))]);
    pool.give(hits);
  }
  return { docs, scores: first ?? new Float32Array(view.size), suspects };
}

function docsOf(isLive: Uint8Array, isWanted: (doc: DocNumber) => boolean): DocNumber[] {
  const docs: DocNumber[] = [];
  for (let doc = 0; doc < isLive.length; doc++) {
    if (isLive[doc] === 1 && isWanted(doc)) docs.push(doc);
  }
  return docs;
}

class Ranker {
  readonly #view: IndexView;
  readonly #found: (lookup: Lookup) => Found;
  readonly #pool: ScorePool;

  constructor(view: IndexView, found: (lookup: Lookup) => Found, pool: ScorePool) {
    this.#view = view;
    this.#found = found;
    this.#pool = pool;
  }

  /** Returns the scores of the documents that match a clause. */
  scoresOf({ anyOf }: Clause): Scores {
    const rarities = anyOf[0]?.words.map((_, at) => this.#rarity(anyOf, at)) ?? [];
    const [first, ...others] = anyOf.map((one) => this.#scoresInFamily(one, rarities));
    for (const other of others) if (first) this.#add(first, other);
    return first ?? this.#pool.take(this.#view.size);
  }

  /** Keeps the documents of `scores` that are in `other`, too, with the sums. `other` is given back. */
  intersect(scores: Scores, other: Scores): void {
    for (let doc = 0; doc < scores.length; doc++) {
      const one = scores[doc] ?? 0;
      const two = other[doc] ?? 0;
      scores[doc] = one > 0 && two > 0 ? one + two : 0;
    }
    this.#pool.give(other);
  }

  #add(scores: Scores, other: Scores): void {
    for (let doc = 0; doc < scores.length; doc++) {
      scores[doc] = (scores[doc] ?? 0) + (other[doc] ?? 0);
    }
    this.#pool.give(other);
  }

  /** The inverse document frequency of the word at `at`. */
  #rarity(anyOf: readonly WordsInFamily[], at: number): number {
    const { live } = this.#view;
    const counts = anyOf.map(({ words }) => (words[at] ? this.#count(words[at]) : 0));
    const count = Math.min(live, Math.max(...counts));
    return Math.log(1 + (live - count + 0.5) / (count + 0.5));
  }

  #count(lookup: Lookup): number {
    let count = 0;
    for (const { terms } of this.#found(lookup).found) {
      for (const term of terms) count += term.count;
    }
    return count;
  }

  #scoresInFamily({ words, mask }: WordsInFamily, rarities: readonly number[]): Scores {
    const [first, ...others] = words.map((word, at) =>
      this.#scoresOfWord(word, mask, rarities[at] ?? 0),
    );
    for (const other of others) if (first) this.intersect(first, other);
    return first ?? this.#pool.take(this.#view.size);
  }

  /** A document with several words of a prefix gets the score of the best one. */
  #scoresOfWord(word: Lookup, mask: number, rarity: number): Scores {
    const scores = this.#pool.take(this.#view.size);
    for (const { segment, terms } of this.#found(word).found) {
      const add =
        word.family === 'text'
          ? this.#scoreText(scores, segment, rarity)
          : this.#scoreFields(scores, segment, mask, rarity);
      for (const { postings } of terms) readPostings(word.family, postings, add);
    }
    return scores;
  }

  #scoreFields(scores: Scores, { visible, docs }: VisibleSegment, mask: number, rarity: number) {
    return (ordinal: number, fields: number) => {
      if (visible[ordinal] !== 1) return;
      const doc = docs[ordinal] ?? 0;
      const score = rarity * (WEIGHT_OF_MASK[fields & mask] ?? 0);
      if (score > (scores[doc] ?? 0)) scores[doc] = score;
    };
  }

  #scoreText(scores: Scores, { visible, docs }: VisibleSegment, rarity: number) {
    const { textLengths, averageTextLength } = this.#view;
    return (ordinal: number, count: number) => {
      if (visible[ordinal] !== 1) return;
      const doc = docs[ordinal] ?? 0;
      const length = (textLengths[doc] ?? 0) / averageTextLength;
      const score = (rarity * (count * (K1 + 1))) / (count + K1 * (1 - B + B * length));
      if (score > (scores[doc] ?? 0)) scores[doc] = score;
    };
  }
}

/** The place of a result in the order of all results. */
export interface Place {
  readonly score: number;
  readonly created: number;
  readonly doc: DocNumber;
}

/** Negative if `one` comes before `other`: better ones first, then newer ones. */
const byRank = (one: Place, other: Place): number =>
  other.score - one.score || other.created - one.created || other.doc - one.doc;

/** Returns the first `limit` candidates after a place, in their order. */
export function firstPlaces(
  { created }: IndexView,
  { docs, scores }: Candidates,
  limit: number,
  after: Place | null,
): readonly Place[] {
  // A heap whose root is the worst of the best ones, so that most candidates need one comparison.
  const heap: Place[] = [];
  for (const doc of docs) {
    const score = scores[doc] ?? 0;
    const worst = heap[0];
    if (heap.length === limit && worst !== undefined && score < worst.score) continue;
    const place = { score, created: created[doc] ?? 0, doc };
    if (after !== null && byRank(after, place) >= 0) continue;
    if (heap.length < limit) {
      heap.push(place);
      siftUp(heap);
    } else if (worst !== undefined && byRank(place, worst) < 0) {
      heap[0] = place;
      siftDown(heap);
    }
  }
  return heap.sort(byRank);
}

const isWorse = (one: Place | undefined, other: Place | undefined): boolean =>
  one !== undefined && other !== undefined && byRank(one, other) > 0;

function swap(heap: Place[], a: number, b: number): void {
  const [one, other] = [heap[a], heap[b]];
  if (one === undefined || other === undefined) return;
  heap[a] = other;
  heap[b] = one;
}

function siftUp(heap: Place[]): void {
  let at = heap.length - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!isWorse(heap[at], heap[parent])) return;
    swap(heap, at, parent);
    at = parent;
  }
}

function siftDown(heap: Place[]): void {
  let at = 0;
  while (true) {
    const left = 2 * at + 1;
    const right = left + 1;
    let worst = at;
    if (isWorse(heap[left], heap[worst])) worst = left;
    if (isWorse(heap[right], heap[worst])) worst = right;
    if (worst === at) return;
    swap(heap, at, worst);
    at = worst;
  }
}
