import { compile } from 'css-select';

/** A node, as far as selectors need it. */
export interface Selectable {
  readonly nodeType: number;
  readonly parentNode: Selectable | null;
  readonly childNodes: readonly Selectable[];
  readonly firstChild: Selectable | null;
  readonly nextSibling: Selectable | null;
  readonly textContent: string | null;
}

/** An element, as far as selectors need it. */
export interface SelectableElement extends Selectable {
  readonly localName: string;
  readonly previousElementSibling: SelectableElement | null;
  getAttribute(name: string): string | null;
}

type Test = (element: SelectableElement) => boolean;

const ELEMENT_NODE = 1;
const isElement = (node: Selectable): node is SelectableElement => node.nodeType === ELEMENT_NODE;

const adapter = {
  isTag: isElement,
  getAttributeValue: (element: SelectableElement, name: string) =>
    element.getAttribute(name) ?? undefined,
  getChildren: (node: Selectable) => node.childNodes as Selectable[],
  getName: ({ localName }: SelectableElement) => localName,
  getParent: ({ parentNode }: SelectableElement) => parentNode,
  getSiblings: (node: Selectable) => (node.parentNode?.childNodes ?? [node]) as Selectable[],
  prevElementSibling: (node: Selectable) => (isElement(node) ? node.previousElementSibling : null),
  getText: (node: Selectable) => node.textContent ?? '',
  hasAttrib: (element: SelectableElement, name: string) => element.getAttribute(name) !== null,
  // css-select requires it for queries, which are not used here.
  removeSubsets: (nodes: Selectable[]) => nodes,
};

/** Never evicted: the selectors are constants of the program, so there are few. */
const tests = new Map<string, Test>();

/** Matches lists of element names such as `h1,h2,p`, the most frequent selectors. */
const NAMES_ONLY = /^[a-z][a-z0-9-]*(?:,[a-z][a-z0-9-]*)*$/;

/** Returns the function that tests elements against `selector`. Each selector is compiled once. */
export function testOf(selector: string): Test {
  let test = tests.get(selector);
  if (test === undefined) {
    test = compiled(selector);
    tests.set(selector, test);
  }
  return test;
}

function compiled(selector: string): Test {
  if (selector === '*') return () => true;
  if (NAMES_ONLY.test(selector)) {
    const names = new Set(selector.split(','));
    return ({ localName }) => names.has(localName);
  }
  // The cache of css-select would return results from before a change of the page.
  return compile<Selectable, SelectableElement>(selector, { adapter, cacheResults: false });
}

/** Returns the node after `node` in document order, or null at the end of `root`. */
export function following<T extends Selectable>(node: T, root: T): T | null {
  if (node.firstChild !== null) return node.firstChild as T;
  for (let at: T | null = node; at !== null && at !== root; at = at.parentNode as T | null) {
    if (at.nextSibling !== null) return at.nextSibling as T;
  }
  return null;
}
