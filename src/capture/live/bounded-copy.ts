import type { CopyBudget, CopyContext, TreeCopy } from './copy-context';
import { notedOf, type Scope } from './scope';

/** NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT. */
const ELEMENTS_AND_TEXT = 5;
const TEXT_NODE = 3;

/** Nothing that is read is in these. */
const LEFT_OUT: ReadonlySet<string> = new Set(['style', 'template']);

/** Copied at any depth: what they show is not in their children. */
const LEAVES: ReadonlySet<string> = new Set(['img', 'br', 'hr', 'canvas', 'iframe', 'math']);

/** A copy that may have ended before its tree did. */
export interface BoundedCopy extends TreeCopy<DocumentFragment> {
  /** The last node of a copy that was cut; null when all of the tree is in it. */
  readonly cut: Node | null;
}

/**
 * Copies a tree of any size node by node, until `budget` is used up. Chromium's own `cloneNode`
 * descends by recursion and takes the tab with it at some 30,000 levels; here an element that is
 * too deep is left out and its children move up.
 */
export function copyWithin(
  scope: Scope,
  { native, target }: CopyContext,
  budget: CopyBudget,
): BoundedCopy {
  const fragment = native.createDocumentFragment(target);
  const wanted = new Set(notedOf(scope).map(({ element }) => element));
  const copies = new Map<Element, Element>();
  const document = scope.kind === 'document' ? scope.root : scope.root.ownerDocument;
  const walker = native.createTreeWalker(document, scope.root, ELEMENTS_AND_TEXT);
  /** Where the children at each level of the way down to the walker's node go. */
  const parents: Node[] = [fragment];
  let cut: Node | null = null;
  let node = walker.firstChild();
  while (node !== null && budget.elements > 0 && budget.textLength > 0) {
    const into = parents.at(-1) ?? fragment;
    let child: Node | null = null;
    if (node.nodeType === TEXT_NODE) {
      copyText(node as Text, into);
    } else if (isKept(node as Element)) {
      parents.push(copyElement(node as Element, into));
      child = walker.firstChild();
      if (child === null) parents.pop();
    }
    if (child !== null) {
      node = child;
      continue;
    }
    node = walker.nextSibling();
    while (node === null && walker.parentNode() !== null) {
      parents.pop();
      node = walker.nextSibling();
    }
  }
  if (node !== null) cut ??= parents.at(-1) ?? fragment;
  return { root: fragment, copies, cut };

  function copyText({ data }: Text, into: Node): void {
    const copy = target.createTextNode(data.slice(0, budget.textLength));
    native.appendChild(into, copy);
    if (data.length > budget.textLength) cut = copy;
    budget.textLength -= copy.length;
  }

  function copyElement(element: Element, into: Node): Node {
    const isTooDeep = scope.depth + parents.length > budget.depth;
    if (isTooDeep && !LEAVES.has(element.localName) && !wanted.has(element)) return into;
    budget.elements -= 1;
    const copy = native.importNode(target, element, false);
    native.appendChild(into, copy);
    if (wanted.has(element)) copies.set(element, copy);
    return copy;
  }
}

/** Scripts are left out but for the data that metadata are read from. */
function isKept(element: Element): boolean {
  const { localName } = element;
  if (localName === 'script') return element.getAttribute('type') === 'application/ld+json';
  return !LEFT_OUT.has(localName);
}
