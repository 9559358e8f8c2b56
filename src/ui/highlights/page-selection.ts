/** A shadow root of Chromium has a selection of its own. */
type SelectableRoot = ShadowRoot & { getSelection?: () => Selection | null };

/**
 * Returns what is selected in a page, one of its frames or an open shadow root; null if that has no
 * words, or is in an editor.
 */
export function selectedRange(page: Document): Range | null {
  for (const selection of selectionsOf(page)) {
    if (selection === null || selection.rangeCount === 0 || selection.isCollapsed) continue;
    const range = selection.getRangeAt(0);
    if (editorOf(range) === null && hasWords(range)) return range;
  }
  return null;
}

/** Returns the selections where the focus may be, the innermost first. */
function selectionsOf(page: Document): readonly (Selection | null)[] {
  const inner: (Selection | null)[] = [];
  let focused = page.activeElement;
  while (focused !== null) {
    const shadow: SelectableRoot | null = focused.shadowRoot;
    const frame: Document | null | undefined = (focused as Partial<HTMLIFrameElement>)
      .contentDocument;
    if (shadow?.getSelection) inner.unshift(shadow.getSelection());
    if (frame) inner.unshift(frame.getSelection());
    focused = (shadow ?? frame)?.activeElement ?? null;
  }
  const outer = page.getSelection();
  const host = outer?.anchorNode instanceof Element ? outer.anchorNode : null;
  const inHost = [...(host?.children ?? [])].map(
    (child) => child.shadowRoot as SelectableRoot | null,
  );
  return [...inner, outer, ...inHost.map((root) => root?.getSelection?.() ?? null)];
}

const EDITORS = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])';

/** Returns the editor that contains a part of a page; null: none. */
export function editorOf(range: Range): Element | null {
  const { commonAncestorContainer: node } = range;
  const element = node instanceof Element ? node : node.parentElement;
  const isEditor = node.ownerDocument?.designMode === 'on';
  return isEditor ? element : (element?.closest(EDITORS) ?? null);
}

/** True if the user selects text in a field, whose text belongs to no document. */
export function isFieldFocused(page: Document): boolean {
  const field = page.activeElement;
  if (field instanceof HTMLElement && field.isContentEditable) return true;
  return field?.matches('input, textarea') === true;
}

/** True if the focus is in a frame of another site, which scripts of this page can't read. */
export function isForeignFrameFocused(page: Document): boolean {
  const focused = page.activeElement;
  const isFrame = focused?.matches('iframe, frame, object, embed') === true;
  return isFrame && !(focused as Partial<HTMLIFrameElement>).contentDocument;
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
