import { isElement, isText } from '../elements';
import { wordSet } from '../word-list';
import { cleanText } from './claims';

const MAX_LINE_TEXT_LENGTH = 1000;
const MAX_LINE_NODES = 400;

const NOT_BESIDE =
  'nav,aside,footer,form,button,script,style,template,noscript,figure,[hidden],[class*="comment"],[class*="related"]';
/** Boxes to share a page, which hold the byline on some sites. */
const SHARE_BOXES = '[class*="share"],[class*="social"]';
const AUTHOR_IN_LINE = '[rel~="author"],[itemprop~="author"]';
const INLINE_IN_LINE = wordSet('a abbr b bdi cite em font i mark small span strong sub sup time u');

/** A line of visible text. */
export interface Line {
  readonly text: string;
  /** The block that contains nothing but the line, or the inline elements of a part of a block. */
  readonly elements: readonly Element[];
}

/**
 * Returns the lines after (`nextSibling`) or before an element, the nearest first, at most `max`. Ends
 * soon after `isEnough` is true for the lines that were found, because most texts are long.
 */
export function linesFrom(
  start: Element,
  direction: 'nextSibling' | 'previousSibling',
  max: number,
  isEnough: (lines: readonly Line[]) => boolean = () => false,
): Line[] {
  const lines: Line[] = [];
  let nodes = 0;
  let isOver = false;
  for (let at: Node = start; lines.length < max && nodes < MAX_LINE_NODES && !isOver; ) {
    const sibling: Node | null = at[direction];
    if (sibling === null) {
      if (at.parentNode === null || at.parentNode.nodeName === 'BODY') break;
      at = at.parentNode;
      continue;
    }
    nodes += 1;
    const found = linesIn(sibling, max - lines.length, MAX_LINE_NODES - nodes, isEnough);
    nodes += found.nodes;
    lines.push(...(direction === 'nextSibling' ? found.lines : found.lines.toReversed()));
    isOver = found.lines.length > 0 && isEnough(lines);
    at = sibling;
  }
  return lines;
}

/** Returns the lines of a node: the text between the borders of blocks and line breaks. */
function linesIn(
  node: Node,
  max: number,
  maxNodes: number,
  isEnough: (lines: readonly Line[]) => boolean,
): { lines: Line[]; nodes: number } {
  const lines: Line[] = [];
  let nodes = 0;
  let isOver = false;
  const add = (text: string, elements: readonly Element[]) => {
    const clean = cleanText(text.slice(0, MAX_LINE_TEXT_LENGTH), MAX_LINE_TEXT_LENGTH);
    if (clean === '' || lines.length >= max) return;
    lines.push({ text: clean, elements });
    isOver ||= isEnough(lines);
  };
  const visit = (element: Element): void => {
    nodes += 1;
    if (isOver || nodes > maxNodes || lines.length >= max || isNotBeside(element)) return;
    if ([...element.children].every(isInline)) {
      add(element.textContent ?? '', [element]);
      return;
    }
    let text = '';
    let elements: Element[] = [];
    const end = () => {
      add(text, elements);
      [text, elements] = ['', []];
    };
    for (const child of element.childNodes) {
      if (isText(child)) text += child.nodeValue ?? '';
      if (!isElement(child)) continue;
      if (isInline(child as Element) && [...(child as Element).children].every(isInline)) {
        text += child.textContent ?? '';
        elements.push(child as Element);
      } else {
        end();
        visit(child as Element);
      }
    }
    end();
  };
  if (isElement(node)) visit(node as Element);
  else if (isText(node)) add(node.nodeValue ?? '', []);
  return { lines, nodes };
}

const isNotBeside = (element: Element): boolean =>
  element.matches(NOT_BESIDE) ||
  (element.matches(SHARE_BOXES) && element.querySelector(AUTHOR_IN_LINE) === null);

const isInline = (element: Element): boolean => INLINE_IN_LINE.has(element.nodeName.toLowerCase());

/** Returns the text of an element in one line, without that of buttons. */
export function textOfElement(element: Element): string {
  const hasButton = element.querySelector('button') !== null;
  const text = hasButton ? textBesideButtons(element) : (element.textContent ?? '');
  return cleanText(text.slice(0, MAX_LINE_TEXT_LENGTH), MAX_LINE_TEXT_LENGTH);
}

/** Reads a bounded number of nodes, because a heading may contain a whole page. */
function textBesideButtons(element: Element): string {
  let text = '';
  let nodes = 0;
  const visit = (parent: Node): void => {
    for (
      let node = parent.firstChild;
      node !== null && nodes < MAX_LINE_NODES;
      node = node.nextSibling
    ) {
      nodes += 1;
      if (isText(node)) text += node.nodeValue ?? '';
      else if (node.nodeName !== 'BUTTON') visit(node);
    }
  };
  visit(element);
  return text;
}

/** In UTF-16 code units. */
const MAX_LINE_LABEL_LENGTH = 60;

/** Returns the text beside and before an element, if it is short and no heading; otherwise an empty one. */
export function labelBefore(element: Element): string {
  let before = element.previousSibling;
  while (before !== null && !before.textContent?.trim()) before = before.previousSibling;
  const isHeading = before !== null && isElement(before) && before.matches(HEADINGS_AND_BOXES);
  const text = (!isHeading && before?.textContent?.trim()) || '';
  return text.length <= MAX_LINE_LABEL_LENGTH ? text : '';
}

const HEADINGS_AND_BOXES = 'h1,h2,h3,h4,h5,h6,:has(h1,h2,h3)';

/** Returns the elements of a line and in it that match a selector. */
export const inLine = ({ elements }: Line, selector: string): Element[] =>
  elements.flatMap((element) => [
    ...(element.matches(selector) ? [element] : []),
    ...element.querySelectorAll(selector),
  ]);
