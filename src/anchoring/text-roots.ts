import {
  type Anchoring,
  type AnchorOptions,
  anchorHighlights,
  type WantedHighlight,
} from './anchor-highlights';
import { firstChildOf, innerRootOf, isElement, nextSiblingOf, parentOf } from './node-links';
import type { Steps } from './steps';
import type { TextIndex } from './text-index';

const NODES_PER_STEP = 256;

/**
 * Finds `root` and the roots below it, in document order: open shadow roots, and the documents of
 * frames that the page may read. Each has a text of its own, and no quote extends over two.
 */
export function* findTextRoots(root: Node): Steps<Node[]> {
  const found: Node[] = [];
  const open = [root];
  let left = NODES_PER_STEP;
  for (let top = open.shift(); top !== undefined; top = open.shift()) {
    found.push(top);
    const inner: Node[] = [];
    let node: Node | null = top;
    while (node !== null) {
      const root = isElement(node) ? innerRootOf(node) : null;
      if (root !== null) inner.push(root);
      left -= 1;
      if (left === 0) {
        left = NODES_PER_STEP;
        yield;
      }
      node = firstChildOf(node) ?? following(node, top);
    }
    open.unshift(...inner);
  }
  return found;
}

/** Returns the node after all descendants of `node`; null at the end of `root`. */
function following(node: Node, root: Node): Node | null {
  for (let at: Node | null = node; at !== null && at !== root; at = parentOf(at)) {
    const next = nextSiblingOf(at);
    if (next !== null) return next;
  }
  return null;
}

/** A highlight and the text that it was found in. */
export type RootAnchoring =
  | (Exclude<Anchoring, { kind: 'detached' }> & { readonly index: TextIndex })
  | { readonly kind: 'detached' };

/** Places in two roots whose scores differ by less can't be distinguished. */
const ROOT_MARGIN = 0.08;

/** Like `anchorHighlights`, in several texts of one page. */
export function* anchorInRoots(
  indexes: readonly TextIndex[],
  wanted: readonly WantedHighlight[],
  options: AnchorOptions = {},
): Steps<RootAnchoring[]> {
  const results: RootAnchoring[] = wanted.map(() => ({ kind: 'detached' }));
  for (const index of indexes) {
    const found = yield* anchorHighlights(index, wanted, options);
    found.forEach((anchoring, at) => {
      const known = results[at];
      if (anchoring.kind === 'detached' || known === undefined) return;
      results[at] = better(known, { ...anchoring, index });
    });
  }
  return results;
}

function better(
  known: RootAnchoring,
  other: Exclude<RootAnchoring, { kind: 'detached' }>,
): RootAnchoring {
  if (known.kind === 'detached') return other;
  if (known.how === 'position' || other.how === 'position') {
    // The position does not tell which of two equal texts it is of.
    if (known.how === other.how) return { ...known, kind: 'unsure' };
    return other.how === 'position' ? other : known;
  }
  const best = other.score > known.score ? other : known;
  const isClear = Math.abs(other.score - known.score) >= ROOT_MARGIN;
  return isClear ? best : { ...best, kind: 'unsure' };
}
