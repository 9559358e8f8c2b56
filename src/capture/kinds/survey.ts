import { type Box, measureBoxes } from '../clean/boxes';

const NEVER: ReadonlySet<string> = new Set(
  [
    'script style noscript template nav aside dialog button select textarea input fieldset datalist',
    'iframe object embed svg canvas progress meter',
  ]
    .join(' ')
    .split(' '),
);
const FRAME_ROLE = /^(?:navigation|banner|contentinfo|complementary|search|dialog|alert)$/;

/** Measures what a person reads on a page, without its navigation, controls and hidden elements. */
export function surveyPage(document: Document, pageUrl: string): Box | null {
  const { body } = document;
  return body === null ? null : measureBoxes(body, pageUrl, isLeftOut);
}

function isLeftOut(element: Element): boolean {
  const { localName } = element;
  if (NEVER.has(localName)) return true;
  if (localName === 'header' || localName === 'footer') {
    return element.parentElement?.closest('article,main,section,li') == null;
  }
  if (element.hasAttribute('hidden') || element.getAttribute('aria-hidden') === 'true') return true;
  return FRAME_ROLE.test(element.getAttribute('role') ?? '');
}

/** Boxes with the same key were made by the same template: their name and first class are the same. */
export function keyOf({ element }: Box): string {
  const [first = ''] = (element.getAttribute('class') ?? '').trim().split(/\s+/, 1);
  const name = first === '' ? element.id : first;
  return `${element.localName}.${name.replace(/\d/g, '')}`;
}

/** Returns the children of each box that were made by one template, if there are at least `least`. */
export function groupsIn(root: Box, least: number): readonly (readonly Box[])[] {
  const groups: Box[][] = [];
  const visit = (box: Box): void => {
    if (box.children.length >= least) groups.push(...siblingGroups(box, least));
    for (const child of box.children) visit(child);
  };
  visit(root);
  return groups;
}

function siblingGroups({ children }: Box, least: number): Box[][] {
  const byKey = new Map<string, Box[]>();
  for (const child of children) {
    if (child.letters === 0 && child.images === 0) continue;
    const key = keyOf(child);
    const group = byKey.get(key);
    if (group === undefined) byKey.set(key, [child]);
    else group.push(child);
  }
  return [...byKey.values()].filter(({ length }) => length >= least);
}

/** Visits a box and all boxes in it in reading order, except those below one that returns false. */
export function walkBoxes(box: Box, visit: (box: Box) => boolean): void {
  if (!visit(box)) return;
  for (const child of box.children) walkBoxes(child, visit);
}

export const sumOf = (boxes: readonly Box[], of: (box: Box) => number): number =>
  boxes.reduce((total, box) => total + of(box), 0);
