import { FIELD } from './document';
import type { Found, Lookup } from './find-terms';
import type { IndexView, VisibleSegment } from './index-view';
import type { Clause, QueryPlan, WordsInFamily } from './query-plan';
import type { DocNumber } from './segment';
import { readPostings } from './segment';

/** The weight of the best field in which a word is. That of the text is at most `1 + K1`. */
const WEIGHTS: readonly (readonly [mask: number, weight: number])[] = [
  [FIELD.title, 10],
  [FIELD.label, 8],
  [FIELD.note | FIELD.quote, 6],
  [FIELD.site | FIELD.author, 4],
  [FIELD.description, 3],
];

/** The usual parameters of BM25: how fast repetitions count less, and how much length matters. */
const K1 = 1.2;
const B = 0.75;

/** The weight of each combination of fields. */
const WEIGHT_OF_MASK = Float32Array.from(
  { length: 128 },
  (_, mask) => WEIGHTS.find(([fields]) => (mask & fields) !== 0)?.[1] ?? 0,
);

/** The bookmarks that match the lookups of a query. */
export interface Candidates {
  /** In no order. */
  readonly docs: readonly DocNumber[];
  /** By number of the document. */
  readonly scores: Float32Array;
  /** Clauses with which a bookmark has to be compared only if it is in the set. */
  readonly suspects: readonly (readonly [Clause, ReadonlySet<DocNumber>])[];
}

/** Finds and ranks candidates with what `found` has for each lookup. */
export function rankCandidates(
  view: IndexView,
  { clauses }: QueryPlan,
  found: (lookup: Lookup) => Found,
): Candidates {
  const ranker = new Ranker(view, found);
  const wanted = clauses.filter(({ isExcluded }) => !isExcluded);
  const excluded = clauses.filter(({ isExcluded }) => isExcluded);
  const scores = new Float32Array(view.size);
  /** The number of clauses that each document matches. */
  const matched = new Uint8Array(view.size);
  let docs = wanted.length === 0 ? liveDocs(view) : [];
  for (const [at, clause] of wanted.entries()) {
    const hits = ranker.hits(clause);
    docs = hits.docs.filter((doc) => view.isLive[doc] === 1 && matched[doc] === at);
    for (const doc of docs) {
      matched[doc] = at + 1;
      scores[doc] = (scores[doc] ?? 0) + (hits.scores[doc] ?? 0);
    }
  }
  const suspects: [Clause, ReadonlySet<DocNumber>][] = [];
  for (const clause of excluded) {
    const hits = new Set(ranker.hits(clause).docs);
    if (clause.isCertain) docs = docs.filter((doc) => !hits.has(doc));
    else suspects.push([clause, hits]);
  }
  return { docs, scores, suspects };
}

function liveDocs({ isLive }: IndexView): DocNumber[] {
  const docs: DocNumber[] = [];
  for (let doc = 0; doc < isLive.length; doc++) if (isLive[doc] === 1) docs.push(doc);
  return docs;
}

interface Hits {
  readonly docs: readonly DocNumber[];
  readonly scores: Float32Array;
}

/** Returns the documents of both with the sums of their scores. */
function intersection(one: Hits, other: Hits): Hits {
  const scores = new Float32Array(one.scores.length);
  const docs = other.docs.filter((doc) => (one.scores[doc] ?? 0) > 0);
  for (const doc of docs) scores[doc] = (one.scores[doc] ?? 0) + (other.scores[doc] ?? 0);
  return { docs, scores };
}

class Ranker {
  readonly #view: IndexView;
  readonly #found: (lookup: Lookup) => Found;

  constructor(view: IndexView, found: (lookup: Lookup) => Found) {
    this.#view = view;
    this.#found = found;
  }

  /** Returns the documents that match a clause, each once. */
  hits({ anyOf }: Clause): Hits {
    const rarities = anyOf[0]?.words.map((_, at) => this.#rarity(anyOf, at)) ?? [];
    const all = anyOf.map((alternative) => this.#hitsInFamily(alternative, rarities));
    const [first, second] = all;
    if (first === undefined) return { docs: [], scores: new Float32Array(this.#view.size) };
    if (second === undefined) return first;
    const docs = [...first.docs];
    for (const doc of second.docs) {
      if (first.scores[doc] === 0) docs.push(doc);
      first.scores[doc] = (first.scores[doc] ?? 0) + (second.scores[doc] ?? 0);
    }
    return { docs, scores: first.scores };
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

  #hitsInFamily(alternative: WordsInFamily, rarities: readonly number[]): Hits {
    const { words } = alternative;
    let last: Hits | null = null;
    for (const [at, word] of words.entries()) {
      const hits = this.#hitsOfWord(word, alternative.mask, rarities[at] ?? 0);
      if (last === null) {
        last = hits;
        continue;
      }
      last = intersection(last, hits);
    }
    return last ?? { docs: [], scores: new Float32Array(this.#view.size) };
  }

  /** A document with several words of a prefix gets the score of the best one. */
  #hitsOfWord(word: Lookup, mask: number, rarity: number): Hits {
    const scores = new Float32Array(this.#view.size);
    const docs: DocNumber[] = [];
    for (const { segment, terms } of this.#found(word).found) {
      const score = this.#scorer(segment, mask);
      const { visible, docs: numbers } = segment;
      for (const { postings } of terms) {
        readPostings(word.family, postings, (ordinal, weight) => {
          if (visible[ordinal] !== 1) return;
          const doc = numbers[ordinal] ?? 0;
          const value = score(doc, weight) * rarity;
          const before = scores[doc] ?? 0;
          if (before === 0 && value > 0) docs.push(doc);
          if (value > before) scores[doc] = value;
        });
      }
    }
    return { docs, scores };
  }

  #scorer({ family }: VisibleSegment, mask: number): (doc: DocNumber, weight: number) => number {
    if (family === 'fields') return (_, fields) => WEIGHT_OF_MASK[fields & mask] ?? 0;
    const { textLengths, averageTextLength } = this.#view;
    return (doc, count) => {
      const length = (textLengths[doc] ?? 0) / averageTextLength;
      return (count * (K1 + 1)) / (count + K1 * (1 - B + B * length));
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
    const place = { score: scores[doc] ?? 0, created: created[doc] ?? 0, doc };
    if (after !== null && byRank(after, place) >= 0) continue;
    if (heap.length < limit) {
      heap.push(place);
      siftUp(heap);
    } else if (heap[0] !== undefined && byRank(place, heap[0]) < 0) {
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
