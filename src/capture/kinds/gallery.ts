import { unicodeExpression } from '../../domain/unicode-expression';
import { type Box, isWithin, pageLinks, walkBoxes } from '../clean/boxes';
import { hasAnyName } from '../clean/named-boxes';
import { NAMES_OF_FRAMES } from '../clean/names';
import { isHeadingElement, isSmallerThan, MARKED_UP } from '../elements';
import { lineOf } from '../normal-text';
import { sumOf } from '../sum';
import { groupsIn } from './survey';

const MIN_PICTURES = 4;
const MIN_DECLARED = 3;
/** In letters, of one caption. */
const MAX_GALLERY_CAPTION_LETTERS = 500;
/** In letters, of prose outside of the captions. */
const MAX_PROSE_OUTSIDE_CAPTIONS = 700;
/** In letters, of text that is in no link, in no caption and not before the first picture. */
const MAX_LOST_LETTERS = 200;
/** A share of all pictures of the page. */
const MIN_SHARE_OF_PICTURES = 0.6;
/** In px. Smaller images are previews of something else. */
const MIN_GALLERY_IMAGE_SIDE = 150;
const IMAGE_FILE_OF_PICTURE = /\.(?:jpe?g|png|gif|webp|avif|tiff?)(?:$|[?#])/i;
const MAX_COUNTER = 70;

/** The pictures of a gallery, and what is written before, between and after them. */
export interface Gallery {
  readonly lead: readonly Box[];
  readonly pictures: readonly Box[];
  readonly others: readonly Box[];
}

/**
 * Finds a page of pictures with captions: boxes of one template with an image each, which lead to no
 * other page, and little text besides.
 */
export function findGallery(root: Box, isDeclared: boolean): Gallery | null {
  let pictures: readonly Box[] = [];
  for (const group of groupsIn(root, isDeclared ? MIN_DECLARED : MIN_PICTURES)) {
    if (group.length > pictures.length && group.every(isPicture)) pictures = group;
  }
  const [first] = pictures;
  if (
    first === undefined ||
    sumOf(pictures, ({ images }) => images) < root.images * MIN_SHARE_OF_PICTURES
  )
    return null;
  const lead = leadOf(root, first);
  const text = root.prose - sumOf(pictures, ({ prose }) => prose);
  const lost = ownLetters(root) - sumOf([...pictures, ...lead], ownLetters);
  if (text > MAX_PROSE_OUTSIDE_CAPTIONS || lost > MAX_LOST_LETTERS) return null;
  return { lead, pictures, others: othersOf(root, first, new Set(pictures)) };
}

const ownLetters = ({ letters, linkLetters }: Box): number => letters - linkLetters;

function isPicture(box: Box): boolean {
  if (box.images !== 1 || box.letters > MAX_GALLERY_CAPTION_LETTERS || box.kept > 0) return false;
  const image = box.element.matches('img') ? box.element : box.element.querySelector('img[src]');
  if (image === null || isSmallerThan(MIN_GALLERY_IMAGE_SIDE, image)) return false;
  return (
    pageLinks(box) === 0 ||
    [...box.element.querySelectorAll('a[href]')].every((link) =>
      IMAGE_FILE_OF_PICTURE.test(link.getAttribute('href') ?? ''),
    )
  );
}

/** The lines with sentences before the first picture. */
function leadOf(root: Box, first: Box): readonly Box[] {
  const lead: Box[] = [];
  walkBoxes(root, (box) => {
    if (box.order >= first.order) return false;
    if (box.prose === 0 || isWithin(first, box)) return true;
    if (box.children.some(({ prose }) => prose > 0)) return true;
    lead.push(box);
    return false;
  });
  return lead;
}

/**
 * The lists, tables and lines after the first picture in the part of the page that is marked as its content,
 * or around the pictures, without links and without a name for something else.
 */
function othersOf(root: Box, first: Box, pictures: ReadonlySet<Box>): readonly Box[] {
  const around = first.element.parentElement;
  // A list may be beside the article that has the pictures.
  const content = around?.closest('main') ?? around?.closest(MARKED_UP) ?? around?.parentElement;
  const others: Box[] = [];
  walkBoxes(root, (box) => {
    if (pictures.has(box) || box.lastOrder < first.order) return false;
    if (box.images > 0 || !content?.contains(box.element)) return true;
    const { names, items, prose, letters } = box;
    const isWritten = names === '' || items > 1 || prose > 0;
    const isOther = hasAnyName(names) || NAMES_OF_FRAMES.test(names);
    if (isWritten && !isOther && letters > 0 && pageLinks(box) === 0) others.push(box);
    return false;
  });
  return others;
}

/** Makes an article of a gallery. Moves its parts out of their page. */
export function galleryArticle(document: Document, { lead, pictures, others }: Gallery): Element {
  const article = document.createElement('div');
  article.append(...lead.map(({ element }) => element));
  for (const { element, images } of [...pictures, ...others].sort((a, b) => a.order - b.order))
    article.append(images > 0 ? figureOf(document, element) : element);
  // The links below it are no part of the gallery.
  while (article.lastElementChild && isHeadingElement(article.lastElementChild))
    article.lastElementChild.remove();
  return article;
}

function figureOf(document: Document, picture: Element): Element {
  const figure = document.createElement('figure');
  const image = picture.querySelector('img[src]');
  if (image === null) return figure;
  for (const line of picture.querySelectorAll('*')) if (isCounter(line)) line.remove();
  figure.append(image);
  for (const control of picture.querySelectorAll('button,script,style,noscript')) control.remove();
  if (lineOf(picture) === '') return figure;
  const caption = document.createElement('figcaption');
  caption.append(...(picture.querySelector('figcaption') ?? picture).childNodes);
  figure.append(caption);
  return figure;
}

const count = unicodeExpression('^\\D{0,12}\\d{1,3}\\s*(?:/|\\p{L}{1,6})\\s*\\d{1,3}(?!\\d)');

/** True for `1 de 5`, `3/12`, `図 2 of 9`: the number of a picture among all of them. */
const isCounter = (element: Element): boolean => {
  if (element.firstElementChild !== null) return false;
  const line = lineOf(element);
  return line.length <= MAX_COUNTER && count().test(line);
};
