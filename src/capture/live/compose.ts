import { usableBase } from '../addresses';
import { repair } from '../repair';
import { markCanvas } from './canvases';
import { copyTree } from './copy';
import type { CopyBudget, CopyContext, TreeCopy } from './copy-context';
import { flattenHost } from './flatten';
import { frameWithTheArticle, inlineFrame } from './frames';
import type { DocumentScope, Scope } from './scope';

export interface Composition extends CopyContext {
  /** The address of the page. */
  readonly pageUrl: string;
  /** Filled with the canvases that the composed tree has marks of. */
  readonly canvases: HTMLCanvasElement[];
  /** What a frame's document may take; null when it fits the limits. */
  budgetFor(scope: DocumentScope): CopyBudget | null;
  /** Called when a frame has more to read than what it is in, and is put in its own place. */
  onFrameUsed(): void;
}

/**
 * Makes of the copy of a tree what a person sees: open shadow roots in the place of their hosts'
 * content, and the frame that holds the article in its own place. The page is not changed.
 */
export function composeTree<Root extends Document | DocumentFragment>(
  scope: Scope,
  { root, copies }: TreeCopy<Root>,
  composition: Composition,
): Root {
  for (const { element } of scope.canvases) {
    const copy = copies.get(element);
    if (copy) markCanvas(copy, element, composition.canvases);
  }
  const frame = frameWithTheArticle(scope);
  const place = frame && copies.get(frame.element);
  if (frame && place) {
    inlineFrame(place, composeFrame(frame.content, composition));
    composition.onFrameUsed();
  }
  for (const { element, shadow } of scope.hosts) {
    const copy = copies.get(element);
    // With nothing left for its shadow tree, a host keeps the content that it has.
    if (!copy || isUsedUp(composition.budget)) continue;
    flattenHost(copy, composeTree(shadow, copyTree(shadow, composition), composition));
  }
  return root;
}

/** Repaired by itself, as its addresses are relative to its own. */
function composeFrame(scope: DocumentScope, composition: Composition): DocumentFragment {
  const { native, target, pageUrl } = composition;
  const own = { ...composition, budget: composition.budgetFor(scope) };
  const root = composeTree(scope, copyTree(scope, own), own);
  const url = native.url(scope.root);
  const baseUrl = usableBase(native.baseURI(scope.root), url.startsWith('about:') ? pageUrl : url);
  repair({ root, document: target, baseUrl, pageUrl });
  return root;
}

const isUsedUp = (budget: CopyBudget | null): boolean =>
  budget !== null && (budget.elements <= 0 || budget.textLength <= 0);
