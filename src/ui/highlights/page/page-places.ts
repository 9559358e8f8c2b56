import {
  anchorHighlights,
  anchorInRoots,
  documentOf,
  findTextRoots,
  indexText,
  positionOf,
  type RootAnchoring,
  type Steps,
  type TextIndex,
} from '../../../anchoring';
import { membersOf } from '../../../dom/native';
import type { Highlight, HighlightId, Quote } from '../../../domain/highlight';
import type { Result } from '../../../domain/result';
import { takeFrom, toRange } from '../store/article-text';
import type { FoundHighlight, TakenText, TakeProblem } from '../store/painted-text';
import { isEditor, textNodesIn } from '../store/selection';
import { isNumberOfCode, withoutNumbers } from './numbers-of-code';
import type { followFrames } from './page-frames';
import { createRootStyles, painterOf } from './page-painter';

/** The place of a highlight in the page. */
export interface PagePlace extends FoundHighlight {
  /** In the order of the text; several if other text was inserted into the highlight. */
  readonly ranges: readonly Range[];
  /** The text of each range when it was found. */
  readonly texts: readonly string[];
}

/** The texts of a page are sorted by document order, and highlights by their place in each. */
const PLACES_PER_TEXT = 2 ** 32;

/** Reads the texts of a page: its document, its open shadow roots and its frames. */
export function createPageSearch(page: Document, frames: ReturnType<typeof followFrames>) {
  const members = membersOf(page);
  const styles = createRootStyles();
  let roots: readonly Node[] = [page];
  // A page that can be edited as a whole is no editor in a page.
  const isUnread = (element: Element) =>
    isNumberOfCode(element) ||
    (isEditor(element) && element !== members.body && element !== members.documentElement);
  return {
    /** The roots of the last search, which have to be watched for changes. */
    roots: () => roots,
    *search(highlights: readonly Highlight[]): Steps<Map<HighlightId, PagePlace>> {
      roots = yield* findTextRoots(page);
      styles.clean();
      for (const root of roots) if (isShadowRoot(root)) styles.add(root);
      frames.add(roots.filter(isDocument));
      const indexes: TextIndex[] = [];
      for (const root of roots) indexes.push(yield* indexText(root, isUnread));
      const found = yield* anchorInRoots(indexes, highlights, { isHidden: isHiddenText });
      const next = new Map<HighlightId, PagePlace>();
      for (const [at, highlight] of highlights.entries()) {
        const place = placeInTexts(found[at], indexes);
        if (place !== null) next.set(highlight.id, place);
        yield;
      }
      return next;
    },
    /** Returns the words of parts of one text. */
    *take(ranges: readonly Range[]): Steps<Result<TakenText, TakeProblem>> {
      const own = rootOf(ranges[0]?.startContainer ?? page);
      if (isShadowRoot(own)) styles.add(own);
      const index = yield* indexText(own, isUnread);
      const others: TextIndex[] = [];
      for (const root of yield* findTextRoots(page)) {
        if (root !== own) others.push(yield* indexText(root, isUnread));
      }
      // The index keeps the folded text that this makes in steps.
      yield* anchorHighlights(index, []);
      return yield* takeFrom(index, ranges.map(withoutNumbers), others);
    },
    dispose: styles.dispose,
  };
}

/** Keeps the places of words that the user has chosen. */
export function createTakenPlaces() {
  const taken = new Map<string, PagePlace>();
  return {
    /** Returns the chosen place of a highlight if its text is still there; null: there is none. */
    of({ quote, position }: Highlight): PagePlace | null {
      const place = position && taken.get(keyOfText({ quote, position }));
      return place && isIntact(place) ? place : null;
    },
    keep({ quote, position }: TakenText, ranges: readonly Range[]) {
      const copies = ranges.map((range) => range.cloneRange());
      const place = { position, order: position.start, isSure: true };
      taken.set(keyOfText({ quote, position }), { ...place, ...withText(copies) });
    },
  };
}

/** Includes the position, because copies of a text have the same quote. */
const keyOfText = ({ quote, position }: TakenText): string =>
  JSON.stringify([quote.exact, quote.prefix, quote.suffix, position.start, position.textHash]);

/** True if both have the same quote and position, so that one search serves both. */
export function isSearchedAs(one: Highlight, other: Highlight): boolean {
  if (one === other) return true;
  const key = ({ refused, position }: Highlight) => JSON.stringify([refused, position]);
  return isSameQuote(one.quote, other.quote) && key(one) === key(other);
}

const isSameQuote = (one: Quote, other: Quote): boolean =>
  one.exact === other.exact && one.prefix === other.prefix && one.suffix === other.suffix;

/** Returns the highlights of each text node, so that a point is compared with few of them. */
export function* nodesOf(
  places: ReadonlyMap<HighlightId, PagePlace>,
): Steps<ReadonlyMap<Node, readonly HighlightId[]>> {
  const ids = new Map<Node, HighlightId[]>();
  for (const [id, { ranges }] of places) {
    for (const node of ranges.flatMap((range) => [...textNodesIn(range)])) {
      const known = ids.get(node);
      if (known === undefined) ids.set(node, [id]);
      else known.push(id);
    }
    yield;
  }
  return ids;
}

const isHiddenText = ({ parentElement }: Text): boolean =>
  parentElement !== null && !Element.prototype.checkVisibility.call(parentElement);

// A field of a form hides the method of the form that has its name.
export const rootOf = (node: Node): Node => Node.prototype.getRootNode.call(node);

function placeInTexts(
  found: RootAnchoring | undefined,
  indexes: readonly TextIndex[],
): PagePlace | null {
  if (found === undefined || found.kind === 'detached') return null;
  const { index, span, kind } = found;
  const ranges = found.parts.flatMap((part) => toRange(index, part) ?? []);
  if (ranges.length === 0) return null;
  const position = { ...positionOf(index, span), ...found.rivals };
  const order = indexes.indexOf(index) * PLACES_PER_TEXT + position.start;
  return { position, order, isSure: kind === 'sure', ...withText(ranges) };
}

const withText = (ranges: readonly Range[]): Pick<PagePlace, 'ranges' | 'texts'> => ({
  ranges,
  texts: ranges.map((range) => range.toString()),
});

/** True if the text of a place is still there and unchanged. */
export function isIntact({ ranges, texts }: PagePlace): boolean {
  try {
    return ranges.every(
      (range, at) =>
        range.startContainer.isConnected &&
        painterOf(range) !== null &&
        range.toString() === texts[at],
    );
  } catch {
    return false; // In Firefox the nodes of a frame that was removed cannot be read.
  }
}

// Nodes of frames are not of this window's classes.
const isDocument = (root: Node): root is Document => documentOf(root) === null;
const isShadowRoot = (root: Node): root is ShadowRoot =>
  root.nodeType === Node.DOCUMENT_FRAGMENT_NODE && 'host' in root;
