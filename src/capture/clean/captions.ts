import { isHeadingElement, isSmallerThan, isText } from '../elements';
import { lineOf, SENTENCE_AT_END } from '../normal-text';
import { type Box, isWithin, linkDensity, siblingsOf, textOfBox } from './boxes';
import { isCaptionName, isPictureName } from './names';
import { type CleaningContext, type CleaningRule, isStructure } from './stage';

/** In letters. */
const MAX_CAPTION_BOX_LETTERS = 900;
const MAX_CREDIT = 120;
const MAX_LOST_CAPTION = 300;
/** The length of a line in italics after an image. A longer one may be an introduction or a quote. */
const MAX_CAPTION_LINE_LETTERS = 160;
const MAX_FIRST_LINE = 90;
/** A shorter caption may be right for several images. */
const MIN_REPEATED_CAPTION_LENGTH = 20;
const MAX_IMAGES = 2;
/** A share of the prose of the article. A paragraph beside an image has more. */
const MAX_CAPTION_SHARE = 0.1;

/**
 * Makes a figure with one caption of an image and its lines. Removes credits beside the caption of a
 * figure, captions that repeat an earlier one, and captions of images that the article does not have.
 */
export const tidyCaptions: CleaningRule = (box, context) => {
  const { localName } = box.element;
  if (localName === 'figure') {
    if (box.images === 0 && !takePicture(box.element) && isLost(box, context)) return true;
    tidyFigure(box);
    dropRepeated(box.element, context);
    return false;
  }
  if (isStructure(box) || localName === 'figcaption') return false;
  if (isPicture(box, context)) {
    dropRepeated(becomeFigure(box), context);
    return false;
  }
  const isCaption = isCaptionName(box.names);
  // The controls of a gallery may have the same caption again.
  if (box.isCaption && isSeen(textOfBox(box), context)) return true;
  if (isCaption ? hasImageAround(box, context) : !isLineInItalics(box)) return false;
  if (joinPicture(box.element, isCaption)) {
    context.captions.add(textOfBox(box));
    return false;
  }
  return isCaption && (box.letters <= MAX_LOST_CAPTION || context.repeated.has(textOfBox(box)));
};

const CAPTION_LINE = /^(?:p|div|center)$/;

/** A line in italics or in the middle; after an image it is its caption. */
function isLineInItalics(box: Box): boolean {
  const { element, letters } = box;
  if (letters === 0 || letters > (box.start === 0 ? MAX_FIRST_LINE : MAX_CAPTION_LINE_LETTERS))
    return false;
  if (!CAPTION_LINE.test(element.localName) || box.images > 0 || box.children.length > 1)
    return false;
  if (element.localName === 'center') return true;
  const emphasis = element.querySelector('em,i,small');
  return emphasis !== null && lineOf(emphasis).length === lineOf(element).length;
}

/** Moves an image and the line after it, or also before it, into a figure. */
function joinPicture(line: Element, isCaption: boolean): boolean {
  const picture = pictureBeside(line, false) ?? (isCaption ? pictureBeside(line, true) : null);
  if (picture === null) return false;
  let figure = picture;
  if (picture.localName !== 'figure') {
    figure = line.ownerDocument.createElement('figure');
    picture.replaceWith(figure);
    figure.append(...(picture.localName === 'img' ? [picture] : picture.childNodes));
  }
  figure.append(captionOf(line));
  line.remove();
  return true;
}

/** Moves the content of a line into a caption. */
export function captionOf(line: Element): Element {
  const caption = line.ownerDocument.createElement('figcaption');
  caption.append(...line.childNodes);
  return caption;
}

/** Moves the image beside a figure that has only its caption into it. */
function takePicture(figure: Element): boolean {
  const picture = pictureBeside(figure, true) ?? pictureBeside(figure, false);
  if (picture === null || picture.localName === 'figure') return false;
  figure.prepend(picture);
  return true;
}

