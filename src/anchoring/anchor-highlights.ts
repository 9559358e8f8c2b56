import type { AnnotationQuote } from '../contract';
import type { HighlightPosition } from '../domain/highlight';
import {
  type Candidate,
  candidatePartsOf,
  contextOf,
  exactCandidate,
  hasMostOf,
  isOverlap,
  scoreAfterDeletion,
  scoreOf,
  similarCandidates,
  withContextOf,
} from './quote/candidates';
import {
  type Choice,
  choose,
  chooseClear,
  type Hints,
  isDistinctive,
  MIN_CONTEXT,
} from './quote/choose';
import { findCopies } from './quote/find-copies';
import { findMatches, type Match } from './quote/find-matches';
import {
  type FoldedText,
  foldedOffset,
  foldIndex,
  foldText,
  hashOfSpan,
  sourceEnd,
  sourceOffset,
} from './quote/fold-text';
import { type FoldedQuote, foldQuote } from './quote/folded-quote';
import type { FoldedSpan } from './quote/locate-chain';
import { HighlightOrder, type Landmark } from './quote/order';
import { bestScore, type Rivals } from './quote/take-quote';
import { resolveSpan, type Selectors } from './selectors';
import { runAtOnce, type Steps } from './steps';
import { nodeIndexAt, type TextIndex, type TextSpan, trimSpan } from './text-index';

/** A highlight that is looked for: its quote, and where it was. */
export interface WantedHighlight {
  readonly quote: AnnotationQuote;
  /** Its position in the text that it was last found in. */
  readonly position?: HighlightPosition | null;
  /** Its selectors in the tree that it was last found in. */
  readonly selectors?: Selectors | null;
  /** Places that a person has refused. Another one takes their place. */
  readonly refused?: readonly AnnotationQuote[];
  /** True if an earlier search was not certain, and no person has confirmed its place since. */
  readonly isDoubted?: boolean;
  /** Where it was, from 0 (start of the text) to 1, if there is no position. */
  readonly near?: number | null;
}

/**
 * The result of looking for a highlight. `detached` means that it was not found, or not reliably
 * enough to be shown. A person has to confirm an `unsure` place.
 */
export type Anchoring =
  | {
      readonly kind: 'sure' | 'unsure';
      /** The position is still right, the quote is unchanged, or it is similar. */
      readonly how: 'position' | Candidate['how'];
      readonly span: TextSpan;
      /** The span without text that was inserted into it. Never empty. */
      readonly parts: readonly TextSpan[];
      /** From 0 to 1. */
      readonly score: number;
      /** For the position, if it is stored again. */
      readonly rivals: Rivals;
    }
  | { readonly kind: 'detached' };

export interface AnchorOptions {
  /** Tells whether a text is not displayed. A hidden copy of a quote is ignored if another is shown. */
  readonly isHidden?: (node: Text) => boolean;
}

const DETACHED: Anchoring = { kind: 'detached' };

/** Finds one highlight. */
export const anchorHighlight = (index: TextIndex, wanted: WantedHighlight): Anchoring =>
  runAtOnce(anchorHighlights(index, [wanted]))[0] ?? DETACHED;

/**
 * Finds all highlights of a text that may have changed since they were made. The result has their
 * order. A position is used if the text is unchanged. Otherwise copies of the quotes are compared by
 * their context, and where there is none, similar places. No place is preferred to a wrong one.
 */
export function* anchorHighlights(
  index: TextIndex,
  wanted: readonly WantedHighlight[],
  options: AnchorOptions = {},
): Steps<Anchoring[]> {
  return yield* anchorFolded(index, yield* foldWanted(wanted), options);
}

/** A highlight that is looked for, with its quote in the form that is compared. */
export interface FoldedHighlight {
  readonly wanted: WantedHighlight;
  readonly quote: FoldedQuote;
}

