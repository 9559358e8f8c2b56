import { type Box, linkDensity, siblingsOf, textOf } from './boxes';
import { isCaptionName, isPictureName } from './names';
import { type CleaningContext, type CleaningStage, isStructure } from './stage';

/** In letters. */
const MAX_CAPTION = 900;
const MAX_CREDIT = 120;
const MAX_LOST_CAPTION = 160;
const MAX_IMAGES = 2;
/** Of the prose of the article. A paragraph beside an image has more. */
const MAX_SHARE = 0.1;

/**
 * Makes a figure with one caption of a box that consists of an image and its lines. Removes credits
 * beside the caption of a figure, and captions of images that the article does not have.
 */
export const captions: CleaningStage = {
  kind: 'captions',
  removes: (box, context) => {
    const { localName } = box.element;
    if (localName === 'figure') return isLost(box, context) || tidyFigure(box);
    if (isStructure(box) || localName === 'figcaption') return false;
    if (isPicture(box, context)) {
      becomeFigure(box);
      return false;
    }
    return (
      isCaptionName(box.names) &&
      !hasImageAround(box) &&
      (box.letters <= MAX_LOST_CAPTION || context.repeated.has(textOf(box)))
    );
  },
};

/** A figure whose image is gone is removed if it is one of several or has little text. */
function isLost(box: Box, { repeated }: CleaningContext): boolean {
  if (box.images > 0 || box.prose > 0 || box.element.querySelector(MORE_THAN_TEXT) !== null)
    return false;
  const { before, after } = siblingsOf(box);
  const isOneOfMany = [...before, ...after].some(
    (other) => other.element.localName === 'figure' && other.images === 0,
  );
  return isOneOfMany || box.letters <= MAX_CREDIT || repeated.has(textOf(box));
}

const MORE_THAN_TEXT = 'table,pre,blockquote,ul,ol,[data-embed]';

function isPicture(box: Box, { root }: CleaningContext): boolean {
  if (box.images === 0 || box.images > MAX_IMAGES || box.letters === 0) return false;
  if (box === root || box.letters > MAX_CAPTION || linkDensity(box) > 0.5) return false;
  if (/^(?:p|li|a|ul|ol|table|blockquote|pre|h\d)$/.test(box.element.localName)) return false;
  if (box.element.querySelector('figure,table,pre,ul,ol,h1,h2,h3,h4,math,[data-embed]') !== null)
    return false;
  if (box.element.closest('figure,table,li') !== null) return false;
  if (box.prose > MAX_SHARE * root.prose) return false;
  return (
    isPictureName(box.names) ||
    isCaptionName(box.names) ||
    box.children.some((child) => isCaptionName(child.names))
  );
}

function hasImageAround(box: Box): boolean {
  for (let up: Box | null = box, level = 0; up !== null && level < 3; up = up.parent, level += 1) {
    if (up.images > 0) return true;
  }
  return false;
}

/** Moves the lines of a box into one caption. */
function becomeFigure(box: Box): void {
  const { element } = box;
  const document = element.ownerDocument;
  const figure = document.createElement('figure');
  const caption = document.createElement('figcaption');
  for (const line of linesOf(box)) {
    if (caption.firstChild !== null) caption.append(' ');
    caption.append(...line.element.childNodes);
    line.element.remove();
  }
  figure.append(...element.childNodes);
  if (caption.firstChild !== null) figure.append(caption);
  element.replaceWith(figure);
}

/** The innermost boxes with text and without an image. */
function linesOf(box: Box): Box[] {
  return box.children.flatMap((child) => {
    if (child.letters === 0) return [];
    return child.images === 0 ? [child] : linesOf(child);
  });
}

/** A figure has one caption; a credit beside it is removed. */
function tidyFigure(box: Box): boolean {
  const hasCaption = box.children.some(({ element }) => element.localName === 'figcaption');
  for (const line of hasCaption && box.kept === 0 ? linesOf(box) : []) {
    const isCaption = line.element.closest('figcaption') !== null;
    if (!isCaption && line.letters <= MAX_CREDIT) line.element.remove();
  }
  if (box.text !== '') tidyOwnText(box, hasCaption);
  return false;
}

/** Makes a caption of the text of a figure that is in no block, unless it is a credit beside one. */
function tidyOwnText(box: Box, hasCaption: boolean): void {
  const { element } = box;
  const blocks = new Set<Node>(box.children.map((child) => child.element));
  const caption = element.ownerDocument.createElement('figcaption');
  const collect = (node: Node): void => {
    for (const child of [...node.childNodes]) {
      if (blocks.has(child) || isPlayer(child)) continue;
      if (child.nodeType !== TEXT_NODE) collect(child);
      else if ((child.nodeValue ?? '').trim() !== '') caption.append(child);
    }
  };
  collect(element);
  if (!hasCaption || box.text.length > MAX_CREDIT) element.append(caption);
}

const isPlayer = (node: Node): boolean =>
  (node as Element).localName === 'a' && (node as Element).hasAttribute('data-embed');

const TEXT_NODE = 3;
