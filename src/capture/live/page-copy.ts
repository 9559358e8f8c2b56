import { type CaptureLimits, depthWithin } from '../limits';
import type { NativeDom } from '../native-dom';
import { type Composition, composeTree } from './compose';
import { cloneDocument, copyTree } from './copy';
import type { CopyBudget } from './copy-context';
import { fitsLimits } from './measure';
import type { DocumentScope } from './scope';

/** A page's copy: an HTML document without a window, that the page can't see and that loads nothing. */
export interface PageCopy {
  readonly document: Document;
  /** The canvases that `document` has marks of. */
  readonly canvases: readonly HTMLCanvasElement[];
  /** The article may be in a frame, which is now in the document. */
  readonly isFrameUsed: boolean;
  /** Something was left out, for it is beyond the limits. */
  readonly isCut: boolean;
}

/** Copies the page as a person sees it; a large one is cut at the limits. */
export function copyPage(
  scope: DocumentScope,
  pageUrl: string,
  limits: CaptureLimits,
  native: NativeDom,
): PageCopy {
  const canvases: HTMLCanvasElement[] = [];
  let isFrameUsed = false;
  let isCut = false;
  const budgetFor = (tree: DocumentScope): CopyBudget | null =>
    fitsLimits(tree, limits)
      ? null
      : { ...limits, depth: depthWithin(limits, tree.size.textLength) };
  const compositionIn = (target: Document): Composition => ({
    native,
    target,
    budget: budgetFor(scope),
    budgetFor,
    pageUrl,
    canvases,
    onFrameUsed: () => {
      isFrameUsed = true;
    },
    onCut: () => {
      isCut = true;
    },
  });
  if (isHtml(scope.root, native) && fitsLimits(scope, limits)) {
    const clone = cloneDocument(scope, native);
    const document = composeTree(scope, clone, compositionIn(clone.root));
    return { document, canvases, isFrameUsed, isCut };
  }
  const document = emptyDocument(scope.root, native);
  const composition = compositionIn(document);
  native.appendChild(document, composeTree(scope, copyTree(scope, composition), composition));
  return { document, canvases, isFrameUsed, isCut };
}

/** Of XHTML, Readability knows no element: it wants their names in upper case. */
const isHtml = (document: Document, native: NativeDom): boolean =>
  native.contentType(document) !== 'application/xhtml+xml';

/** With the page's own address, where it can be: relative addresses are relative to it. */
function emptyDocument(document: Document, native: NativeDom): Document {
  if (isHtml(document, native)) return native.cloneNode(document, false);
  const target = native.implementation(document).createHTMLDocument('');
  target.documentElement.remove();
  target.doctype?.remove();
  return target;
}
