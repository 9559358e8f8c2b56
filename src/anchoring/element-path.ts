import { isElement } from './text-index';

/** The element that highlights are wrapped in (protocol.md section 9.3). */
export const ANNOTATION_TAG = 'rd-annotation';

const STEP = /^([a-z][\w.-]*|\*)(?:\[(\d{1,9})\])?$/i;

const tagOf = (element: Element) => element.localName.toLowerCase();

/**
 * XPath from `root` to `element`, as the service has it (protocol.md section 9.1): for each step
 * the tag in lower case and its number among siblings of the same tag. Empty for the root.
 */
export function elementPath(root: Node, element: Element): string {
  const steps: string[] = [];
  let current: Element | null = element;
  while (current !== null && current !== root) {
    const tag = tagOf(current);
    let number = 1;
    let before = current.previousElementSibling;
    while (before !== null) {
      if (tagOf(before) === tag) number += 1;
      before = before.previousElementSibling;
    }
    steps.unshift(`${tag}[${number}]`);
    current = current.parentElement;
  }
  return steps.join('/');
}

/**
 * The first element below `root` that `path` names, null when there is none. Of XPath it takes what
 * the service's clients write: steps of tag or `*`, with a number or without.
 */
export function findElement(root: Node, path: string): Element | null {
  const steps: Step[] = [];
  for (const text of path.replace(/^\.?\//, '').split('/')) {
    const match = STEP.exec(text);
    if (match === null) return null;
    const [, tag = '*', number] = match;
    steps.push({ tag: tag.toLowerCase(), number: number === undefined ? null : Number(number) });
  }
  return findByStep(root, steps, 0);
}

interface Step {
  readonly tag: string;
  /** From 1; null when any will do. */
  readonly number: number | null;
}

function findByStep(parent: Node, steps: readonly Step[], at: number): Element | null {
  const step = steps[at];
  if (step === undefined) return isElement(parent) ? parent : null;
  let number = 0;
  for (let child = parent.firstChild; child !== null; child = child.nextSibling) {
    if (!isElement(child) || (step.tag !== '*' && tagOf(child) !== step.tag)) continue;
    number += 1;
    if (step.number !== null && step.number !== number) continue;
    const found = findByStep(child, steps, at + 1);
    if (found !== null || step.number !== null) return found;
  }
  return null;
}
