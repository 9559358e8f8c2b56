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
    if (frame) inner.unshift(frame.getSelection());
  }
  const outer = page.getSelection();
  const anchor = outer?.anchorNode ?? null;
  const inHost = [...((anchor as Partial<Element> | null)?.children ?? [])].map(
    (child) => child.shadowRoot as SelectableRoot | null,
  );
  return [...inner, outer, ...inHost.map((root) => root?.getSelection?.() ?? null)];
}

/** Yields the element with the focus, and those in its shadow root or frame, the outermost first. */
function* focusedIn(page: Document): Generator<Element> {
  let focused = page.activeElement;
  while (focused !== null) {
    yield focused;
    focused = (focused.shadowRoot ?? frameOf(focused))?.activeElement ?? null;
  }
}

/** Returns the document of a frame; null if scripts of this page can't read it, or for others. */
const frameOf = (element: Element): Document | null =>
  (element as Partial<HTMLIFrameElement>).contentDocument ?? null;

/** Returns the frames in which the focus is, the outermost first. */
export const focusedFrames = (page: Document): readonly Document[] =>
  [...focusedIn(page)].flatMap((element) => frameOf(element) ?? []);

const EDITORS = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])';

/** True for an element in which the user types, whose text is not that of the page. */
export const isEditor = (element: Element): boolean => element.matches(EDITORS);

/** Returns the editor in which a part of a page begins or ends; null: none. */
export const editorOf = ({ startContainer, endContainer }: Range): Element | null =>
  editorAt(startContainer) ?? editorAt(endContainer);

function editorAt(node: Node): Element | null {
  const isElement = node.nodeType === Node.ELEMENT_NODE;
  const element = isElement ? (node as Element) : node.parentElement;
  const isAllEditable = node.ownerDocument?.designMode === 'on';
  return isAllEditable ? element : (element?.closest(EDITORS) ?? null);
}

/** True if the user selects text in a field, whose text belongs to no document. */
export function isFieldFocused(page: Document): boolean {
  const field = [...focusedIn(page)].at(-1);
  if ((field as Partial<HTMLElement> | undefined)?.isContentEditable) return true;
  return field?.matches('input, textarea') === true;
}

/** True if the focus is in a frame of another site, which scripts of this page can't read. */
export function isForeignFrameFocused(page: Document): boolean {
  const focused = [...focusedIn(page)].at(-1);
  return focused?.matches('iframe, frame, object, embed') === true && frameOf(focused) === null;
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
  const walker = (root.ownerDocument ?? document).createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const isText = startContainer.nodeType === Node.TEXT_NODE;
  const first = isText ? startContainer : startContainer.childNodes[startOffset];
  walker.currentNode = first ?? lastIn(startContainer);
  let node = first?.nodeType === Node.TEXT_NODE ? first : walker.nextNode();
  for (; node !== null && range.intersectsNode(node); node = walker.nextNode()) {
    yield node as Text; // The walker shows no others.
  }
}

function lastIn(node: Node): Node {
  let last = node;
  while (last.lastChild !== null) last = last.lastChild;
  return last;
}

/** Returns the last text of a range that is not white space, with its end; null: there is none. */
export function lastTextOf(range: Range): { readonly node: Text; readonly end: number } | null {
  const { endContainer, endOffset, commonAncestorContainer: root } = range;
  const walker = (root.ownerDocument ?? document).createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const isText = endContainer.nodeType === Node.TEXT_NODE;
  const after = isText ? endContainer : endContainer.childNodes[endOffset];
  walker.currentNode = after ?? lastIn(endContainer);
  const isLast = isText || (after === undefined && walker.currentNode.nodeType === Node.TEXT_NODE);
  let node = isLast ? walker.currentNode : walker.previousNode();
  for (; node !== null && range.intersectsNode(node); node = walker.previousNode()) {
    const { data } = node as Text; // The walker shows no others.
    const end = node === endContainer ? endOffset : data.length;
    if (/\S/.test(data.slice(0, end))) return { node: node as Text, end };
  }
  return null;
}
