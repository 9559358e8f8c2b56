import { BLOCKS } from '../elements';

/**
 * Puts a shadow tree in the place of its host's content, as it is seen on the page: what is slotted
 * takes the place of its slot, what is in no slot is not shown.
 * `host` is the copy, with its light children; `shadow` the copy of its shadow tree.
 */
export function flattenHost(host: Element, shadow: DocumentFragment): void {
  const light = groupBySlot(host);
  for (const slot of shadow.querySelectorAll('slot')) {
    const name = slot.getAttribute('name') ?? '';
    const assigned = light.get(name);
    // Only the first slot of a name gets the nodes.
    light.delete(name);
    slot.replaceWith(...(assigned ?? slot.childNodes));
  }
  const isBlock = shadow.querySelector(BLOCKS) !== null;
  host.replaceChildren(shadow);
  if (host.localName.includes('-')) rename(host, isBlock ? 'div' : 'span');
}

function groupBySlot(host: Element): Map<string, Node[]> {
  const groups = new Map<string, Node[]>();
  for (const node of host.childNodes) {
    const isElement = node.nodeType === 1;
    if (!isElement && (node.textContent ?? '').trim() === '') continue;
    const name = isElement ? ((node as Element).getAttribute('slot') ?? '') : '';
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [node]);
    else group.push(node);
  }
  return groups;
}

/** What Readability, the repairs and the reader look at. The rest may have names no script can set. */
const KEPT_ATTRIBUTES = ['id', 'class', 'role', 'lang', 'dir', 'style', 'hidden', 'aria-hidden'];

/** Readability scores the elements it knows; a custom element says nothing to it. */
function rename(element: Element, localName: string): void {
  const renamed = element.ownerDocument.createElement(localName);
  for (const name of KEPT_ATTRIBUTES) {
    const value = element.getAttribute(name);
    if (value !== null) renamed.setAttribute(name, value);
  }
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
}