export function* foldWanted(wanted: readonly WantedHighlight[]): Steps<FoldedHighlight[]> {
  const folded: FoldedHighlight[] = [];
  for (const each of wanted) {
    folded.push({ wanted: each, quote: foldQuote(each.quote) });
    yield;
  }
  return folded;
}

/** Like `anchorHighlights`, of quotes that are folded once for several texts. */
export function* anchorFolded(
  index: TextIndex,
  highlights: readonly FoldedHighlight[],
  options: AnchorOptions,
): Steps<Anchoring[]> {
  const folded = yield* foldIndex(index);
  const searches: Search[] = [];
  for (const each of highlights) {
    searches.push(new Search(index, folded, each, options));
    yield;
  }
  const moved: Search[] = [];
  for (const search of searches) {
    if (!(yield* search.usePosition())) moved.push(search);
    yield;
  }
  const copies = yield* findCopies(
    folded.codes,
    moved.map(({ quote }) => quote),
  );
  for (const [at, search] of moved.entries()) {
    search.useCopies(copies[at]?.starts ?? [], copies[at]?.isComplete ?? true);
    yield;
  }
  const orders = yield* ordersOf(moved);
  for (const search of moved) {
    search.useOrder(orders);
    yield;
  }
  const left = moved.filter((search) => search.needsSimilar());
  const matches = yield* findMatches(
    folded.codes,
    left.map(({ quote }) => quote),
  );
  for (const [at, search] of left.entries()) {
    search.useMatches(matches[at] ?? []);
    yield;
  }
  const results: Anchoring[] = [];
  for (const search of searches) {
    results.push(search.result());
    yield;
  }
  return results;
}

/** The order of the highlights of each text that they were last found in, by its hash. */
type Orders = ReadonlyMap<string, HighlightOrder>;

function* ordersOf(searches: readonly Search[]): Steps<Orders> {
  const landmarks = new Map<string, Landmark[]>();
  for (const search of searches) {
    const { position, landmark } = search;
    yield;
    if (!position || landmark === null) continue;
    const known = landmarks.get(position.textHash);
    if (known === undefined) landmarks.set(position.textHash, [landmark]);
    else known.push(landmark);
  }
  return new Map([...landmarks].map(([hash, some]) => [hash, new HighlightOrder(some)]));
}

/** In UTF-16 code units: source text that contains the context that is compared. */
const CONTEXT_SOURCE_LENGTH = 4096;

/** Tells whether the parts of a place have the words of a quote, and some of its context around them. */
export function isQuoteAt(
  { text }: TextIndex,
  parts: readonly TextSpan[],
  quote: AnnotationQuote,
): boolean {
  const wanted = foldQuote(quote);
  const [start, end] = [parts[0]?.start ?? 0, parts.at(-1)?.end ?? 0];
  const before = foldText(text.slice(Math.max(0, start - CONTEXT_SOURCE_LENGTH), start));
  const exact = foldText(parts.map((part) => text.slice(part.start, part.end)).join(''));
  const after = foldText(text.slice(end, end + CONTEXT_SOURCE_LENGTH));
  const around = new Uint16Array(before.length + exact.length + after.length);
  around.set(before);
  around.set(exact, before.length);
  around.set(after, before.length + exact.length);
  if (!isEqual(around, before.length, before.length + exact.length, wanted.exact)) return false;
  return contextOf(exactCandidate(around, wanted, before.length)) >= MIN_CONTEXT;
}

/** The search for one highlight. */
class Search {
  readonly quote: FoldedQuote;
  readonly #index: TextIndex;
  readonly #folded: FoldedText;
  readonly #wanted: WantedHighlight;
  readonly #isHidden: (node: Text) => boolean;
  /** The parts of the stored position, if that is right. */
  #known: readonly FoldedSpan[] | null = null;
  #copies: readonly Candidate[] = [];
  readonly #refused: Candidate[] = [];
  #similar: readonly Candidate[] = [];
  #choice: Choice | null = null;
  #isComplete = true;
  #order: HighlightOrder | null = null;

