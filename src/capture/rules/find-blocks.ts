import {
  type BlockPath,
  type ElementName,
  isStableName,
  normalText,
  type PathStep,
} from '../../domain';
import { NAMES_MARK } from '../elements';

/** A rule that finds more blocks of one page is about something else. */
const MAX_FOUND = 200;

/** Returns the outermost elements of a page where a path leads. */
export function findBlocks(root: ParentNode, { steps, text }: BlockPath): readonly Element[] {
  const selector = selectorOf(steps);
  if (selector === null) return [];
  const found: Element[] = [];
  for (const element of root.querySelectorAll(selector)) {
    if (text !== '' && !hasText(element, text)) continue;
    if (found.at(-1)?.contains(element)) continue;
    found.push(element);
    if (found.length > MAX_FOUND) return [];
  }
  return found;
}

/** Longer texts are not compared. */
const hasText = (element: Element, text: string): boolean =>
  normalText(element.textContent?.slice(0, 10 * text.length) ?? '') === text;

/**
 * Returns null for steps that are not those of a rule, which may come from a file. Names have letters,
 * `-` and `_` only, so none has to be escaped.
 */
function selectorOf(steps: readonly PathStep[]): string | null {
  const parts = steps.map(({ tag, names }) => {
    const isSafe =
      /^(?:[a-z][a-z\d]*)?$/.test(tag) && names.every(({ value }) => isStableName(value));
    return isSafe ? tag + names.map(testOfName).join('') : '';
  });
  return parts.length === 0 || parts.includes('') ? null : parts.join(' ');
}

const testOfName = ({ in: attribute, value }: ElementName): string =>
  attribute === 'class'
    ? `:is([class~="${value}"],[${NAMES_MARK}~="${value}"])`
    : `[${attribute}="${value}"]`;
