import { type Box, linkDensity, measureBoxes, walkBoxes } from '../clean/boxes';
import { isHeading } from '../clean/stage';
import { sumOf } from '../sum';

/**
 * In letters. What a line costs that is no prose: a page has many of them around its article and few in
 * it.
 */
const LABEL_COST = 60;
const LINK_COST = 120;
const MAX_LINKED_LINE = 0.5;

/**
 * Finds the stretch of a page that is the densest in prose: the lines whose prose, minus a price for
 * each label and link between, is the highest (the maximum subsequence of the lines). It needs no
 * names, so it also finds a text in several boxes. Returns null when the page has no prose. Changes
 * the document.
 */
export function densestStretch(document: Document, pageUrl: string): Element | null {
  const root = measureBoxes(document.body, pageUrl);
  if (root.prose === 0) return null;
  const lines: Box[] = [];
  walkBoxes(root, (box) => {
    if (box.text !== '' || isHeading(box)) lines.push(box);
  });
  const range = maximumRange(lines.map(gainOf));
  const [first, last] = [lines[range.first], lines[range.last]];
  if (first === undefined || last === undefined) return null;
  const shared = sharedBox(first, last);
  dropOutside(shared.element, first.element, last.element);
  return shared.element;
}

/** The letters of prose in a line, or its price. */
function gainOf(line: Box): number {
  const own = line.prose - sumOf(line.children, ({ prose }) => prose);
  if (own > 0) return own;
  // A heading belongs to the text below it.
  if (isHeading(line)) return linkDensity(line) > MAX_LINKED_LINE ? -LINK_COST : 0;
  return linkDensity(line) > MAX_LINKED_LINE ? -LINK_COST : -LABEL_COST;
}

/** Returns the range with the highest sum. */
function maximumRange(values: readonly number[]): { first: number; last: number } {
  let best = { first: 0, last: -1, sum: 0 };
  let first = 0;
  let sum = 0;
  for (const [at, value] of values.entries()) {
    if (sum <= 0) {
      first = at;
      sum = 0;
    }
    sum += value;
    if (sum > best.sum) best = { first, last: at, sum };
  }
  return best;
}

/** Returns the innermost box that contains both. */
function sharedBox(first: Box, last: Box): Box {
  let shared = first;
  while (shared.parent !== null && shared.lastOrder < last.order) shared = shared.parent;
  return shared.children.length === 0 && shared.parent !== null ? shared.parent : shared;
}

/** Removes the content of a box before one of its elements and after another. */
function dropOutside(box: Element, first: Element, last: Element): void {
  for (let at: Element | null = first; at !== null && at !== box; at = at.parentElement) {
    while (at.previousSibling !== null) at.previousSibling.remove();
  }
  for (let at: Element | null = last; at !== null && at !== box; at = at.parentElement) {
    while (at.nextSibling !== null) at.nextSibling.remove();
  }
}
