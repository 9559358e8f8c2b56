import { type Box, walkBoxes } from '../clean/boxes';
import { removeWidgets } from './widgets';

const PRODUCT_ITEM = '[itemtype$="/Product"],[itemtype$="/ProductGroup"],[typeof~="Product"]';
/** A share of the text of the page. */
const MIN_SHARE_OF_MARKED_TEXT = 0.25;

/**
 * Makes an article of a product: its pictures, price, description and properties, without reviews,
 * recommendations and controls. Moves its parts out of their page.
 */
export function productArticle(document: Document, root: Box, pageUrl: string): Element | null {
  const scope = scopeOf(document, root);
  if (scope === null) return null;
  const article = document.createElement('div');
  article.append(...scope.childNodes);
  removeWidgets(article, pageUrl);
  return article;
}

/** Returns the item of the page, the element marked as content, or what the page has beside its frame. */
function scopeOf(document: Document, root: Box): Element | null {
  const marked = [
    ...document.querySelectorAll(PRODUCT_ITEM),
    ...document.querySelectorAll('main,[role="main"]'),
  ];
  const letters = new Map<Element, number>();
  walkBoxes(root, ({ element, letters: length }) => {
    letters.set(element, length);
  });
  const enough = marked.find(
    (element) => (letters.get(element) ?? 0) >= root.letters * MIN_SHARE_OF_MARKED_TEXT,
  );
  if (enough !== undefined) return enough;
  // The innermost box with the headline and most of the prose.
  const headline = document.querySelector('h1');
  let scope: Box | null = null;
  walkBoxes(root, (box) => {
    const isWhole =
      box.prose >= root.prose * 0.8 && headline !== null && box.element.contains(headline);
    if (isWhole) scope = box;
    return isWhole;
  });
  return (scope as Box | null)?.element ?? null;
}
