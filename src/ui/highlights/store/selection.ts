import { childNodesOf, documentOf, isElement, isText, lastChildOf } from '../../../anchoring';
import { membersOf } from '../../../dom/native';

/** A shadow root of Chromium has a selection of its own. */
type SelectableRoot = ShadowRoot & { getSelection?: () => Selection | null };

/**
 * Returns the parts that are selected in a page, one of its frames or an open shadow root, without
 * those that have no words or are in an editor.
 */
export function selectedRanges(page: Document): readonly Range[] {
  for (const selection of selectionsOf(page)) {
    const parts = rangesOf(selection).filter(
      (range) => !range.collapsed && editorOf(range) === null && hasWords(range),
    );
    if (parts.length > 0) return parts;
  }
  return [];
}

export const rangesOf = (selection: Selection | null): readonly Range[] =>
  Array.from({ length: selection?.rangeCount ?? 0 }, (_, at) => selection?.getRangeAt(at)).filter(
    (range) => range !== undefined,
  );

/** Returns the selections where the focus may be, the innermost first. */
function selectionsOf(page: Document): readonly (Selection | null)[] {
  const inner: (Selection | null)[] = [];
  for (const focused of focusedIn(page)) {
    const shadow: SelectableRoot | null = focused.shadowRoot;
    if (shadow?.getSelection) inner.unshift(shadow.getSelection());
    const frame = frameOf(focused);
    if (frame) inner.unshift(membersOf(frame).getSelection());
  }
  const outer = membersOf(page).getSelection();
  const anchor = outer?.anchorNode ?? null;
  const inHost = [...((anchor as Partial<Element> | null)?.children ?? [])].map(
    (child) => child.shadowRoot as SelectableRoot | null,
  );
  return [...inner, outer, ...inHost.map((root) => root?.getSelection?.() ?? null)];
}

/** Yields the element with the focus, and those in its shadow root or frame, the outermost first. */
function* focusedIn(page: Document): Generator<Element> {
  let focused = membersOf(page).activeElement;
  while (focused !== null) {
    yield focused;
    const frame = frameOf(focused);
    const inner = focused.shadowRoot ?? (frame && membersOf(frame));
    focused = inner?.activeElement ?? null;
  }
}

/** Returns the document of a frame; null if scripts of this page can't read it, or for others. */
const frameOf = (element: Element): Document | null =>
  (element as Partial<HTMLIFrameElement>).contentDocument ?? null;

/** Returns the frames in which the focus is, the outermost first. */
export const focusedFrames = (page: Document): readonly Document[] =>
  [...focusedIn(page)].flatMap((element) => frameOf(element) ?? []);

const EDITABLE = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])';

/** True for an element in which the user types, whose text is not that of the page. */
export const isEditor = (element: Element): boolean => matches(element, EDITABLE);

/** A field of a form hides the method of the form that has its name. */
export const matches = (element: Element, selectors: string): boolean =>
  Element.prototype.matches.call(element, selectors);

/** Returns the editor in which a part of a page begins or ends; null: none. */
export const editorOf = ({ startContainer, endContainer }: Range): Element | null =>
  editorAt(startContainer) ?? editorAt(endContainer);

function editorAt(node: Node): Element | null {
  const element = isElement(node) ? node : node.parentElement;
  if (element === null) return null;
  const page = documentOf(node);
  const isAllEditable = page !== null && membersOf(page).designMode === 'on';
  return isAllEditable ? element : Element.prototype.closest.call(element, EDITABLE);
}

/** True if the user selects text in a field, whose text belongs to no document. */
export function isFieldFocused(page: Document): boolean {
  const field = [...focusedIn(page)].at(-1);
  if ((field as Partial<HTMLElement> | undefined)?.isContentEditable) return true;
  return field !== undefined && matches(field, 'input, textarea');
}

/** True if the focus is in a frame of another site, which scripts of this page can't read. */
export function isForeignFrameFocused(page: Document): boolean {
  const focused = [...focusedIn(page)].at(-1);
  if (focused === undefined || frameOf(focused) !== null) return false;
  return matches(focused, 'iframe, frame, object, embed');
}

/** Reads only until the first word, because this runs at each change of a selection. */
function hasWords(range: Range): boolean {
  const { startContainer, startOffset, endContainer, endOffset } = range;
  for (const node of textNodesIn(range)) {
    const from = node === startContainer ? startOffset : 0;
    const to = node === endContainer ? endOffset : node.data.length;
    if (/\S/.test(node.data.slice(from, to))) return true;
  }
  return false;
}

/** Yields the text nodes of a range in document order. */
export function* textNodesIn(range: Range): Generator<Text> {
  const { startContainer, startOffset, commonAncestorContainer: root } = range;
  const walker = membersOf(documentOf(root) ?? document).createTreeWalker(
    root,
    NodeFilter.SHOW_TEXT,
  );
  const first = isText(startContainer) ? startContainer : childNodesOf(startContainer)[startOffset];
  walker.currentNode = first ?? lastIn(startContainer);
  let node = first && isText(first) ? first : walker.nextNode();
  for (; node !== null && range.intersectsNode(node); node = walker.nextNode()) {
    yield node as Text; // The walker shows no others.
  }
}

function lastIn(node: Node): Node {
  let last = node;
  for (let next = lastChildOf(last); next !== null; next = lastChildOf(last)) last = next;
  return last;
}

/** Returns the last text of a range that is not white space, with its end; null: there is none. */
export function lastTextOf(range: Range): { readonly node: Text; readonly end: number } | null {
  const { endContainer, endOffset, commonAncestorContainer: root } = range;
  const walker = membersOf(documentOf(root) ?? document).createTreeWalker(
    root,
    NodeFilter.SHOW_TEXT,
  );
  const isInText = isText(endContainer);
  const after = isInText ? endContainer : childNodesOf(endContainer)[endOffset];
  walker.currentNode = after ?? lastIn(endContainer);
  const isLast = isInText || (after === undefined && isText(walker.currentNode));
  let node = isLast ? walker.currentNode : walker.previousNode();
  for (; node !== null && range.intersectsNode(node); node = walker.previousNode()) {
    const { data } = node as Text; // The walker shows no others.
    const end = node === endContainer ? endOffset : data.length;
    if (/\S/.test(data.slice(0, end))) return { node: node as Text, end };
  }
  return null;
}
