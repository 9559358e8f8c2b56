/** What the service takes at most (`read_anchor`), in UTF-16 code units. */
const ANCHOR_MAX_LENGTH = 256;

/**
 * A CSS selector of `element` relative to `root`, made of positions only, so that it means the same
 * in every copy of the article. Where the path would be too long for the service it names the
 * deepest ancestor that fits. Empty for the root itself and for what is not inside it.
 */
export function anchorOf(root: Element, element: Element): string {
  const steps: string[] = [];
  let current = element;
  while (current !== root) {
    const parent = current.parentElement;
    if (!parent) return '';
    const position = Array.prototype.indexOf.call(parent.children, current) + 1;
    steps.unshift(`${current.localName}:nth-child(${position})`);
    current = parent;
  }
  while (steps.join('>').length > ANCHOR_MAX_LENGTH) steps.pop();
  return steps.join('>');
}

/**
 * The element of `root` that `anchor` names, or null when there is none: the article has changed,
 * or another program wrote the anchor in a way of its own.
 */
export function findAnchor(root: Element, anchor: string): Element | null {
  if (anchor === '') return null;
  for (const selector of [`:scope>${anchor}`, anchor]) {
    try {
      const found = root.querySelector(selector);
      if (found) return found;
    } catch {
      // Not a selector: anchors come from other programs, too. There is no other way to test one.
    }
  }
  return null;
}
