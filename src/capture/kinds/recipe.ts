import { lineOf } from '../normal-text';
import { removeMarked, removeWidgets } from './widgets';

/** Names of the parts of a recipe in microdata, and conventions of frameworks for them. */
const INGREDIENTS = '[itemprop~="recipeIngredient"],[itemprop~="ingredients"]';
const RECIPE_STEPS = '[itemprop~="recipeInstructions"]';
const LIST_BOXES: readonly string[] = [
  '[class*="ingredients" i]',
  '[class*="instructions" i],[class*="directions" i],[class*="method-steps" i]',
];
/** In UTF-16 code units. */
const MIN_STEPS_LENGTH = 30;
const MAX_INGREDIENTS = 500;

/**
 * Makes a list of ingredients that are no list, and finds the lists of a recipe before Readability sees
 * the page, in reading order. Changes the document.
 */
export function findRecipeLists(document: Document): readonly Element[] {
  removeMarked(document);
  const items = [...document.querySelectorAll(INGREDIENTS)].slice(0, MAX_INGREDIENTS);
  const boxes: Element[] = [];
  const box = items.length > 1 ? boxAround(items) : null;
  if (box !== null) {
    const list = box.querySelector('ul,ol,table') ?? listOf(document, box, items);
    boxes.push(list.closest('section') ?? list);
  }
  for (const step of document.querySelectorAll(RECIPE_STEPS)) boxes.push(step);
  if (boxes.length === 0) {
    for (const names of LIST_BOXES) {
      const named = [...document.querySelectorAll(names)].find(
        (element) =>
          element.querySelector('li') !== null && lineOf(element).length >= MIN_STEPS_LENGTH,
      );
      if (named !== undefined) boxes.push(named);
    }
  }
  return boxes;
}

/** The innermost element around all of them. */
function boxAround(items: readonly Element[]): Element | null {
  const last = items.at(-1);
  let box: Element | null = items[0]?.parentElement ?? null;
  while (box !== null && last !== undefined && !box.contains(last)) box = box.parentElement;
  return box?.localName === 'body' ? null : box;
}

function listOf(document: Document, box: Element, items: readonly Element[]): Element {
  const list = document.createElement('ul');
  for (const item of items) {
    const entry = document.createElement('li');
    entry.append(...item.childNodes);
    list.append(entry);
  }
  box.replaceChildren(list);
  return list;
}

/**
 * Removes ratings and the like from the article of a recipe, and appends the lists that it lacks, with
 * the heading before each.
 */
export function completeRecipe(article: Element, lists: readonly Element[], pageUrl: string): void {
  removeWidgets(article, pageUrl);
  const text = lineOf(article);
  for (const box of lists) {
    const own = lineOf(box);
    if (own === '' || article.contains(box) || box.contains(article)) continue;
    if (text.includes(own.slice(0, MIN_STEPS_LENGTH))) continue;
    article.append(box);
  }
}
