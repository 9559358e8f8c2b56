import {
  type BlockPath,
  type ElementName,
  type PathStep,
  SITE_RULE_LIMITS,
} from '../../domain/site-rules/site-rule';
import { isStableName } from '../../domain/site-rules/stable-names';
import { NAMES_MARK } from '../elements';

/** A rule that finds more blocks of one page is about something else. */
const MAX_FOUND = 200;

/** Returns the outermost elements of a page where a path leads. */
export function findBlocks(root: ParentNode, { steps, text }: BlockPath): readonly Element[] {
  const selector = selectorOf(steps);
  if (selector === null) return [];
  const found: Element[] = [];
  const letters = lettersOfText(text);
  for (const element of root.querySelectorAll(selector)) {
    if (letters !== '' && lettersOfText(startOfText(element)) !== letters) continue;
    if (found.at(-1)?.contains(element)) continue;
    found.push(element);
    if (found.length > MAX_FOUND) return [];
  }
  return found;
}

/** Longer texts are not compared. The longest of a rule is much shorter, but a page may be indented. */
const MAX_COMPARED_LENGTH = 20 * SITE_RULE_LIMITS.textLength;
const startOfText = ({ textContent }: Element): string =>
  (textContent ?? '').slice(0, MAX_COMPARED_LENGTH);

/** The white space between blocks depends on the source of the page. */
const lettersOfText = (text: string): string => text.replace(/\s+/g, '');

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
