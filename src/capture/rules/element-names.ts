import { STRUCTURE_LIMITS } from '../../domain/site-rules/page-structure';
import { type ElementName, NAME_ATTRIBUTES } from '../../domain/site-rules/site-rule';
import { isStableName } from '../../domain/site-rules/stable-names';
import { NAMES_MARK } from '../elements';
import { wordSet } from '../word-list';

/** Elements whose name says as little as that of a `div`. */
const NAMELESS_ELEMENTS = wordSet('div section article aside main header footer span center');

const PLAIN_TAG = /^[a-z][a-z\d]{0,15}$/;

/** Returns the name of an element as rules know it. Empty for boxes and elements of the site's own. */
export const ruleTagOf = ({ localName }: Element): string =>
  NAMELESS_ELEMENTS.has(localName) || !PLAIN_TAG.test(localName) ? '' : localName;

/** Returns the names of an element that are likely to be the same on other pages of the site. */
export function stableNamesOf(element: Element): readonly ElementName[] {
  const names: ElementName[] = [];
  for (const attribute of NAME_ATTRIBUTES) {
    const value = namedIn(element, attribute);
    if (value === '') continue;
    for (const name of attribute === 'class' ? value.split(/\s+/) : [value]) {
      if (names.length >= STRUCTURE_LIMITS.namesOfNode) return names;
      if (isStableName(name)) names.push({ in: attribute, value: name });
    }
  }
  return names;
}

/** A repair may have taken the class, so that Readability does not judge by it. */
const namedIn = (element: Element, attribute: string): string =>
  (
    element.getAttribute(attribute) ??
    (attribute === 'class' ? element.getAttribute(NAMES_MARK) : null) ??
    ''
  ).trim();
