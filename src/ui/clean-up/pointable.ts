/** Elements that a person takes for one thing. */
const UNIT = 'p,h1,h2,h3,h4,h5,h6,ul,ol,dl,table,figure,blockquote,pre,details,hr,img,math';
const SHOWN_SELECTOR = 'img,hr,math,svg,table';

/** Returns the outermost blocks below an element at which a person can point, in their order. */
export function unitsOf(root: Element): readonly HTMLElement[] {
  return [...root.children].flatMap((child) => {
    if (!(child instanceof HTMLElement) || !isShownElement(child)) return [];
    return isUnit(child) ? [child] : unitsOf(child);
  });
}

const isUnit = (element: Element): boolean =>
  element.matches(UNIT) || element.querySelector(UNIT) === null;

/** Returns the block of `unitsOf` that a node is in, or null. */
export function unitAround(root: Element, node: Node): HTMLElement | null {
  let unit: HTMLElement | null = null;
  for (let at: Node | null = node; at !== null && at !== root; at = at.parentNode) {
    if (at instanceof HTMLElement && isUnit(at)) unit = at;
  }
  return unit !== null && isShownElement(unit) ? unit : null;
}

const isShownElement = (element: Element): boolean =>
  (element.textContent ?? '').trim() !== '' ||
  element.matches(SHOWN_SELECTOR) ||
  element.querySelector(SHOWN_SELECTOR) !== null;

/** Returns the next larger block around an element; null: that is the whole article. */
export function largerBlock(root: Element, element: HTMLElement): HTMLElement | null {
  const size = lengthOfElement(element);
  for (let up = element.parentElement; up !== null && up !== root; up = up.parentElement) {
    if (lengthOfElement(up) > size || unitsOf(up).length > 1) return up;
  }
  return null;
}

/** Returns the first block inside of an element, or null. */
export const smallerBlock = (element: HTMLElement): HTMLElement | null =>
  unitsOf(element).find((unit) => !unit.matches('img,hr')) ?? null;

const lengthOfElement = (element: Element): number => (element.textContent ?? '').trim().length;

/** Returns the block after or before an element in the order of the text. */
export function blockBeside(
  root: Element,
  from: HTMLElement | null,
  step: 1 | -1,
): HTMLElement | null {
  const units = unitsOf(root);
  if (from === null) return units[0] ?? null;
  const side = step > 0 ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING;
  const isBeside = (unit: HTMLElement) =>
    (from.compareDocumentPosition(unit) & side) !== 0 &&
    !from.contains(unit) &&
    !unit.contains(from);
  return (step > 0 ? units.find(isBeside) : units.findLast(isBeside)) ?? null;
}

/**
 * Returns the place of an element below `root` as the numbers of its ancestors among their siblings.
 * It leads to the same element in another copy of the article, in which each image is one element, too.
 */
export function placeIn(root: Element, element: Element): readonly number[] {
  const place: number[] = [];
  for (let at = element; at !== root && at.parentElement !== null; at = at.parentElement) {
    place.unshift([...at.parentElement.children].indexOf(at));
  }
  return place;
}

/** Returns the element at a place; null: the article has changed. */
export function elementAt(root: ParentNode, place: readonly number[]): Element | null {
  let at: ParentNode | null = root;
  for (const number of place) at = at?.children[number] ?? null;
  return at instanceof Element ? at : null;
}
