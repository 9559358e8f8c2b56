import { usableBase } from '../addresses';
import { BLOCKS, CHOSEN_MARK } from '../elements';
import { type CaptureLimits, depthWithin } from '../limits';
import type { NativeDom } from '../native-dom';
import { repair } from '../repair/repair';
import { markCanvas } from './canvases';
import { type CopyBudget, type CopyContext, cloneDocument, copyTree, type TreeCopy } from './copy';
import { fitsLimits } from './measure';
import type { DocumentScope, NotedFrame, Scope } from './scope';

/**
 * A copy of a page: an HTML document without a window, invisible to the page, that loads nothing.
 */
export interface PageCopy {
  readonly document: Document;
  /** The canvases that have placeholders in `document`. */
  readonly canvases: readonly HTMLCanvasElement[];
  /** True if the content of a frame was inserted, because it may contain the article. */
  readonly isFrameUsed: boolean;
  /** The page is beyond the limits, and the copy is not complete. */
  readonly isCut: boolean;
}

/** Copies the page as a person sees it. A large page is truncated at the limits. */
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

/** Readability expects upper-case element names, which XHTML documents don't have. */
const isHtml = (document: Document, native: NativeDom): boolean =>
  native.contentType(document) !== 'application/xhtml+xml';

/**
 * The new document has the page's address where possible, because relative addresses depend on it.
 */
function emptyDocument(document: Document, native: NativeDom): Document {
  if (isHtml(document, native)) return native.cloneNode(document, false);
  const target = native.implementation(document).createHTMLDocument('');
  target.documentElement.remove();
  target.doctype?.remove();
  return target;
}

export interface Composition extends CopyContext {
  /** The address of the page. */
  readonly pageUrl: string;
  /** Receives the canvases that have placeholders in the composed tree. */
  readonly canvases: HTMLCanvasElement[];
  /** Returns the limits for the document of a frame, or null if it fits them. */
  budgetFor(scope: DocumentScope): CopyBudget | null;
  /** Called when a frame contains more text than the page around it and its content is inserted. */
  onFrameUsed(): void;
}

/**
 * Turns the copy of a tree into what a person sees: inserts open shadow roots into their hosts and
 * the content of the frame that holds the article. The page is not changed.
 */
function composeTree<Root extends Document | DocumentFragment>(
  scope: Scope,
  { root, copies }: TreeCopy<Root>,
  composition: Composition,
): Root {
  for (const { element } of scope.hidden) copies.get(element)?.setAttribute('hidden', '');
  for (const { element, chosen } of scope.images)
    copies.get(element)?.setAttribute(CHOSEN_MARK, chosen);
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
    // If the limits leave no room for its shadow tree, a host keeps its own content.
    if (!copy || isUsedUp(composition.budget)) continue;
    flattenHost(copy, composeTree(shadow, copyTree(shadow, composition), composition));
  }
  return root;
}

/** The frame is repaired separately, because its addresses are relative to its own address. */
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

/**
 * Replaces the content of a host by its shadow tree, as the page displays it: slotted nodes replace
 * their slots, and nodes without a slot are not shown. `host` is the copy with its light children,
 * `shadow` the copy of its shadow tree.
 */
function flattenHost(host: Element, shadow: DocumentFragment): void {
  const light = groupBySlot(host);
  for (const slot of shadow.querySelectorAll('slot')) {
    const name = slot.getAttribute('name') ?? '';
    const assigned = light.get(name);
    // Only the first slot with a name receives the nodes.
    light.delete(name);
    slot.replaceWith(...(assigned ?? slot.childNodes));
  }
  const isBlock = shadow.querySelector(BLOCKS) !== null;
  host.replaceChildren(shadow);
  if (host.localName.includes('-')) rename(host, isBlock ? 'div' : 'span');
}

function groupBySlot(host: Element): Map<string, Node[]> {
  const isElement = (node: Node): node is Element => node.nodeType === 1;
  const nodes = [...host.childNodes].filter(
    (node) => isElement(node) || (node.textContent ?? '').trim() !== '',
  );
  return Map.groupBy(nodes, (node) => (isElement(node) && node.getAttribute('slot')) || '');
}

/**
 * The attributes that Readability, the repairs and the reader use. Others may have names that
 * scripts can't set.
 */
const KEPT_ATTRIBUTES = ['id', 'class', 'role', 'lang', 'dir', 'style', 'hidden', 'aria-hidden'];

/**
 * Replaces a custom element by a standard one, because Readability scores standard elements only.
 */
function rename(element: Element, localName: string): void {
  const renamed = element.ownerDocument.createElement(localName);
  for (const name of KEPT_ATTRIBUTES) {
    const value = element.getAttribute(name);
    if (value !== null) renamed.setAttribute(name, value);
  }
  // `repair/notes.ts` needs the names of notes.
  if (element.localName.includes('note')) renamed.setAttribute('class', element.localName);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
}

/** In UTF-16 code units. Frames with less text are buttons, counters or forms. */
const MIN_TEXT_LENGTH = 500;

/** Returns the frame that contains more text than the tree around it, or null if there is none. */
function frameWithTheArticle(scope: Scope): NotedFrame | null {
  let largest: NotedFrame | null = null;
  for (const frame of scope.frames) {
    if (isHiddenFrame(frame.element)) continue;
    if (largest === null || textLengthOf(frame.content) > textLengthOf(largest.content)) {
      largest = frame;
    }
  }
  if (largest === null) return null;
  const textLength = textLengthOf(largest.content);
  return textLength >= MIN_TEXT_LENGTH && textLength > scope.size.textLength ? largest : null;
}

/** Includes the text of nested frames, because a frame may only hold another frame. */
function textLengthOf(scope: DocumentScope): number {
  return scope.frames.reduce(
    (length, frame) => Math.max(length, textLengthOf(frame.content)),
    scope.size.textLength,
  );
}

const isHiddenFrame = (frame: Element): boolean =>
  frame.hasAttribute('hidden') ||
  /display\s*:\s*none|visibility\s*:\s*hidden/i.test(frame.getAttribute('style') ?? '');

/** Replaces a frame by the content of its copied document. */
function inlineFrame(frame: Element, content: DocumentFragment): void {
  const section = frame.ownerDocument.createElement('section');
  section.append(...(content.querySelector('body') ?? content).childNodes);
  const frameset = frame.closest('frameset');
  if (frameset === null) {
    frame.replaceWith(section);
    return;
  }
  const body = frame.ownerDocument.createElement('body');
  body.append(section);
  outermostFrameset(frameset).replaceWith(body);
}

function outermostFrameset(frameset: Element): Element {
  const outer = frameset.parentElement?.closest('frameset');
  return outer ? outermostFrameset(outer) : frameset;
}
