import { lettersIn } from '../normal-text';
import { isCaptionName, namesOf } from './names';

/**
 * Removes marks of links to headings, empty drawings and icons from an article, and makes figures of
 * images whose captions are not in a block of their own. It is called before the article is measured.
 */
export function tidyArticle(article: Element): void {
  for (const link of article.querySelectorAll('a[href^="#"]')) dropHeadingMark(link);
  for (const drawing of article.querySelectorAll('svg')) dropIcon(drawing);
  for (const span of article.querySelectorAll('span[class*="aption"]')) joinCaption(span);
}

const HEADINGS = 'h1,h2,h3,h4,h5,h6';

/** Documentation has a link to each heading in it, whose text is `#`, `¶` or an icon. */
function dropHeadingMark(link: Element): void {
  const heading = link.closest(HEADINGS);
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
  if (!isShown || (sizeOf(drawing) <= MAX_ICON && !isValue)) drawing.remove();
}

/** Returns the longer side of a drawing; infinite when it is unknown. */
function sizeOf(drawing: Element): number {
  const declared = ['width', 'height'].map((name) => drawing.getAttribute(name) ?? '');
  const box = (drawing.getAttribute('viewBox') ?? '').split(/[\s,]+/).slice(2);
  const sides = declared.every((side) => /^[\d.]+(?:px)?$/.test(side)) ? declared : box;
  const size = Math.max(...sides.map(Number.parseFloat));
  return size > 0 ? size : Number.POSITIVE_INFINITY;
}

/** How many elements may be around an image and its caption alone. */
const MAX_WRAPPERS = 3;
const WRAPPERS = /^(?:span|a|p|div)$/;
/** In UTF-16 code units. A shorter one without an image may be a label. */
const MIN_CAPTION = 60;

/** Makes a figure of a caption that is part of a line, with its image if that is in the line. */
function joinCaption(span: Element): void {
  if (!isCaptionName(namesOf(span)) || span.closest('figure') !== null) return;
  const { length } = (span.textContent ?? '').trim();
  let line: Element = span;
  let image: Element | null = null;
  for (let up = 0; up < MAX_WRAPPERS && image === null; up += 1) {
    const { parentElement }: Element = line;
    if (parentElement === null || !WRAPPERS.test(parentElement.localName)) break;
    if ((parentElement.textContent ?? '').trim().length > length) break;
    line = parentElement;
    image = line.querySelector('img');
  }
  if (image === null && length < MIN_CAPTION) return;
  const figure = span.ownerDocument.createElement('figure');
  const caption = span.ownerDocument.createElement('figcaption');
  caption.append(...span.childNodes);
  if (image !== null) figure.append(image.closest('a') ?? image);
  figure.append(caption);
  line.replaceWith(figure);
}
