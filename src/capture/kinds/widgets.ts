import {
  type Box,
  linkDensity,
  measureBoxes,
  pageLinks,
  siblingsOf,
  walkBoxes,
} from '../clean/boxes';
import { isHeading } from '../clean/stage';
import { groupsIn } from './survey';

/** The parts that shops and collections of recipes put around a description, by the vocabulary of schema.org. */
const MARKED_WIDGETS =
  '[itemprop~="review"],[itemprop~="aggregateRating"],[itemtype$="/Review"],[itemtype$="/AggregateRating"],[itemprop~="isRelatedTo"],[itemprop~="isSimilarTo"]';
const WIDGET_CONTROLS =
  'form select,form label,fieldset,legend,button,select,textarea,dialog,nav,[hidden]';
const NAMED_WIDGETS =
  / (?:reviews?|ratings?|stars|votes?|testimonials?|recommendations?|recommended|related|upsells?|cross sells?|also|similar|newsletter|breadcrumbs?|share|sharing|social|wishlist|cart|add to cart|product meta|quantity|tax|counter|buy box|call to action|jump|print|comments?) /;
/** A share of the prose. A box with more is no widget. */
const MAX_WIDGET_SHARE = 0.4;
/** In letters: the name of a thing and its price. */
const MAX_PRODUCT_CARD_LETTERS = 200;
const MIN_PRODUCT_CARDS = 2;

/** Removes what the page itself marks as a review, a rating or a similar thing. */
export function removeMarked(root: ParentNode): void {
  for (const element of root.querySelectorAll(MARKED_WIDGETS)) element.remove();
}

/**
 * Removes reviews, ratings, recommendations and controls from the description of a thing, and the
 * headings above them. `article` is the box around it.
 */
export function removeWidgets(article: Element, pageUrl: string): void {
  for (const element of article.querySelectorAll(WIDGET_CONTROLS)) element.remove();
  const root = measureBoxes(article, pageUrl);
  const removed = new Set<Box>();
  walkBoxes(root, (box) => {
    if (box === root || !isWidget(box, root)) return true;
    removed.add(box);
    return false;
  });
  for (const cards of groupsIn(root, MIN_PRODUCT_CARDS)) {
    if (cards.every(isCard)) for (const card of cards) removed.add(card);
  }
  for (const box of removed) removeHeading(box, removed);
  for (const { element } of removed) element.remove();
  removeMarked(article);
}

function isWidget(box: Box, root: Box): boolean {
  if (box.element.matches(MARKED_WIDGETS)) return true;
  if (box.kept > 0 || (root.prose > 0 && box.prose > root.prose * MAX_WIDGET_SHARE)) return false;
  return NAMED_WIDGETS.test(box.names) && box.element.querySelector('h1') === null;
}

/** A thing in a list of others: its picture or price with a link to its page. */
function isCard(box: Box): boolean {
  if (box.letters === 0 || box.letters > MAX_PRODUCT_CARD_LETTERS || box.prose > 0) return false;
  const { own, other } = box.links;
  return own + other > 0 && pageLinks(box) <= 4 && linkDensity(box) >= 0.4 && box.links.note === 0;
}

/** Adds the heading of a box to the boxes that are removed, if nothing else follows the heading. */
export function removeHeading(box: Box, removed: Set<Box>): void {
  const { before, after } = siblingsOf(box);
  const heading = before.find((sibling) => !removed.has(sibling) && sibling.letters > 0);
  const next = after.find(
    (sibling) => !removed.has(sibling) && sibling.letters + sibling.images > 0,
  );
  const isOver = next === undefined || isHeading(next);
  if (heading === undefined) {
    // Nothing is left in the box around it, so the heading before that goes as well.
    const { parent } = box;
    if (parent?.parent && parent.text === '' && isOver && !removed.has(parent)) {
      removed.add(parent);
      removeHeading(parent, removed);
    }
    return;
  }
  if (isOver && isHeading(heading)) {
    removed.add(heading);
    removeHeading(heading, removed);
  }
}
