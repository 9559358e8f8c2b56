import { ArticleElement, type ArticleNode, ArticleText } from './article-nodes';

/** Elements that never have an end tag. */
const VOID: ReadonlySet<string> = new Set([
  ...['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source'],
  ...['track', 'wbr'],
]);

/** What is in `parent`, as HTML that is read back the same. */
export function writeChildren(parent: ArticleElement): string {
  let html = '';
  let node = parent.firstChild;
  // Without recursion: pages nest deeper than the stack.
  while (node !== null) {
    html += opening(node);
    if (node.firstChild !== null) {
      node = node.firstChild;
      continue;
    }
    let done: ArticleNode = node;
    html += closing(done);
    while (done.nextSibling === null && done.parentNode !== null && done.parentNode !== parent) {
      done = done.parentNode;
      html += closing(done);
    }
    node = done.nextSibling;
  }
  return html;
}

function opening(node: ArticleNode): string {
  if (node instanceof ArticleText) return escapedText(node.data);
  if (!(node instanceof ArticleElement)) return `<!--${node.data}-->`;
  let tag = `<${node.localName}`;
  for (const [name, value] of node.attributes) tag += ` ${name}="${escapedValue(value)}"`;
  // The parser leaves out a line break that stands first in these.
  const isEaten = node.localName === 'pre' && startsWithBreak(node.firstChild);
  return isEaten ? `${tag}>\n` : `${tag}>`;
}

const startsWithBreak = (node: ArticleNode | null): boolean =>
  node instanceof ArticleText && node.data.startsWith('\n');

const closing = (node: ArticleNode): string =>
  node instanceof ArticleElement && !VOID.has(node.localName) ? `</${node.localName}>` : '';

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