/** Removes the caption of a figure if an earlier one has the same. */
function dropRepeated(figure: Element, { captions: seen }: CleaningContext): void {
  const caption = figure.querySelector('figcaption');
  const text = caption === null ? '' : lineOf(caption);
  if (text.length < MIN_REPEATED_CAPTION_LENGTH) return;
  if (seen.has(text)) caption?.remove();
  seen.add(text);
}

const isSeen = (text: string, { captions: seen }: CleaningContext): boolean =>
  text.length >= MIN_REPEATED_CAPTION_LENGTH && [...seen].some((caption) => caption.includes(text));

/** A figure whose image is gone is removed if it is one of several or has little text. */
function isLost(box: Box, { repeated }: CleaningContext): boolean {
  if (box.prose > 0 || box.element.querySelector(NOT_IN_CAPTION) !== null) return false;
  const all = captionLinesOf(box);
  const lines = all.filter(({ element }) => element.closest('figcaption') === null);
  // A caption is about the line beside it.
  if (lines.some(({ text }) => all.length > 1 || isStatement(text))) return false;
  const { before, after } = siblingsOf(box);
  const isOneOfMany = [...before, ...after].some(
    (other) => other.element.localName === 'figure' && other.images === 0,
  );
  const maxLetters =
    box.text === '' && box.children.every(isCaption) ? MAX_LOST_CAPTION : MAX_CREDIT;
  return isOneOfMany || box.letters <= maxLetters || repeated.has(textOfBox(box));
}

const isCaption = ({ element, letters }: Box): boolean =>
  letters === 0 || element.localName === 'figcaption';

const NOT_IN_CAPTION = 'table,pre,blockquote,ul,ol,dl,details,math,[data-embed]';

function isPicture(box: Box, { root }: CleaningContext): boolean {
  if (box.images === 0 || box.images > MAX_IMAGES || box.letters === 0) return false;
  if (box === root || box.letters > MAX_CAPTION_BOX_LETTERS || linkDensity(box) > 0.5) return false;
  if (/^(?:p|a|ul|ol|table|blockquote|pre|h\d)$/.test(box.element.localName)) return false;
  if (box.element.querySelector('figure,table,pre,ul,ol,h1,h2,h3,h4,math,[data-embed]') !== null)
    return false;
  if (box.element.closest('figure,table') !== null) return false;
  if (box.prose > MAX_CAPTION_SHARE * root.prose) return false;
  if (box.children.some((child) => isCaptionName(child.names))) return true;
  if (box.element.closest('li') !== null) return false;
  return isPictureName(box.names) || isCaptionName(box.names);
}

/** How many boxes around a caption may have its image. */
const MAX_AROUND = 3;

function hasImageAround(box: Box, { body }: CleaningContext): boolean {
  let up: Box | null = box;
  for (let level = 0; level < MAX_AROUND && up !== null && !isWithin(body, up); level += 1) {
    if (up.images > 0) return true;
    up = up.parent;
  }
  return false;
}

/** Moves the lines of a box into one caption. Returns the figure. */
function becomeFigure(box: Box): Element {
  const { element } = box;
  const document = element.ownerDocument;
  const figure = document.createElement('figure');
  const caption = document.createElement('figcaption');
  for (const line of captionLinesOf(box)) {
    line.element.remove();
    // A page may have the short form of a caption beside the long one.
    if (lineOf(caption).includes(lineOf(line.element))) continue;
    if (caption.firstChild !== null) caption.append(' ');
    caption.append(...line.element.childNodes);
  }
  figure.append(...element.childNodes);
  if (caption.firstChild !== null) figure.append(caption);
  if (element.localName === 'li') element.append(figure);
  else element.replaceWith(figure);
  return figure;
}

/** The innermost boxes with text and without an image. */
function captionLinesOf(box: Box): Box[] {
  return box.children.flatMap((child) => {
    if (child.letters === 0) return [];
    return child.images === 0 && (child.text !== '' || child.kept > 0)
      ? [child]
      : captionLinesOf(child);
  });
}

/** In UTF-16 code units. A shorter line with a full stop may be names. */
const MIN_STATEMENT = 30;

