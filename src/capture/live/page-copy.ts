import type { CaptureLimits } from '../limits';
import type { NativeDom } from '../native-dom';
import { composeTree } from './compose';
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
}

/** Copies the page as a person sees it; a large one is cut at the limits. */
export function copyPage(
  scope: DocumentScope,
  pageUrl: string,
  limits: CaptureLimits,
  native: NativeDom,
): PageCopy {
  const target = emptyDocument(scope.root, native);
  const canvases: HTMLCanvasElement[] = [];
  let isFrameUsed = false;
  const budgetFor = (tree: DocumentScope): CopyBudget | null =>
    fitsLimits(tree, limits) ? null : { ...limits };
  const fragment = composeTree(scope, {
    native,
    target,
    budget: budgetFor(scope),
    budgetFor,
    pageUrl,
    canvases,
    onFrameUsed: () => {
      isFrameUsed = true;
    },
  });
  native.appendChild(target, fragment);
  return { document: target, canvases, isFrameUsed };
}

/** With the page's own address, where it can be: relative addresses are relative to it. */
function emptyDocument(document: Document, native: NativeDom): Document {
  if (native.contentType(document) !== 'application/xhtml+xml') {
    return native.cloneNode(document, false);
  }
  // Element names are in upper case, as Readability wants them, in HTML documents only.
  const target = native.implementation(document).createHTMLDocument('');
  target.documentElement.remove();
  target.doctype?.remove();
  return target;
}
