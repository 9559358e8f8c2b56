/** Line numbers, buttons and marks beside the code that are no part of it. */
const DECORATION = [
  'button',
  'svg',
  'style',
  'script',
  'textarea',
  '[aria-hidden="true"].line-numbers-rows',
  '.line-numbers-rows',
  '.lineno',
  '.linenos',
  '.linenodiv',
  '.line-number',
  '.linenumber',
  '.react-syntax-highlighter-line-number',
  '.hljs-ln-numbers',
  '.gutter',
  '.rouge-gutter',
  '.blob-num',
  '.copy',
  '.copy-button',
  '.btn-copy',
  '.clipboard-copy',
  '.code-toolbar > .toolbar',
  '.gp-copy',
].join(',');

/** Inline elements that say something in code too. */
const KEPT: ReadonlySet<string> = new Set([
  'a',
  'b',
  'strong',
  'em',
  'i',
  'mark',
  'del',
  'ins',
  'sub',
  'sup',
  'var',
  'kbd',
]);

/** Elements that are a line of code each in some highlighters. */
const LINES: ReadonlySet<string> = new Set(['div', 'p', 'li', 'tr']);

/** A highlighter's line element may be a `span` that a style sheet breaks. */
const LINE_CLASS = /(?:^|\s)(?:line|code-line|token-line|view-line|cl-line)(?:\s|$)/;

/**
 * The content of a code block as text with line breaks, whatever its highlighter has built: colours,
 * gutters and buttons are left out, links and emphasis stay.
 */
export function codeContent(block: Element): DocumentFragment {
  const document = block.ownerDocument;
  for (const decoration of block.querySelectorAll(DECORATION)) decoration.remove();
  const content = document.createDocumentFragment();
  const isBrokenByStyle = !(block.textContent ?? '').includes('\n');
  let into: Node = content;
  let text = '';
  const flush = (): void => {
    if (text !== '') into.appendChild(document.createTextNode(text));
    text = '';
  };
  const breakLine = (): void => {
    const before = text === '' ? (into.textContent ?? '') : text;
    if (before !== '' && !before.endsWith('\n')) text += '\n';
  };
  const isLine = (element: Element): boolean =>
    LINES.has(element.localName) ||
    (isBrokenByStyle && LINE_CLASS.test(element.getAttribute('class') ?? ''));

  for (let node: ChildNode | null = block.firstChild, isUp = false; node !== null; ) {
    const element = node.nodeType === 1 ? (node as Element) : null;
    if (!isUp) {
      if (node.nodeType === 3) text += node.textContent ?? '';
      else if (element?.localName === 'br') text += '\n';
      else if (element !== null && isLine(element)) breakLine();
      if (element !== null && KEPT.has(element.localName)) {
        flush();
        into = into.appendChild(element.cloneNode(false));
      }
      if (element !== null && node.firstChild !== null) {
        node = node.firstChild;
        continue;
      }
    }
    if (element !== null && KEPT.has(element.localName)) {
      flush();
      into = into.parentNode ?? content;
    }
    if (element !== null && isLine(element) && node.nextSibling !== null) breakLine();
    isUp = node.nextSibling === null;
    const parent: Element | null = node.parentElement;
    node = isUp ? (parent === block ? null : parent) : node.nextSibling;
  }
  flush();
  return content;
}
