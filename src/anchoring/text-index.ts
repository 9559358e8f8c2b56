import type { TextSpan } from './text-span';

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
