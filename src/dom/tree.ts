// Inserts, removes and copies nodes, without recursion.
import { following, type Selectable } from './select';

const FRAGMENT_NODE = 11;

/** A node with its links. `Owner` is the type of its document. */
export interface TreeNode<Owner> extends Selectable {
  ownerDocument: Owner | null;
  parentNode: TreeNode<Owner> | null;
  previousSibling: TreeNode<Owner> | null;
  nextSibling: TreeNode<Owner> | null;
  firstChild: TreeNode<Owner> | null;
  lastChild: TreeNode<Owner> | null;
  /** Discards what was derived from the child list. */
  forgetChildren(): void;
  /** Copies the node without its children. */
  shallowCopy(document: Owner): TreeNode<Owner>;
}

/** Lists the children of a node. */
export function childrenOf<T extends Selectable>(node: T): readonly T[] {
  const children: T[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    children.push(child as T);
  }
  return children;
}

/** Removes a node and its descendants from their tree. */
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

/** Moves a node, or the children of a fragment, into `parent`: to its end when `before` is null. */
export function insert<Owner>(
  node: TreeNode<Owner>,
  parent: TreeNode<Owner>,
  before: TreeNode<Owner> | null,
): void {
  if (node.nodeType === FRAGMENT_NODE) {
    while (node.firstChild !== null) insert(node.firstChild, parent, before);
    return;
  }
  if (node.firstChild !== null && isWithin(parent, node))
    throw new Error('A node cannot contain itself');
  const next = before === node ? node.nextSibling : before;
  detach(node);
  // Only a document has no owner: then `parent` is the owner.
  adopt(node, parent.ownerDocument ?? (parent as unknown as Owner));
  link(node, parent, next);
  parent.forgetChildren();
}

/** Links a node that has no parent into `parent`, before `next`. */
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

/** Copies a node for `document`, with its descendants when `isDeep`. */
export function copyOf<Owner>(
  root: TreeNode<Owner>,
  document: Owner,
  isDeep: boolean,
): TreeNode<Owner> {
  const copy = root.shallowCopy(document);
  if (isDeep) copyChildren(root, copy, document);
  return copy;
}

/** Copies the descendants of `root` into `copy`, which is empty. */
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

/** Tells whether `outer` is `node` or one of its ancestors. */
export function isWithin(node: Selectable | null, outer: Selectable): boolean {
  for (let at = node; at !== null; at = at.parentNode) if (at === outer) return true;
  return false;
}
