import { BLOCKS, isElement } from '../elements';
import type { NativeDom } from '../native-dom';
import { type DocumentScope, notedOf, type Scope } from './scope';

/** Copies a whole document with one call, which is twice as fast as importing its root element. */
export function cloneDocument(scope: DocumentScope, native: NativeDom): TreeCopy<Document> {
  const root = native.cloneNode(scope.root, true);
  unclobber(native.querySelectorAll(root, CLOBBERING), native);
  return { root, copies: matchNoted(scope, () => native.querySelectorAll(root, '*')) };
}

/**
 * Copies the nodes of a tree; for a document, its root element. No name in the copy shadows a DOM
 * method.
 */
export function copyTree(scope: Scope, context: CopyContext): TreeCopy<DocumentFragment> {
  const { budget, native, target } = context;
  if (budget !== null) {
    const copy = copyWithin(scope, context, budget);
    unclobber(copy.root.querySelectorAll(CLOBBERING), native);
    if (copy.cut !== null) {
      endAtBlock(copy.cut);
      context.onCut();
    }
    return copy;
  }
  const fragment = native.createDocumentFragment(target);
  for (const node of topNodes(scope, context)) {
    native.appendChild(fragment, native.importNode(target, node, true));
  }
  plainCdata(fragment, context);
  unclobber(fragment.querySelectorAll(CLOBBERING), native);
  return { root: fragment, copies: matchNoted(scope, () => fragment.querySelectorAll('*')) };
}

/** NodeFilter.SHOW_CDATA_SECTION. */
const CDATA = 8;

/** Turns the CDATA sections of XHTML into texts, because an HTML document has none. */
function plainCdata(copy: DocumentFragment, { native, target }: CopyContext): void {
  const walker = native.createTreeWalker(target, copy, CDATA);
  const sections: Text[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    sections.push(node as CDATASection);
  }
  for (const section of sections) section.replaceWith(target.createTextNode(section.data));
}

function topNodes(scope: Scope, { native }: CopyContext): readonly Node[] {
  if (scope.kind === 'shadow') return [...scope.root.childNodes];
  const element = native.documentElement(scope.root);
  return element === null ? [] : [element];
}

function matchNoted(
  scope: Scope,
  findAll: () => ArrayLike<Element>,
): ReadonlyMap<Element, Element> {
  const copies = new Map<Element, Element>();
  const noted = notedOf(scope);
  if (noted.length === 0) return copies;
  const elements = findAll();
  for (const { element, ordinal } of noted) {
    const copy = elements[ordinal];
    // A script with child elements, which no parser creates, would make the ordinals differ.
    if (copy?.localName === element.localName) copies.set(element, copy);
  }
  return copies;
}

/** In UTF-16 code units. A longer block is too much to lose, so it is cut after a whole word. */
const MAX_LOST_LENGTH = 50_000;

/** Removes the block that was cut in its middle. */
function endAtBlock(cut: Node): void {
  const text = cut.nodeType === 3 ? (cut as Text) : null;
  const block = (text?.parentElement ?? (cut as Partial<Element>)).closest?.(BLOCKS);
  const isLast = block && block.querySelector(BLOCKS) === null;
  if (isLast && (block.textContent?.length ?? 0) <= MAX_LOST_LENGTH) block.remove();
  else if (text !== null) text.data = wholeWords(text.data);
}

/** Characters. A cut looks no further back for the end of a word. */
const MAX_WORD_LENGTH = 1_000;

/** The text without its last word, which may be incomplete. */
function wholeWords(text: string): string {
  const tail = text.slice(-MAX_WORD_LENGTH);
  const end = tail.search(/[\s。！？、][^\s。！？、]*$/u);
  // The cut must not split a surrogate pair.
  if (end === -1) return text.replace(/[\ud800-\udbff]$/, '');
  return text.slice(0, text.length - tail.length + end + 1);
}

/** The remaining limits while the trees of one page are copied. */
export interface CopyBudget {
  elements: number;
  textLength: number;
  readonly depth: number;
}

export interface CopyContext {
  readonly native: NativeDom;
  /** The document of all copies. It has no window, so nothing in it loads or runs. */
  readonly target: Document;
  /** null when the whole page fits the limits. */
  readonly budget: CopyBudget | null;
  /** Called when the copy of a tree is not complete. */
  onCut(): void;
}

export interface TreeCopy<Root extends Document | DocumentFragment> {
  readonly root: Root;
  /** Maps the recorded elements of the scope to their copies, except those that were left out. */
  readonly copies: ReadonlyMap<Element, Element>;
}

/** NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT | NodeFilter.SHOW_CDATA_SECTION. */
const ELEMENTS_TEXT_AND_CDATA = 13;

/** Elements whose content is never displayed. */
const LEFT_OUT: ReadonlySet<string> = new Set(['style', 'template']);

/** Elements that are copied at any depth, because their content is not in their children. */
const LEAVES: ReadonlySet<string> = new Set(['img', 'br', 'hr', 'canvas', 'iframe', 'math']);

/** A copy of a tree, or of the part of it that was within the limits. */
export interface BoundedCopy extends TreeCopy<DocumentFragment> {
  /** The last node of a copy that was cut; null when the copy is complete. */
  readonly cut: Node | null;
}

/**
 * Copies a tree of any size node by node until `budget` is used up. Chromium's `cloneNode` is
 * recursive and crashes the tab at about 30,000 levels. Here an element that is too deep is left
 * out and its children move up.
 */
function copyWithin(
  scope: Scope,
  { native, target }: CopyContext,
  budget: CopyBudget,
): BoundedCopy {
  const fragment = native.createDocumentFragment(target);
  const wanted = new Set(notedOf(scope).map(({ element }) => element));
  const copies = new Map<Element, Element>();
  const document = scope.kind === 'document' ? scope.root : scope.root.ownerDocument;
  const walker = native.createTreeWalker(document, scope.root, ELEMENTS_TEXT_AND_CDATA);
  /** The parent of the copies at each level above the walker's current node. */
  const parents: Node[] = [fragment];
  let cut: Node | null = null;
  let node = walker.firstChild();
  while (node !== null && budget.elements > 0 && budget.textLength > 0) {
    const into = parents.at(-1) ?? fragment;
    let child: Node | null = null;
    if (!isElement(node)) {
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

/** Scripts are left out except for the data that metadata is read from, and formulas. */
function isKept(element: Element): boolean {
  const { localName } = element;
  if (localName === 'script')
    return /^(?:application\/ld\+json$|math\/)/.test(element.getAttribute('type') ?? '');
  return !LEFT_OUT.has(localName);
}

const REPLACED_TAGS =
  ':is(button,embed,fieldset,form,iframe,img,input,object,output,select,textarea)';
/**
 * Elements that a form exposes by name or id, and a document by name: `form.children` or
 * `document.body` may be one of them. Few elements have these attributes, so a browser compares few
 * with the tags.
 * @see https://html.spec.whatwg.org/multipage/dom.html#dom-document-nameditem
 */
const CLOBBERING = `[name]${REPLACED_TAGS},[id]${REPLACED_TAGS}`;

/** Elements whose ids are not needed. */
const COPIED_CONTROLS = 'button,fieldset,input,object,output,select,textarea,form img';

/** Removes the names of elements, and the ids by which a form would expose them. */
function unclobber(elements: Iterable<Element>, native: NativeDom): void {
  for (const element of elements) {
    native.removeAttribute(element, 'name');
    if (native.hasAttribute(element, 'id') && native.matches(element, COPIED_CONTROLS)) {
      native.removeAttribute(element, 'id');
    }
  }
}