  constructor(
    index: TextIndex,
    folded: FoldedText,
    { wanted, quote }: FoldedHighlight,
    { isHidden = () => false }: AnchorOptions,
  ) {
    this.quote = quote;
    this.#index = index;
    this.#folded = folded;
    this.#wanted = wanted;
    this.#isHidden = isHidden;
  }

  /**
   * Uses the stored position if the text is unchanged. A person may have confirmed a place whose
   * words differ from the quote, or that has other text between them.
   */
  *usePosition(): Steps<boolean> {
    const { position } = this.#wanted;
    if (!position || position.textHash !== this.#folded.hash) return false;
    const { start, end } = position;
    const isWhole = isEqual(this.#folded.codes, start, end, this.quote.exact);
    const parts = isWhole
      ? [{ start, end }]
      : yield* candidatePartsOf(this.#folded.codes, position, this.quote);
    if (parts.length === 0 || this.#isRefused(parts)) return false;
    this.#known = parts;
    return true;
  }

  useCopies(starts: readonly number[], isComplete: boolean): void {
    const { codes } = this.#folded;
    const copies = starts.map((start) => exactCandidate(codes, this.quote, start));
    this.#copies = this.#withoutRefused(copies);
    this.#isComplete = isComplete;
    this.#choice = isComplete ? chooseClear(this.#copies, this.#storedRivals) : null;
  }

  #isRefused(parts: readonly FoldedSpan[]): boolean {
    const { refused = [] } = this.#wanted;
    if (refused.length === 0) return false;
    const spans = this.#sourceSpans(parts);
    return refused.some((quote) => isQuoteAt(this.#index, spans, quote));
  }

  #withoutRefused(candidates: readonly Candidate[]): readonly Candidate[] {
    if (!this.#wanted.refused?.length) return candidates;
    this.#refused.push(...candidates.filter((each) => this.#isRefused(each.parts)));
    return candidates.filter((each) => !this.#refused.some((place) => isOverlap(each, place)));
  }

  needsSimilar(): boolean {
    return this.#choice === null && this.#isComplete && isDistinctive(this.quote);
  }

  get position(): HighlightPosition | null {
    return this.#wanted.position ?? null;
  }

  /** Where the highlight was and is, if it was found for certain. */
  get landmark(): Landmark | null {
    if (this.#choice === null || !this.position) return null;
    return { before: this.position.start, now: this.#choice.candidate.start };
  }

  /** Doubts a copy that is not where the other highlights suggest. */
  useOrder(orders: Orders): void {
    this.#order = this.position && (orders.get(this.position.textHash) ?? null);
    if (this.#choice === null || !isDistinctive(this.quote)) return;
    if (!this.#isExpected(this.#choice.candidate)) this.#choice = null;
  }

  #isExpected(candidate: Candidate): boolean {
    if (this.#order === null || !this.position) return true;
    return this.#order.isExpected(this.position.start, candidate);
  }

  #isInOrder(candidate: Candidate): boolean {
    if (this.#order === null || !this.position) return true;
    return this.#order.isInOrder(this.position.start, candidate);
  }

  /** Uses similar places. One that contains the only copy adds the context beyond an insertion. */
  useMatches(matches: readonly Match[]): void {
    const similar = this.#withoutRefused(
      similarCandidates(this.#folded.codes, this.quote, matches),
    );
    // Words beyond an insertion are too weak a sign to prefer one of several copies.
    const isOnly = this.#copies.length === 1 && this.#storedRivals.rivalScore === null;
    this.#copies = this.#copies.map((copy) => {
      const around = similar.find((each) => isOverlap(each, copy));
      return around === undefined || !isOnly ? copy : withContextOf(copy, around);
    });
    this.#similar = similar.filter((each) => !this.#copies.some((copy) => isOverlap(each, copy)));
  }

  result(): Anchoring {
    if (this.#known !== null) {
      const parts = this.#sourceSpans(this.#known);
      const span = { start: parts[0]?.start ?? 0, end: parts.at(-1)?.end ?? 0 };
      const rivals = this.#storedRivals;
      return { kind: 'sure', how: 'position', span, parts, score: 1, rivals };
    }
    const all = [...this.#copies, ...this.#similar];
    const choice = this.#choice ?? choose(this.quote, all, this.#hints());
    if (choice === null) return DETACHED;
    const { candidate } = choice;
    return {
      kind: this.#isComplete && !this.#isSecondBest(candidate) ? choice.kind : 'unsure',
      how: candidate.how,
      span: this.#sourceSpan(candidate),
      parts: this.#sourceSpans(candidate.parts),
      score: scoreOf(candidate),
      rivals: this.#rivalsBeside(candidate),
    };
  }

  /** A similar place instead of a refused one is asked about, however similar it is. */
  #isSecondBest({ how }: Candidate): boolean {
    return this.#refused.length > 0 && how !== 'exact';
  }

  #hints(): Hints {
    const expected = this.#expected();
    return {
      distance: expected === null ? null : (start) => Math.abs(start - expected),
      isInOrder: (candidate) => this.#isInOrder(candidate),
      isExpected: (candidate) => this.#isExpected(candidate),
      isBetween: (candidate) =>
        this.position !== null && this.#order?.isBetween(this.position.start, candidate) === true,
      hasOrder: this.#order !== null,
      hasSameWords: ({ start, end }) =>
        this.position?.wordsHash === hashOfSpan(this.#folded, start, end),
      rivals: this.position ?? {},
      isHidden: (candidate) => {
        const { nodes } = this.#index;
        const node = nodes[nodeIndexAt(this.#index, sourceOffset(this.#folded, candidate.start))];
        return node !== undefined && this.#isHidden(node);
      },
    };
  }

  /** Includes the other places of this text. */
  #rivalsBeside(found: Candidate): Rivals {
    const copies = this.#copies.filter((copy) => !isOverlap(copy, found));
    const similar = this.#similar.filter((each) => !isOverlap(each, found));
    const { rivalScore, similarScore, rivalCount } = this.#storedRivals;
    return {
      rivalScore: bestScore([...copies.map(contextOf), rivalScore]),
      similarScore: bestScore([...similar.map(scoreAfterDeletion), similarScore]),
      rivalCount: Math.max([...copies, ...similar].filter(hasMostOf).length, rivalCount),
    };
  }

  get #storedRivals(): Rivals {
    const { rivalScore = null, similarScore = null, rivalCount = 0 } = this.position ?? {};
    return { rivalScore, similarScore, rivalCount };
  }

  /** The folded offset where the quote should start; null if nothing is known. */
  #expected(): number | null {
    const { selectors, position, near = null } = this.#wanted;
    const resolved = selectors ? resolveSpan(this.#index, selectors) : null;
    if (resolved?.ok) return foldedOffset(this.#folded, resolved.value.start);
    const { length } = this.#folded.codes;
    if (position) return (position.start / Math.max(1, position.textLength)) * length;
    return near === null ? null : near * length;
  }

  #sourceSpans(parts: readonly FoldedSpan[]): readonly TextSpan[] {
    return parts.map((part) => this.#sourceSpan(part));
  }

  #sourceSpan({ start, end }: FoldedSpan): TextSpan {
    return trimSpan(this.#index.text, {
      start: sourceOffset(this.#folded, start),
      end: sourceEnd(this.#folded, end),
    });
  }
}

function isEqual(text: Uint16Array, start: number, end: number, wanted: Uint16Array): boolean {
  if (wanted.length === 0 || end - start !== wanted.length || end > text.length) return false;
  return wanted.every((code, at) => text[start + at] === code);
}
