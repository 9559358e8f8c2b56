import { BLOCKS } from '../elements';
import { lettersIn, lineOf } from '../normal-text';
import { captionOf } from './captions';
import { isAdvertisement } from './named-boxes';
import { isCaptionName, namesOf } from './names';

/**
 * Removes marks of links to headings and of advertisements, empty drawings and icons from an article, and
 * makes figures of images whose captions are not in a block of their own. It is called before the article
 * is measured.
 */
export function tidyArticle(article: Element): void {
  for (const link of article.querySelectorAll('a[href^="#"]')) dropHeadingMark(link);
  for (const drawing of article.querySelectorAll('svg')) dropIcon(drawing);
  for (const span of article.querySelectorAll('span[class*="aption"]')) joinCaption(span);
  for (const span of article.querySelectorAll('span,small')) {
    if (span.firstElementChild === null && isAdvertisement(lineOf(span)) && isBetweenBlocks(span))
      span.remove();
  }
}

/** True for an inline element that is a line of its own. */
const isBetweenBlocks = (element: Element): boolean =>
  ![element.previousSibling, element.nextSibling].some((node) => node?.nodeValue?.trim()) &&
  [element.previousElementSibling, element.nextElementSibling].every(
    (beside) => beside?.matches(LINE_BREAKS) ?? true,
  ) &&
  (element.previousElementSibling ?? element.nextElementSibling) !== null;

const LINE_BREAKS = `br,${BLOCKS}`;

const HEADINGS_AND_TERMS = 'h1,h2,h3,h4,h5,h6,dt';

/** Documentation has a link to each heading in it, whose text is `#`, `¶` or an icon. */
function dropHeadingMark(link: Element): void {
  const heading = link.closest(HEADINGS_AND_TERMS);
  if (heading === null || lettersIn(link.textContent ?? '') !== '') return;
  // Links within the page may lead to the mark.
  if (heading.id === '' && link.id !== '') heading.id = link.id;
  link.remove();
}

const SHAPES = 'path,rect,circle,ellipse,line,polyline,polygon,text';
const UNSHOWN = 'symbol,defs,mask,pattern,marker';
/** In px, or in units of the drawing if it has no size. */
const MAX_ICON = 48;

/** Drops drawings of which nothing is shown, and icons. In a table an icon may be a value. */
function dropIcon(drawing: Element): void {
  const shapes = [...drawing.querySelectorAll(SHAPES)];
  const isShown = shapes.some((shape) => shape.closest(UNSHOWN) === null);
  const isValue =
    drawing.closest('td,th') !== null ||
    drawing.hasAttribute('aria-label') ||
    drawing.querySelector('title,text') !== null;
  if (!isShown || (widthOf(drawing) <= MAX_ICON && !isValue)) drawing.remove();
}

/** Returns the width of a drawing; infinite when it is unknown. */
function widthOf(drawing: Element): number {
  const [, , side = ''] = (drawing.getAttribute('viewBox') ?? '').split(/[\s,]+/);
  const width = Number.parseFloat(drawing.getAttribute('width') ?? side);
  return width > 0 ? width : Number.POSITIVE_INFINITY;
}

const TIDIED_LINE = /^(?:span|a|p|div)$/;
/** In UTF-16 code units. A shorter one without an image may be a label. */
const MIN_CAPTION = 60;

/** True for an element beside which its parent has no text. */
function isAlone(element: Element): boolean {
  let node = element.parentNode?.firstChild ?? null;
  while (node !== null && (node === element || (node.textContent ?? '').trim() === '')) {
    node = node.nextSibling;
  }
  return node === null;
}

/** Makes a figure of a line that is a caption, with the image in it. */
function joinCaption(span: Element): void {
  const line = span.parentElement;
  if (line === null || !TIDIED_LINE.test(line.localName) || !isCaptionName(namesOf(span))) return;
  const text = lineOf(span);
  if (text === '' || !isAlone(span) || line.closest('figure') !== null) return;
  const image = line.querySelector('img');
  if (image === null && text.length < MIN_CAPTION) return;
  const figure = span.ownerDocument.createElement('figure');
  if (image !== null) figure.append(image.closest('a') ?? image);
  figure.append(captionOf(span));
  line.replaceWith(figure);
}
