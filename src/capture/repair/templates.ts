import { isElement } from '../elements';
import { textLength } from '../normal-text';
import { sumOf } from '../sum';
import type { RepairContext } from './repair-context';

const TEMPLATE = /^text\/(?:x-)?(?:template|html)$/i;
/** Marks that a script of the page would replace. */
const TEMPLATE_SYNTAX = /\{\{|<%|\$\{/;
/** In UTF-16 code units. */
const MIN_TEMPLATE_LENGTH = 300;
const MAX_TEMPLATE_HTML_LENGTH = 200_000;
/** In UTF-16 code units: the text beside a template that the page shows in any case. */
const MAX_LENGTH_BESIDE_TEMPLATE = 100;
const MAX_ELEMENTS = 3_000;
const MAX_TEMPLATE_DEPTH = 50;

/**
 * Shows the text that a page has only as a template in a script, which its own script would show: one
 * without placeholders, in a box without other text.
 */
export function showTemplates({ root, document }: RepairContext): void {
  // One box may hold all of them.
  const boxes = new Map<Node | null, boolean>();
  for (const script of root.querySelectorAll('script[type^="text/" i]')) {
    if (!TEMPLATE.test(script.getAttribute('type') ?? '')) continue;
    const html = script.textContent ?? '';
    if (
      html.length < MIN_TEMPLATE_LENGTH ||
      html.length > MAX_TEMPLATE_HTML_LENGTH ||
      TEMPLATE_SYNTAX.test(html)
    )
      continue;
    if (!html.trimStart().startsWith('<') || !isInEmpty(script, boxes)) continue;
    const template = document.createElement('template');
    template.innerHTML = html;
    if (!isBounded(template.content) || textLength(template.content) < MIN_TEMPLATE_LENGTH)
      continue;
    boxes.set(script.parentNode, false);
    script.replaceWith(document.importNode(template.content, true));
  }
}

const NOT_SHOWN_TEXT = 'script,style,noscript,template';

/** True if the box of a script shows hardly any text. `boxes` has those that are known. */
function isInEmpty({ parentNode }: Element, boxes: Map<Node | null, boolean>): boolean {
  const known = boxes.get(parentNode);
  if (known !== undefined) return known;
  const shown = sumOf([...(parentNode?.childNodes ?? [])], (node) =>
    isElement(node) && node.matches(NOT_SHOWN_TEXT) ? 0 : textLength(node),
  );
  boxes.set(parentNode, shown <= MAX_LENGTH_BESIDE_TEMPLATE);
  return shown <= MAX_LENGTH_BESIDE_TEMPLATE;
}

/** True for a tree of few elements that is not deep. */
function isBounded(content: DocumentFragment): boolean {
  const elements = [...content.querySelectorAll('*')];
  return (
    elements.length <= MAX_ELEMENTS &&
    elements.every((element) => depthOf(element) <= MAX_TEMPLATE_DEPTH)
  );
}

function depthOf(element: Element): number {
  let depth = 0;
  for (
    let up: Element | null = element;
    up !== null && depth <= MAX_TEMPLATE_DEPTH;
    up = up.parentElement
  ) {
    depth += 1;
  }
  return depth;
}
