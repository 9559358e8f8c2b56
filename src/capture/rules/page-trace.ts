import type { SiteRule } from '../../domain/site-rules/site-rule';
import { isElement, isText } from '../elements';

/** Elements that never are a part of an article. Their content is not recorded. */
const NOT_TRACED: ReadonlySet<string> = new Set(
  'script style noscript template svg select option head title link meta iframe object'.split(' '),
);

/** The nodes of a page in their order, as they were before its article was extracted. */
export interface PageTrace {
  readonly nodes: readonly Node[];
  /** The number of each node's parent; -1: the root. */
  readonly parents: readonly number[];
  /** The number of the last node inside of each node, or its own. */
  readonly ends: readonly number[];
  /** True for nodes in a link. */
  readonly linked: readonly boolean[];
  /** The numbers of the texts and images, from which the blocks of an article are made. */
  readonly numbers: ReadonlyMap<Node, number>;
  /** Returns the numbers of all nodes. Only rules need those of elements, and a map of them takes time. */
  readonly numbersOfAll: () => ReadonlyMap<Node, number>;
}

/** A copy of the page, and what the rules found in it. */
export interface RuledPage {
  readonly trace: PageTrace;
  /** The numbers of the elements that a rule removed. */
  readonly removed: ReadonlyMap<number, SiteRule>;
  /** The numbers of the elements that a rule keeps. */
  readonly kept: ReadonlySet<number>;
  /** Rules that would have removed too much. */
  readonly refused: number;
}

/**
 * Records a copy of a page in one walk. The nodes of a text are moved by the extraction, but they stay
 * the same, so that each text of the article can be found in the page.
 */
export function tracePage(body: Element): PageTrace {
  const nodes: Node[] = [];
  const parents: number[] = [];
  const ends: number[] = [];
  const linked: boolean[] = [];
  const numbers = new Map<Node, number>();
  // The depth of a captured page is bounded.
  const add = (node: Node, parent: number, isLinked: boolean): void => {
    const number = nodes.length;
    nodes.push(node);
    parents.push(parent);
    linked.push(isLinked);
    ends.push(number);
    for (let child = node.firstChild; child !== null; child = child.nextSibling) {
      if (isText(child)) {
        numbers.set(child, nodes.length);
        ends.push(nodes.length);
        nodes.push(child);
        parents.push(number);
        linked.push(isLinked);
      } else if (isElement(child)) {
        const { localName } = child as Element;
        if (NOT_TRACED.has(localName)) continue;
        if (localName === 'img') numbers.set(child, nodes.length);
        add(child, number, isLinked || localName === 'a');
      }
    }
    ends[number] = nodes.length - 1;
  };
  add(body, -1, false);
  const numbersOfAll = () => new Map(nodes.map((node, number) => [node, number]));
  return { nodes, parents, ends, linked, numbers, numbersOfAll };
}

/** Returns a copy of a node as it was when it was recorded. `copies` receives its nodes. */
export function copyTraced(trace: PageTrace, number: number, copies?: Map<Node, number>): Node {
  const copy = (at: number): Node => {
    const made = (trace.nodes[at] as Node).cloneNode(false);
    copies?.set(made, at);
    const end = trace.ends[at] ?? at;
    for (let child = at + 1; child <= end; child = (trace.ends[child] ?? child) + 1) {
      made.appendChild(copy(child));
    }
    return made;
  };
  return copy(number);
}