/** A sentence about what a figure shows. A credit has a label or a sign. */
const isStatement = (text: string): boolean =>
  text.length >= MIN_STATEMENT && SENTENCE_AT_END.test(text) && !/[:：©|/]/.test(text);

const isCredit = ({ text }: Pick<Box, 'text'>): boolean =>
  text.length <= MAX_CREDIT && !isStatement(text);

/** A label such as `Photo by:` with a name of few words, or the sign of a copyright with its holder. */
const CAPTION_CREDIT = /^(?:\p{L}+(?: \p{L}+)?[:：]|[©ⓒ])\s*\S+(?:\s+\S+){0,3}$/u;

/** The figure of a picture has one caption; a credit beside it is removed. */
function tidyFigure(box: Box): void {
  // The lines of any other figure are its content.
  const { element } = box;
  if (!element.querySelector('img,[data-embed]') || element.querySelector('table')) return;
  const caption = box.children.find((child) => child.element.localName === 'figcaption');
  const lines = captionLinesOf(box).filter(
    (line) => line.element.closest(`figcaption,${NOT_IN_CAPTION}`) === null,
  );
  // Several are a legend.
  const [line, second] = lines;
  const isAlone = line && !second && caption && box.kept === 0;
  // The credit may be the caption, and the line beside it says what the picture shows.
  const isCaptioned =
    isAlone && CAPTION_CREDIT.test(lineOf(caption.element)) && !/[:：©ⓒ]/.test(line.text);
  if (isAlone && !isCaptioned && isCredit(line)) line.element.remove();
  if (box.text !== '') tidyOwnText(box, caption !== undefined);
}

/** Makes a caption of the text of a figure that is in no block, unless it is a credit beside one. */
function tidyOwnText(box: Box, hasCaption: boolean): void {
  const { element } = box;
  const blocks = new Set<Node>(box.children.map((child) => child.element));
  const caption = element.ownerDocument.createElement('figcaption');
  const collect = (node: Node): void => {
    for (const child of [...node.childNodes]) {
      if (blocks.has(child) || isPlayer(child)) continue;
      if (!isText(child)) collect(child);
      else if ((child.nodeValue ?? '').trim() !== '') caption.append(child);
    }
  };
  collect(element);
  if (!hasCaption || !isCredit(box)) element.append(caption);
}

const isPlayer = (node: Node): boolean =>
  (node as Element).localName === 'a' && (node as Element).hasAttribute('data-embed');

const CAPTION_BOX = /^(?:figure|p|div|a|span|center)$/;

/**
 * Returns the image that stands alone before an element, or after it if `isAfter`: the image itself, the
 * box around it, or a figure without a caption. A heading may be between a caption and the image of
 * a video. Returns null if there is none.
 */
function pictureBeside(element: Element, isAfter: boolean): Element | null {
  let beside = neighbourOf(element, isAfter);
  if (isAfter && beside !== null && isHeadingElement(beside)) {
    beside = neighbourOf(beside, isAfter);
  }
  return beside !== null && isPictureAlone(beside) ? beside : null;
}

/** Returns the next element if no text is between. */
function neighbourOf(element: Element, isAfter: boolean): Element | null {
  const node = isAfter ? element.nextSibling : element.previousSibling;
  if (node !== null && isText(node) && node.data.trim() !== '') return null;
  return isAfter ? element.nextElementSibling : element.previousElementSibling;
}

function isPictureAlone(element: Element): boolean {
  if (element.localName === 'img') return !isSmallerThan(MIN_CAPTIONED_IMAGE_SIDE, element);
  const [image, second] = element.querySelectorAll('img');
  if (image === undefined || second !== undefined || lineOf(element) !== '') return false;
  return CAPTION_BOX.test(element.localName) && !isSmallerThan(MIN_CAPTIONED_IMAGE_SIDE, image);
}

/** In px. A smaller image is an icon or a portrait, which has no caption. */
const MIN_CAPTIONED_IMAGE_SIDE = 100;
