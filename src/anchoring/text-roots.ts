import {
  type Anchoring,
  type AnchorOptions,
  anchorFolded,
  type FoldedHighlight,
  foldWanted,
  type WantedHighlight,
} from './anchor-highlights';
import { firstChildOf, innerRootOf, isElement, nextSiblingOf, parentOf } from './node-links';
import { leastTextLength } from './quote/candidates';
import { foldIndex } from './quote/fold-text';
import { NO_RIVALS, type PlacedQuote, positionOf, rivalsOf } from './quote/take-quote';
import type { Steps } from './steps';
import type { TextIndex } from './text-index';

const NODES_PER_STEP = 256;

/**
 * Finds `root` and the roots below it, in document order: open shadow roots, and the documents of
 * frames that the page may read. Each has a text of its own, and no quote extends over two.
 */
export function* findTextRoots(root: Node): Steps<Node[]> {
  const found: Node[] = [];
  /** The next root is the last. */
  const open = [root];
  let left = NODES_PER_STEP;
  for (let top = open.pop(); top !== undefined; top = open.pop()) {
    found.push(top);
    const inner: Node[] = [];
    let node: Node | null = top;
    while (node !== null) {
      const root = isElement(node) ? innerRootOf(node) : null;
      if (root !== null) inner.push(root);
      left -= 1;
      if (left === 0) {
        left = NODES_PER_STEP;
        yield;
      }
      node = firstChildOf(node) ?? following(node, top);
    }
    for (const root of inner.reverse()) open.push(root);
  }
  return found;
}

/** Returns the node after all descendants of `node`; null at the end of `root`. */
function following(node: Node, root: Node): Node | null {
  for (let at: Node | null = node; at !== null && at !== root; at = parentOf(at)) {
    const next = nextSiblingOf(at);
    if (next !== null) return next;
  }
  return null;
}

/** A place, and the text that it is in. */
type FoundInRoot = Exclude<Anchoring, { kind: 'detached' }> & { readonly index: TextIndex };

export type RootAnchoring = FoundInRoot | { readonly kind: 'detached' };

/** Places in two roots whose scores differ by less can't be distinguished. */
const ROOT_MARGIN = 0.08;

/**
 * Like `anchorHighlights`, in several texts of one page. A position without the scores of other
 * places gets them, because the results are stored.
 */
export function* anchorInRoots(
  indexes: readonly TextIndex[],
  wanted: readonly WantedHighlight[],
  options: AnchorOptions = {},
): Steps<RootAnchoring[]> {
  const results: RootAnchoring[] = wanted.map(() => ({ kind: 'detached' }));
  const folded = yield* foldWanted(wanted);
  const byLength = folded
    .map((highlight, at) => ({ ...highlight, at, least: leastTextLength(highlight.quote) }))
    .sort((a, b) => a.least - b.least);
  for (const index of indexes) {
    const { codes } = yield* foldIndex(index);
    const tooLong = byLength.findIndex(({ least }) => least > codes.length);
    const fitting = tooLong === -1 ? byLength : byLength.slice(0, tooLong);
    const found = yield* anchorFolded(index, fitting, options);
    for (const [nth, { at }] of fitting.entries()) {
      const [known, anchoring] = [results[at], found[nth]];
      if (known === undefined || anchoring === undefined || anchoring.kind === 'detached') continue;
      results[at] = better(known, { ...anchoring, index });
      yield;
    }
  }
  const likeness = yield* addUnknownRivals(indexes, folded, results);
  return doubtAlike(wanted, results, likeness);
}

/** The places that only the words of the highlights tell of: the best score of another place. */
type Likeness = ReadonlyMap<number, number>;

/** A place whose score is at least this may be the one that was meant. */
const ALIKE_SCORE = 0.82;
const WHOLE_SCORE = 0.99;
/** If so many other highlights are whole, the text is the one that they were made in. */
const [WHOLE_SHARE, MIN_WHOLE] = [0.8, 2];

/**
 * Doubts a place if another one is like it, and only the words of the highlight tell of it. In a text
 * that repeats itself and has changed, the words may be left at another place than their own. It
 * does not doubt whole ones in a text that has probably not changed.
 */
function doubtAlike(
  wanted: readonly WantedHighlight[],
  results: readonly RootAnchoring[],
  likeness: Likeness,
): RootAnchoring[] {
  const whole = new Set<number>();
  for (const [at, result] of results.entries()) {
    if (result.kind === 'detached') continue;
    if (result.how === 'position' || result.score >= WHOLE_SCORE) whole.add(at);
  }
  const isSameText = whole.size > MIN_WHOLE && whole.size > WHOLE_SHARE * results.length;
  return results.map((result, at) => {
    const rival = likeness.get(at);
    // The hash of the text tells of a position, whatever its words are like.
    const isByWords = result.kind === 'sure' && result.how !== 'position';
    if (!isByWords || rival === undefined) return result;
    const isAlike = rival >= ALIKE_SCORE && !(isSameText && whole.has(at));
    return wanted[at]?.isDoubted || isAlike ? { ...result, kind: 'unsure' } : result;
  });
}

/** A clear copy is found without a search for similar places. */
function* addUnknownRivals(
  indexes: readonly TextIndex[],
  highlights: readonly FoldedHighlight[],
  results: RootAnchoring[],
): Steps<Likeness> {
  const likeness = new Map<number, number>();
  for (const index of indexes) {
    const unknown: (PlacedQuote & { readonly at: number; readonly result: FoundInRoot })[] = [];
    for (const [at, { wanted, quote }] of highlights.entries()) {
      const result = results[at];
      yield;
      if (result === undefined || result.kind === 'detached' || result.index !== index) continue;
      if (wanted.position?.rivalCount !== undefined) continue;
      unknown.push({ at, result, quote, position: positionOf(index, result.span) });
    }
    if (unknown.length === 0) continue;
    const others = indexes.filter((other) => other !== index);
    const rivals = yield* rivalsOf(index, unknown, others);
    for (const [nth, { at, result }] of unknown.entries()) {
      const found = rivals[nth] ?? NO_RIVALS;
      results[at] = { ...result, rivals: found.rivals };
      likeness.set(at, found.likeness);
    }
  }
  return likeness;
}

function better(known: RootAnchoring, other: FoundInRoot): RootAnchoring {
  if (known.kind === 'detached') return other;
  if (known.how === 'position' || other.how === 'position') {
    // The position does not tell which of two equal texts it is of.
    if (known.how === other.how) return { ...known, kind: 'unsure' };
    return other.how === 'position' ? other : known;
  }
  const best = other.score > known.score ? other : known;
  const isClear = Math.abs(other.score - known.score) >= ROOT_MARGIN;
  return isClear ? best : { ...best, kind: 'unsure' };
}
