import { compile } from 'css-select';

/** What selectors are matched against. */
export interface Selectable {
  readonly nodeType: number;
  readonly parentNode: Selectable | null;
  readonly childNodes: readonly Selectable[];
  readonly firstChild: Selectable | null;
  readonly nextSibling: Selectable | null;
  readonly textContent: string | null;
}

/** An element, as selectors see it. */
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
  // Only for queries of css-select's own, which are not used.
  removeSubsets: (nodes: Selectable[]) => nodes,
};

/** Selectors are the program's own, and few; none is made of a page. */
const tests = new Map<string, Test>();

/** `h1,h2,p`, which most queries of a capture are. */
const NAMES_ONLY = /^[a-z][a-z0-9-]*(?:,[a-z][a-z0-9-]*)*$/;

/** Whether an element is what `selector` describes. Compiled once for each selector. */
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
  // Without its cache: it would hold what was true of an earlier state of the page.
  return compile<Selectable, SelectableElement>(selector, { adapter, cacheResults: false });
}

/** The node after `node` below `root`, in the order of the document. */
export function following<T extends Selectable>(node: T, root: T): T | null {
  if (node.firstChild !== null) return node.firstChild as T;
  for (let at: T | null = node; at !== null && at !== root; at = at.parentNode as T | null) {
    if (at.nextSibling !== null) return at.nextSibling as T;
  }
  return null;
}
