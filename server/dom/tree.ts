// How nodes are put into a tree, taken out of it and copied. Nothing recurses.
import { following, type Selectable } from './select';

const FRAGMENT_NODE = 11;

/** A node, as far as its place in a tree goes. `Owner` is its document. */
export interface TreeNode<Owner> extends Selectable {
  ownerDocument: Owner | null;
  parentNode: TreeNode<Owner> | null;
  previousSibling: TreeNode<Owner> | null;
  nextSibling: TreeNode<Owner> | null;
  firstChild: TreeNode<Owner> | null;
  lastChild: TreeNode<Owner> | null;
  /** What is in this node has changed. */
  forgetChildren(): void;
  /** A node of this kind with nothing in it. */
  shallowCopy(document: Owner): TreeNode<Owner>;
}

/** The nodes in a node now. */
export function childrenOf<T extends Selectable>(node: T): readonly T[] {
  const children: T[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    children.push(child as T);
  }
  return children;
}

/** Takes a node, with all that is in it, out of its tree. */
export function detach<Owner>(node: TreeNode<Owner>): void {
  const { parentNode, previousSibling, nextSibling } = node;
  if (parentNode === null) return;
  if (previousSibling === null) parentNode.firstChild = nextSibling;
  else previousSibling.nextSibling = nextSibling;
  if (nextSibling === null) parentNode.lastChild = previousSibling;
  else nextSibling.previousSibling = previousSibling;
  node.parentNode = null;
  node.previousSibling = null;
  node.nextSibling = null;
  parentNode.forgetChildren();
}

/** Moves a node, or all that is in a fragment, into `parent`; to its end when `before` is null. */
export function insert<Owner>(
  node: TreeNode<Owner>,
  parent: TreeNode<Owner>,
  before: TreeNode<Owner> | null,
): void {
  if (node.nodeType === FRAGMENT_NODE) {
    while (node.firstChild !== null) insert(node.firstChild, parent, before);
    return;
  }
  if (node.firstChild !== null && isWithin(parent, node)) throw new Error('A node in itself');
  const next = before === node ? node.nextSibling : before;
  detach(node);
  // Only a document has none, which is its own.
  adopt(node, parent.ownerDocument ?? (parent as unknown as Owner));
  link(node, parent, next);
  parent.forgetChildren();
}

/** Puts a node that is nowhere in its place. */
function link<Owner>(
  node: TreeNode<Owner>,
  parent: TreeNode<Owner>,
  next: TreeNode<Owner> | null,
): void {
  const previous = next === null ? parent.lastChild : next.previousSibling;
  node.parentNode = parent;
  node.previousSibling = previous;
  node.nextSibling = next;
  if (previous === null) parent.firstChild = node;
  else previous.nextSibling = node;
  if (next === null) parent.lastChild = node;
  else next.previousSibling = node;
}

function adopt<Owner>(root: TreeNode<Owner>, document: Owner): void {
  if (root.ownerDocument === document) return;
  for (let node: TreeNode<Owner> | null = root; node; node = following(node, root)) {
    node.ownerDocument = document;
  }
}

/** A copy of a node for `document`; of all that is in it too when `isDeep`. */
export function copyOf<Owner>(
  root: TreeNode<Owner>,
  document: Owner,
  isDeep: boolean,
): TreeNode<Owner> {
  const copy = root.shallowCopy(document);
  if (isDeep) copyChildren(root, copy, document);
  return copy;
}

/** Copies what is in `root` into `copy`, which is empty. */
export function copyChildren<Owner>(
  root: TreeNode<Owner>,
  copy: TreeNode<Owner>,
  document: Owner,
): void {
  let into = copy;
  let node = root.firstChild;
  while (node !== null) {
    const child = node.shallowCopy(document);
    link(child, into, null);
    if (node.firstChild !== null) {
      into = child;
      node = node.firstChild;
      continue;
    }
    while (node.nextSibling === null) {
      node = node.parentNode ?? root;
      if (node === root) return;
      into = into.parentNode ?? copy;
    }
    node = node.nextSibling;
  }
}

/** Whether `outer` is `node`, or what it is in. */
export function isWithin(node: Selectable | null, outer: Selectable): boolean {
  for (let at = node; at !== null; at = at.parentNode) if (at === outer) return true;
  return false;
}
