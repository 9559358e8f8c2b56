import { PageComment, PageText } from './leaves';
import { isElement, type PageElement, type PageNode } from './nodes';

/** Elements without an end tag. */
const VOID: ReadonlySet<string> = new Set([
  ...['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source'],
  ...['track', 'wbr'],
]);

/**
 * Serialises the children of `parent` as HTML. parse5's own serialiser is recursive, which overflows the
 * stack on deep pages, and it drops a line break at the start of `<pre>`.
 */
export function writeChildren(parent: PageElement): string {
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
  return needsBreak ? `${tag}>\n` : `${tag}>`;
}

const startsWithBreak = (node: PageNode | null): boolean =>
  node instanceof PageText && node.data.startsWith('\n');

const closing = (node: PageNode): string =>
  isElement(node) && !VOID.has(node.localName) ? `</${node.localName}>` : '';

const ESCAPED = /[&\u00a0<>]/;
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '\u00a0': '&nbsp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

const escapedText = (text: string): string =>
  ESCAPED.test(text) ? text.replace(/[&\u00a0<>]/g, (char) => ENTITIES[char] ?? char) : text;

const escapedValue = (value: string): string =>
  value.replace(/[&\u00a0<>"]/g, (char) => ENTITIES[char] ?? char);
