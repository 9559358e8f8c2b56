import { type Box, measureBoxes, repeatedTexts, siblingsOf, walkBoxes } from './boxes';
import { tidyCaptions } from './captions';
import { removeEnding } from './ending';
import { findBody, isOfFrame } from './frame';
import { isAdvertisementMark, isNamedBox, isNavigation, isShareBar } from './named-boxes';
import { leadsElsewhere } from './related-links';
import { isPullQuote, repeatsDetails, repeatsTitle } from './repeated-metadata';
import {
  type CleaningContext,
  type CleaningRule,
  isHeading,
  isStructure,
  type PageFacts,
} from './stage';
import { tidyArticle } from './tidy';

/** The rules, in the order in which they look at a box. */
const CLEANING_RULES: readonly CleaningRule[] = [
  isShareBar,
  isNamedBox,
  isAdvertisementMark,
  isNavigation,
  tidyCaptions,
  repeatsTitle,
  isPullQuote,
  repeatsDetails,
  leadsElsewhere,
  isOfFrame,
];

/**
 * Removes the texts from an article that are not part of it, and makes captions of the texts of its
 * images. `article` is the box around its blocks. Returns the article as it was measured before.
 */
export function cleanArticle(article: Element, page: PageFacts): Box {
  tidyArticle(article);
  const root = measureBoxes(article, page.url, { canonicalUrl: page.canonicalUrl });
  if (root.prose === 0) {
    removeNavigation(root);
    return root;
  }
  const context: CleaningContext = {
    page,
    root,
    body: findBody(root),
    repeated: repeatedTexts(root),
    captions: new Set(),
  };
  const removed = new Set<Box>();
  for (const box of root.children) clean(box, context, removed);
  for (const box of [...removed]) removeLabel(box, removed);
  removeEnding(context, removed);
  for (const { element } of removed) {
    const { parentElement } = element;
    element.remove();
    removeEmpty(parentElement, article);
  }
  return root;
}

const NAVIGATION = 'nav,footer,[role="navigation"],[role="contentinfo"]';

/** Removes only elements for navigation, because without prose nothing tells where the text is. */
function removeNavigation(root: Box): void {
  walkBoxes(root, (box) => {
    const isKept = box === root || !box.element.matches(NAVIGATION);
    if (!isKept) box.element.remove();
    return isKept;
  });
}

function clean(box: Box, context: CleaningContext, removed: Set<Box>): void {
  if (box.letters === 0 && box.images === 0) return;
  const isFigure = box.element.localName === 'figure';
  const rules = isFigure ? [tidyCaptions] : CLEANING_RULES;
  if (!isStructure(box) && box.kept === 0 && rules.some((removes) => removes(box, context))) {
    removed.add(box);
    return;
  }
  // It may have become a figure.
  if (isFigure || box.element.parentNode === null) return;
  for (const child of box.children) clean(child, context, removed);
}

/** In letters. */
const MAX_SECTION_LABEL_LETTERS = 60;
const SENTENCE = /[.!?。！？]$/;

/** Removes the label of what was removed: a heading or a short line before it. */
function removeLabel(box: Box, removed: Set<Box>): void {
  const { before, after } = siblingsOf(box);
  const isShown = ({ letters, images }: Box) => letters + images > 0;
  const label = before.find(isShown);
  if (label === undefined || removed.has(label) || label.images > 0 || label.prose > 0) return;
  const next = after.find((sibling) => isShown(sibling) && !removed.has(sibling));
  const isLast = next === undefined || isHeading(next);
  const isList = box.element.matches('ul,ol');
  const isLabel = isHeading(label)
    ? isLast || isList
    : isList &&
      label.letters <= MAX_SECTION_LABEL_LETTERS &&
      !SENTENCE.test(label.text) &&
      label.children.length === 0;
  if (isLabel) removed.add(label);
}

/** Removes the boxes around something that was removed if they are empty now. */
function removeEmpty(element: Element | null, article: Element): void {
  let empty = element;
  while (empty !== null && empty !== article && isEmptyElement(empty)) {
    const { parentElement }: Element = empty;
    empty.remove();
    empty = parentElement;
  }
}

const isEmptyElement = (element: Element): boolean =>
  element.firstElementChild === null &&
  (element.textContent ?? '').trim() === '' &&
  !/^t[dhr]$/.test(element.localName);
