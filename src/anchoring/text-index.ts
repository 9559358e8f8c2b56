import { firstChildOf, isElement, isText, nextSiblingOf, parentOf, tagOf } from './node-links';
import { runAtOnce, type Steps } from './steps';

/** The text of a DOM and the position of each node in it. It becomes stale when the DOM changes. */
export interface TextIndex {
  readonly root: Node;
  /** The concatenated text of all text nodes, except those in elements that are not read. */
  readonly text: string;
  readonly nodes: readonly Text[];
  /** The start of each of `nodes` in `text`. */
  readonly starts: readonly number[];
  /**
   * Returns the span of `node`, or null if it is not in the tree or is inside an element that is
   * not read.
   */
  spanOf(node: Node): TextSpan | null;
}

/** Elements whose text is not displayed. A sanitised article contains none of them. */
const UNREAD_ELEMENTS: ReadonlySet<string> = new Set([
  ...['script', 'style', 'noscript', 'template', 'textarea', 'select'],
]);

/** True for elements of the caller that are not part of the text. */
export type IsUnread = (element: Element) => boolean;

/** Builds the index by reading the whole tree once. All functions of this room work on it. */
export const createTextIndex = (root: Node, isUnread?: IsUnread): TextIndex =>
  runAtOnce(indexText(root, isUnread));

const NODES_PER_STEP = 256;

/**
 * Builds the index in steps. If the tree changes between them, the index is stale and may lack
 * nodes, so the caller watches for changes and starts again.
 */
export function* indexText(root: Node, isUnread: IsUnread = () => false): Steps<TextIndex> {
  const nodes: Text[] = [];
  const starts: number[] = [];
  const pieces: string[] = [];
  const spans = new Map<Node, { start: number; end: number }>();
  let length = 0;
  let left = NODES_PER_STEP;
  // Without recursion: pages can be nested more deeply than the stack allows.
  let node: Node | null = root;
  while (node !== null) {
    spans.set(node, { start: length, end: length });
    if (isText(node)) {
      const { data } = node;
      nodes.push(node);
      starts.push(length);
      pieces.push(data);
      length += data.length;
    }
    left -= 1;
    if (left === 0) {
      left = NODES_PER_STEP;
      yield;
    }
    const isRead: boolean =
      !isElement(node) || !(UNREAD_ELEMENTS.has(tagOf(node)) || isUnread(node));
    node = (isRead ? firstChildOf(node) : null) ?? nextAfter(node);
  }
  return { root, text: pieces.join(''), nodes, starts, spanOf: (each) => spans.get(each) ?? null };

  /** Ends the spans of a node and of the ancestors that end with it. Returns the next node. */
  function nextAfter(last: Node): Node | null {
    let ended: Node | null = last;
    while (ended !== null) {
      const span = spans.get(ended);
      if (span !== undefined) span.end = length;
      if (ended === root) return null;
      const next = nextSiblingOf(ended);
      if (next !== null) return next;
      ended = parentOf(ended);
    }
    return null;
  }
}

/**
 * Returns the index of the text node that contains the character at `offset`, or of the last one at
 * the end of the text.
 */
export const nodeIndexAt = ({ starts }: TextIndex, offset: number): number =>
  lastAtMost(starts, offset, starts.length - 1);

/** Returns the index, up to `last`, of the last of increasing numbers that is at most `value`; or 0. */
export function lastAtMost(numbers: ArrayLike<number>, value: number, last: number): number {
  let [low, high] = [0, last];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((numbers[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** A part of the text of a `TextIndex`, in UTF-16 code units. `end` is exclusive. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * True if two spans share a character. Adjacent spans don't overlap. An empty span overlaps a span
 * that it is strictly inside of.
 */
export const spansOverlap = (a: TextSpan, b: TextSpan): boolean =>
  a.start < b.end && b.start < a.end;

/**
 * Returns `span` without leading and trailing white space. If it contains nothing else, the result
 * is empty and at its start.
 */
export function trimSpan(text: string, span: TextSpan): TextSpan {
  const covered = text.slice(span.start, span.end);
  const start = span.start + (covered.length - covered.trimStart().length);
  const trimmed = covered.trim();
  if (trimmed === '') return { start: span.start, end: span.start };
  return { start, end: start + trimmed.length };
}

/** The boundaries of a `Range`, `StaticRange` or `AbstractRange`. */
export interface Boundaries {
  readonly startContainer: Node;
  readonly startOffset: number;
  readonly endContainer: Node;
  readonly endOffset: number;
}

/**
 * Returns the span that a range covers, or null if one of its ends is outside the root or inside an
 * element that is not read.
 */
export function spanOfRange(index: TextIndex, range: Boundaries): TextSpan | null {
  const start = offsetOf(index, range.startContainer, range.startOffset);
  const end = offsetOf(index, range.endContainer, range.endOffset);
  if (start === null || end === null || end < start) return null;
  return { start, end };
}

/**
 * Returns the boundaries of a span: the start just before its first character and the end just
 * after its last one, each in the text node of that character. Returns null if the tree has no
 * text.
 */
export function rangeOfSpan(index: TextIndex, span: TextSpan): Boundaries | null {
  const first = nodeIndexAt(index, span.start);
  const last = span.end > span.start ? nodeIndexAt(index, span.end - 1) : first;
  const startContainer = index.nodes[first];
  const endContainer = index.nodes[last];
  if (startContainer === undefined || endContainer === undefined) return null;
  return {
    startContainer,
    startOffset: span.start - (index.starts[first] ?? 0),
    endContainer,
    endOffset: span.end - (index.starts[last] ?? 0),
  };
}

function offsetOf(index: TextIndex, container: Node, offset: number): number | null {
  const span = index.spanOf(container);
  if (span === null) return null;
  if (isText(container)) return Math.min(span.start + offset, span.end);
  let child = firstChildOf(container);
  for (let at = 0; at < offset && child !== null; at += 1) child = nextSiblingOf(child);
  // The children of an element that is not read are not indexed, and one that is not read may have
  // been added since.
  while (child !== null && index.spanOf(child) === null) child = nextSiblingOf(child);
  return child === null ? span.end : (index.spanOf(child)?.start ?? span.end);
}
