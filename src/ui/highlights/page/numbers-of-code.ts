import { firstChildOf, isElement, isText, nextSiblingOf, parentOf } from '../../../anchoring';
import { isLineNumber } from '../../../dom/line-numbers';
import { matches } from '../store/selection';

/** How many elements may be around a number. */
const MAX_AROUND = 3;

/** A form may hide the methods that are used here, and is around no number. */
const IN_CODE = ':is(pre,code,td) :not(form),td';
const CODE = 'pre,code,.code';

/**
 * True for the number of a line of code. It is no part of the code, and the article does not have it.
 * It runs for each element of a page.
 */
export function isNumberOfCode(element: Element): boolean {
  if (!isOneNumber(element) || !matches(element, IN_CODE)) return false;
  if (element.closest('pre,code') !== null) return isLineNumber(element) || isUnselectable(element);
  const last = isLineNumber(element) ? element.closest('tr')?.lastElementChild : null;
  return last != null && matches(last, `${CODE},:has(${CODE})`);
}

const isUnselectable = (element: Element): boolean =>
  getComputedStyle(element).getPropertyValue('user-select') === 'none';

function isOneNumber(element: Element): boolean {
  let node = firstChildOf(element);
  for (let around = 1; node !== null && nextSiblingOf(node) === null; around += 1) {
    if (isText(node)) return /^\s*\d+[.:|]?\s*$/.test(node.data);
    if (around === MAX_AROUND) return false;
    node = firstChildOf(node);
  }
  return false;
}

/** Returns a part of a page so that it does not begin or end within such a number. */
export function withoutNumbers(range: Range): Range {
  const first = numberAround(range.startContainer);
  const last = numberAround(range.endContainer);
  if (first === null && last === null) return range;
  const part = range.cloneRange();
  if (first !== null) part.setStartAfter(first);
  if (last !== null) part.setEndBefore(last);
  return part;
}

function numberAround(node: Node): Element | null {
  let found: Element | null = null;
  let at: Node | null = node;
  for (let around = 0; at !== null && around <= MAX_AROUND; around += 1) {
    if (isElement(at) && isNumberOfCode(at)) found = at;
    at = parentOf(at);
  }
  return found;
}
