import { type Box, measureBoxes, walkBoxes } from '../clean/boxes';
import { firstClassOf } from '../elements';
import { wordSet } from '../word-list';

const SKIPPED_ELEMENTS = wordSet(
  'script style noscript template nav aside dialog button select textarea input fieldset datalist',
  'iframe object embed svg canvas progress meter',
);
const FRAME_ROLE = /^(?:navigation|banner|contentinfo|complementary|search|dialog|alert)$/;

/** Measures what a person reads on a page, without its navigation, controls and hidden elements. */
export function surveyPage(document: Document, pageUrl: string): Box | null {
  const { body } = document;
  return body === null ? null : measureBoxes(body, pageUrl, { isLeftOut });
}

function isLeftOut(element: Element): boolean {
  const { localName } = element;
  if (SKIPPED_ELEMENTS.has(localName)) return true;
  if (localName === 'header' || localName === 'footer') {
    return element.parentElement?.closest('article,main,section,li') == null;
  }
  if (element.hasAttribute('hidden') || element.getAttribute('aria-hidden') === 'true') return true;
  return FRAME_ROLE.test(element.getAttribute('role') ?? '');
}

/**
 * Boxes with the same key were made by the same template: their name and first class are the same. The
 * name of a custom element is that of a template, as is the type of an item without a class.
 */
export function keyOfBox({ element }: Box): string {
  const isCustom = element.localName.includes('-');
  const type = element.getAttribute('itemtype')?.replace(/^.*\//, '');
  const name = firstClassOf(element) || (isCustom ? '-' : type || element.id);
  return `${element.localName}.${name.replace(/\d/g, '')}`;
}

/** Returns the children of each box that were made by one template, if there are at least `least`. */
export function groupsIn(root: Box, least: number): readonly (readonly Box[])[] {
  const groups: Box[][] = [];
  walkBoxes(root, ({ children }) => {
    if (children.length < least) return;
    const shown = children.filter(({ letters, images }) => letters + images > 0);
    groups.push(...Map.groupBy(shown, keyOfBox).values());
  });
  return groups.filter(({ length }) => length >= least);
}
