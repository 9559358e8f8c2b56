/** A run of text without a line break, and the innermost block that holds it. */
export interface TextBlock {
  readonly text: string;
  readonly element: Element;
}

const INLINE = new Set(
  'a abbr b bdi bdo cite code data dfn em font i ins kbd mark q rb rp rt ruby s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
);

const ELEMENT_NODE = 1;
const TEXT_NODE = 3;

/**
 * Returns the text of an article in blocks, in reading order. Elements that match `skipped` are left
 * out.
 */
export function textBlocks(root: Element, skipped = 'script,style'): TextBlock[] {
  const blocks: TextBlock[] = [];
  let text = '';
  let holder = root;
  const end = () => {
    if (/\S/.test(text)) blocks.push({ text: text.trim(), element: holder });
    text = '';
  };
  const visit = (node: Node, block: Element): void => {
    if (node.nodeType === TEXT_NODE) {
      holder = block;
      text += node.nodeValue ?? '';
    }
    if (node.nodeType !== ELEMENT_NODE) return;
    const element = node as Element;
    if (element.matches(skipped)) return;
    const isInline = INLINE.has(element.localName);
    if (!isInline) end();
    for (const child of element.childNodes) visit(child, isInline ? block : element);
    if (!isInline) end();
  };
  visit(root, root);
  end();
  return blocks;
}

/** Returns the text with a line for each block. */
export const textOfBlocks = (blocks: readonly TextBlock[]): string =>
  blocks.map(({ text }) => text).join('\n');
