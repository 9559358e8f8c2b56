/** The text of a DOM, and where in it each node is. Stale as soon as the DOM changes. */
export interface TextIndex {
  readonly root: Node;
  /** What all text nodes hold, joined, without what is in `UNREAD` elements. */
  readonly text: string;
  readonly nodes: readonly Text[];
  /** Where in `text` each of `nodes` begins. */
  readonly starts: readonly number[];
  /** What `node` covers; null when it is not in the tree, or is inside of what is not read. */
  spanOf(node: Node): TextSpan | null;
}

/** Elements whose text nobody reads. A sanitised article has none of them. */
const UNREAD: ReadonlySet<string> = new Set([
  ...['script', 'style', 'noscript', 'template', 'textarea', 'select'],
]);

// Numbers of `Node`, which is no global everywhere.
const ELEMENT_NODE = 1;
const TEXT_NODE = 3;

export const isElement = (node: Node): node is Element => node.nodeType === ELEMENT_NODE;
export const isText = (node: Node): node is Text => node.nodeType === TEXT_NODE;

/** Reads the whole tree once; everything else in this room works on what it gives. */
export function createTextIndex(root: Node): TextIndex {
  const nodes: Text[] = [];
  const starts: number[] = [];
  const pieces: string[] = [];
  const spans = new Map<Node, { start: number; end: number }>();
  let length = 0;
  walk(
    root,
    (node) => {
      spans.set(node, { start: length, end: length });
      if (isText(node)) {
        nodes.push(node);
        starts.push(length);
        pieces.push(node.data);
        length += node.data.length;
      }
      return !(isElement(node) && UNREAD.has(node.localName));
    },
    (node) => {
      const span = spans.get(node);
      if (span !== undefined) span.end = length;
    },
  );
  return { root, text: pieces.join(''), nodes, starts, spanOf: (node) => spans.get(node) ?? null };
}

/** The text node that holds the character at `offset`; the last one at the end of the text. */
export function nodeIndexAt(index: TextIndex, offset: number): number {
  let low = 0;
  let high = index.starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((index.starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Depth first and without recursion: pages nest deeper than the stack. */
function walk(root: Node, enter: (node: Node) => boolean, leave: (node: Node) => void): void {
  let node: Node = root;
  for (;;) {
    const isOpen = enter(node);
    if (isOpen && node.firstChild !== null) {
      node = node.firstChild;
      continue;
    }
    for (;;) {
      leave(node);
      if (node === root) return;
      if (node.nextSibling !== null) {
        node = node.nextSibling;
        break;
      }
      if (node.parentNode === null) return;
      node = node.parentNode;
    }
  }
}

/** A piece of a `TextIndex`'s text, in UTF-16 code units; `end` is after its last one. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * Whether two spans share a character. Touching ones don't; an empty one overlaps what it is
 * strictly inside of.
 */
export const spansOverlap = (a: TextSpan, b: TextSpan): boolean =>
  a.start < b.end && b.start < a.end;

/** `span` without the white space at its ends; empty at its start when there is nothing else. */
export function trimSpan(text: string, span: TextSpan): TextSpan {
  const covered = text.slice(span.start, span.end);
  const start = span.start + (covered.length - covered.trimStart().length);
  const trimmed = covered.trim();
  if (trimmed === '') return { start: span.start, end: span.start };
  return { start, end: start + trimmed.length };
}

/** Boundaries as `Range`, `StaticRange` and `AbstractRange` have them. */
export interface Boundaries {
  readonly startContainer: Node;
  readonly startOffset: number;
  readonly endContainer: Node;
  readonly endOffset: number;
}

/**
 * What of the text a range covers. null when an end of it is outside of the root, or inside of
 * what is not read.
 */
export function spanOfRange(index: TextIndex, range: Boundaries): TextSpan | null {
  const start = offsetOf(index, range.startContainer, range.startOffset);
  const end = offsetOf(index, range.endContainer, range.endOffset);
  if (start === null || end === null || end < start) return null;
  return { start, end };
}

/**
 * The boundaries of a span: the start just before its first character, the end just after its last
 * one, each in that character's text node. null when the tree has no text.
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
  const child = container.childNodes[offset];
  // Of what is not read the children are unknown; it covers nothing itself.
  return child === undefined ? span.end : (index.spanOf(child)?.start ?? span.start);
}
