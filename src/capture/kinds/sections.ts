import { dropPageFrame } from '../best-text';
import { type Box, linkDensity, walkBoxes } from '../clean/boxes';
import { lettersIn } from '../normal-text';
import { dropBars } from './bars';

const MIN_SECTION_HEADINGS = 4;
/** In letters of the page, for each heading. Sections of an article are longer. */
const MAX_SECTION = 220;
/** The share of the prose that is in one box. Readability takes that box for the article. */
const MAX_SHARE_IN_ONE_BOX = 0.6;
const MAX_LINKED_SECTIONS = 0.35;
/** A share of the prose and the headings. */
const MIN_SHARE_OF_SECTIONS = 0.9;
const SECTION_HEADING = /^h[2-6]$/;
const SECTION_BLOCK = /^(?:p|ul|ol|dl|pre|figure|blockquote|table|h\d)$/;

/**
 * Finds the content of a page that consists of many short sections with headings, each in a box of its
 * own, such as the description of a service: the innermost box with all of them. Returns null for other
 * pages, whose text is together in one box.
 */
export function findSections(root: Box): Box | null {
  const headings: Box[] = [];
  walkBoxes(root, (box) => {
    if (isHeading(box)) headings.push(box);
  });
  const isDense = root.letters <= MAX_SECTION * headings.length;
  if (headings.length < MIN_SECTION_HEADINGS || !isDense || linkDensity(root) > MAX_LINKED_SECTIONS)
    return null;
  if (root.prose === 0 || mostTogether(root) > root.prose * MAX_SHARE_IN_ONE_BOX) return null;
  let scope = root;
  for (;;) {
    const next = scope.children.find(
      (child) =>
        child.prose >= root.prose * MIN_SHARE_OF_SECTIONS &&
        countIn(child, headings) >= headings.length * MIN_SHARE_OF_SECTIONS,
    );
    if (next === undefined) break;
    const headline = scope.element.querySelector('h1');
    if (headline !== null && !next.element.contains(headline)) break;
    scope = next;
  }
  return scope;
}

const isHeading = ({ element, letters, linkLetters }: Box): boolean =>
  SECTION_HEADING.test(element.localName) && letters > 0 && linkLetters < letters / 2;

const countIn = (box: Box, headings: readonly Box[]): number =>
  headings.filter(({ order }) => order >= box.order && order <= box.lastOrder).length;

/** The most prose that is in one box. */
function mostTogether(root: Box): number {
  let most = 0;
  walkBoxes(root, (box) => {
    const isPart = isHeading(box) || SECTION_BLOCK.test(box.element.localName);
    if (!isPart) most = Math.max(most, proseIn(box));
  });
  return most;
}

/** The prose of the blocks of a box, without that of the boxes in it. */
function proseIn({ prose, children }: Box): number {
  let own = prose;
  for (const child of children) {
    const isBlock = SECTION_BLOCK.test(child.element.localName) || child.children.length === 0;
    if (!isBlock) own -= child.prose;
  }
  return own;
}

const CONTROLS_OF_SECTION = 'button,select,textarea,input,label,script,style,template';

/** Makes an article of all sections, without forms and buttons. Moves them out of their page. */
export function sectionsArticle(document: Document, { element }: Box, pageUrl: string): Element {
  dropPageFrame(element);
  const article = document.createElement('div');
  article.append(...element.childNodes);
  for (const control of article.querySelectorAll(CONTROLS_OF_SECTION)) control.remove();
  for (const link of article.querySelectorAll('a[href]')) if (isButton(link)) link.remove();
  dropBars(article, [], pageUrl);
  return article;
}

/** True for a link that is alone between blocks. */
function isButton(link: Element): boolean {
  const { parentElement } = link;
  if (parentElement === null || link.querySelector('img,p,h1,h2,h3,h4,h5,h6') !== null)
    return false;
  if (parentElement.matches('li,td,th,dt,dd,h1,h2,h3,h4,h5,h6')) return false;
  return isApart(link, (node) => node.previousSibling) && isApart(link, (node) => node.nextSibling);
}

/** How many nodes beside a link are looked at. This bounds the time for long lines. */
const MAX_NODES_BESIDE_LINK = 20;

/** True if only links and blanks are between a link and the next block in one direction. */
function isApart(link: Element, next: (node: Node) => Node | null): boolean {
  let node = next(link);
  for (
    let count = 0;
    node !== null && count < MAX_NODES_BESIDE_LINK;
    count += 1, node = next(node)
  ) {
    if (isBlockElement(node as Element)) return true;
    const isLink = (node as Element).localName === 'a';
    if (!isLink && lettersIn(node.textContent ?? '') !== '') return false;
  }
  return true;
}

const isBlockElement = (element: Element): boolean =>
  element.nodeType === 1 && /^(?:p|div|ul|ol|h\d|section|figure|table|dl)$/.test(element.localName);
