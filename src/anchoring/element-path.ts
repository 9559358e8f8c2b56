import {
  firstChildOf,
  isElement,
  nextSiblingOf,
  parentOf,
  previousSiblingOf,
  tagOf,
} from './node-links';

/** The element that wraps highlighted text (protocol.md section 9.3). */
export const ANNOTATION_TAG = 'rd-annotation';

const PATH_STEP = /^([a-z][\w.-]*|\*)(?:\[(\d{1,9})\])?$/i;

/**
 * Returns the XPath from `root` to `element` in the form of the service (protocol.md section 9.1):
 * each step is the lower-case tag and its number among siblings with the same tag. Empty for the
 * root.
 */
export function elementPath(root: Node, element: Element): string {
  const steps: string[] = [];
  let current: Node | null = element;
  while (current !== null && current !== root && isElement(current)) {
    const tag = tagOf(current);
    let number = 1;
    let before = previousSiblingOf(current);
    while (before !== null) {
      if (isElement(before) && tagOf(before) === tag) number += 1;
      before = previousSiblingOf(before);
    }
    steps.unshift(`${tag}[${number}]`);
    current = parentOf(current);
  }
  return steps.join('/');
}

/**
 * Returns the first element below `root` that `path` selects, or null. It supports the subset of
 * XPath that clients of the service write: steps of a tag or `*`, with or without a number.
 */
export function findElement(root: Node, path: string): Element | null {
  const steps: Step[] = [];
  for (const text of path.replace(/^\.?\//, '').split('/')) {
    const match = PATH_STEP.exec(text);
    if (match === null) return null;
    const [, tag = '*', number] = match;
    steps.push({ tag: tag.toLowerCase(), number: number === undefined ? null : Number(number) });
  }
  return findByStep(root, steps, 0);
}

interface Step {
  readonly tag: string;
  /** Counted from 1; null matches any number. */
  readonly number: number | null;
}

function findByStep(parent: Node, steps: readonly Step[], at: number): Element | null {
  const step = steps[at];
  if (step === undefined) return isElement(parent) ? parent : null;
  let number = 0;
  for (let child = firstChildOf(parent); child !== null; child = nextSiblingOf(child)) {
    if (!isElement(child) || (step.tag !== '*' && tagOf(child) !== step.tag)) continue;
    number += 1;
    if (step.number !== null && step.number !== number) continue;
    const found = findByStep(child, steps, at + 1);
    if (found !== null || step.number !== null) return found;
  }
  return null;
}
