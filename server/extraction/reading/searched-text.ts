/** Elements that stand inside words and lines: all others part the words beside them. */
const INLINE: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo cite code data del dfn em i ins kbd mark q ruby s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
);

/** The text of an article with a blank wherever a block, an image or a line ends. */
export function searchedText(root: Element): string {
  const parts: string[] = [];
  let node: Node | null = root.firstChild;
  // Without recursion: an article may nest deeper than the stack.
  while (node !== null && node !== root) {
    parts.push(isElement(node) ? gapOf(node) : (node.nodeValue ?? ''));
    if (node.firstChild !== null) {
      node = node.firstChild;
      continue;
    }
    while (node !== null && node !== root && node.nextSibling === null) {
      node = node.parentNode;
      if (node !== null && isElement(node)) parts.push(gapOf(node));
    }
    if (node === root) break;
    node = node?.nextSibling ?? null;
  }
  return parts.join('').replace(/\s+/g, ' ').trim();
}

const isElement = (node: Node): node is Element => node.nodeType === node.ELEMENT_NODE;

const gapOf = (element: Element): string => (INLINE.has(element.localName) ? '' : ' ');
