import type { HighlightPosition } from '../domain/highlight';
import { firstChildOf, isElement, nextSiblingOf, parentOf } from './node-links';
import { positionOf } from './quote/take-quote';
import { lastAtMost, type TextIndex, type TextSpan } from './text-index';

/** The ids of the places where pages of a document begin, as they are stored and as the sanitiser leaves them. */
const PAGE_ID = /^(?:user-content-)?page-([1-9]\d{0,4})$/;

/** An element with which a page of a document begins. */
export interface PageMark {
  readonly element: Element;
  readonly page: number;
}

/** Returns the elements with which pages begin, in their order. */
export function pageMarksIn(root: Node): readonly PageMark[] {
  const marks: PageMark[] = [];
  for (const element of elementsIn(root)) {
    const page = PAGE_ID.exec(element.id)?.[1];
    if (page !== undefined) marks.push({ element, page: Number(page) });
  }
  return marks;
}

/** Returns the elements that may be marks. */
function elementsIn(root: Node): Iterable<Element> {
  // A browser is much faster at it. The tree of a background has no selectors, and a form may hide them.
  const { querySelectorAll } = root as Partial<ParentNode>;
  if (typeof querySelectorAll !== 'function') return allElementsIn(root);
  return querySelectorAll.call(root, '[id*="page-"]');
}

function* allElementsIn(root: Node): Generator<Element> {
  let node = firstChildOf(root);
  while (node !== null && node !== root) {
    if (isElement(node)) yield node;
    let next = firstChildOf(node);
    for (let ended: Node | null = node; next === null && ended !== null && ended !== root; ) {
      next = nextSiblingOf(ended);
      ended = parentOf(ended);
    }
    node = next;
  }
}

/** The pages of a text that has some, and where each begins. */
export interface PageStarts {
  readonly pages: readonly number[];
  readonly starts: readonly number[];
}

const knownStarts = new WeakMap<TextIndex, PageStarts | null>();

/** Returns where the pages of a text begin, in increasing order; null if it has no marks of pages. */
export function pageStartsOf(index: TextIndex): PageStarts | null {
  const known = knownStarts.get(index);
  if (known !== undefined) return known;
  const found = findStarts(index);
  knownStarts.set(index, found);
  return found;
}

function findStarts({ root, spanOf }: TextIndex): PageStarts | null {
  const marks = pageMarksIn(root);
  if (marks.length === 0) return null;
  const [pages, starts] = [[1], [0]];
  for (const { element, page } of marks) {
    const start = spanOf(element)?.start;
    // A note may stand in the text of the page after it.
    if (start === undefined || page <= (pages.at(-1) ?? 0)) continue;
    pages.push(page);
    starts.push(start);
  }
  return { pages, starts };
}

/** Returns the position of a span in an article, with the page on which it begins if the article has pages. */
export function articlePositionOf(index: TextIndex, span: TextSpan): HighlightPosition {
  const known = pageStartsOf(index);
  const page = known?.pages[lastAtMost(known.starts, span.start, known.starts.length - 1)];
  return { ...positionOf(index, span), ...(page !== undefined && { page }) };
}
