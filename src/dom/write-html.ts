import { PageComment, PageText } from './leaves';
import { isElement, type PageNode } from './nodes';

/** Elements without an end tag. */
export const VOID_ELEMENTS: ReadonlySet<string> = new Set([
  ...['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source'],
  ...['track', 'wbr'],
]);

/**
 * Serialises the children of `parent` as markup that parsers of HTML and of XML read alike, because
 * clients use both. parse5's own serialiser leaves void elements open, is recursive, which overflows
 * the stack on deep pages, and drops a line break at the start of `<pre>`.
 */
export function writeChildren(parent: PageNode): string {
  let html = '';
  let node = parent.firstChild;
  while (node !== null) {
    html += opening(node);
    if (node.firstChild !== null) {
      node = node.firstChild;
      continue;
    }
    let done: PageNode = node;
    html += closing(done);
    while (done.nextSibling === null && done.parentNode !== null && done.parentNode !== parent) {
      done = done.parentNode;
      html += closing(done);
    }
    node = done.nextSibling;
  }
  return html;
}

function opening(node: PageNode): string {
  if (node instanceof PageText) return escapedText(node.data);
  if (node instanceof PageComment) return `<!--${node.data}-->`;
  if (!isElement(node)) return '';
  let tag = `<${node.localName}`;
  for (const { name, value } of node.attributes) tag += ` ${name}="${escapedValue(value)}"`;
  // The parser drops the first line break in `<pre>`, so a text that starts with one gets another.
  const needsBreak = node.localName === 'pre' && startsWithBreak(node.firstChild);
  if (needsBreak) return `${tag}>\n`;
  return VOID_ELEMENTS.has(node.localName) ? `${tag}/>` : `${tag}>`;
}

const startsWithBreak = (node: PageNode | null): boolean =>
  node instanceof PageText && node.data.startsWith('\n');

const closing = (node: PageNode): string =>
  isElement(node) && !VOID_ELEMENTS.has(node.localName) ? `</${node.localName}>` : '';

/**
 * The characters with a meaning, and those that XML does not allow, not even escaped.
 * @see https://www.w3.org/TR/xml/#charsets
 */
const ESCAPED_CHARACTER = /[&<>"]|[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
/** XML knows no other entities. A no-break space has none. */
const WRITTEN_ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

const escapedText = (text: string): string =>
  text.replace(ESCAPED_CHARACTER, (char) => (char === '"' ? char : (WRITTEN_ENTITIES[char] ?? '')));

const escapedValue = (value: string): string =>
  value.replace(ESCAPED_CHARACTER, (char) => WRITTEN_ENTITIES[char] ?? '');
