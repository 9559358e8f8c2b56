import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

export type ArticleElement = DefaultTreeAdapterTypes.Element;
export type ArticleNode = DefaultTreeAdapterTypes.ChildNode;
export type ArticleRoot = DefaultTreeAdapterTypes.DocumentFragment;
type ArticleParent = DefaultTreeAdapterTypes.ParentNode;
type ArticleText = DefaultTreeAdapterTypes.TextNode;

/** Elements in elements; deeper ones lose their form and keep their text. */
const MAX_DEPTH = 100;

export const isElement = (node: ArticleNode): node is ArticleElement => 'tagName' in node;
export const isText = (node: ArticleNode): node is ArticleText => node.nodeName === '#text';

/**
 * The tree of an article, as browsers read it, without a DOM. It is never deeper than `MAX_DEPTH`:
 * what follows may be recursive.
 */
export function parseArticle(html: string): ArticleRoot {
  const root = parseFragment(html);
  let level: ArticleParent[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    const next: ArticleParent[] = [];
    for (const parent of level) {
      if (depth === MAX_DEPTH) flatten(parent);
      // One by one: a call does not take a hundred thousand of them.
      else for (const child of parent.childNodes) if (isElement(child)) next.push(child);
    }
    level = next;
  }
  return root;
}

/** The element's attribute; null when it has none of that name. */
export function attributeOf(element: ArticleElement, name: string): string | null {
  return element.attrs.find((attribute) => attribute.name === name)?.value ?? null;
}

/** All text in a node, in its order. */
export function textOf(node: ArticleNode | ArticleParent): string {
  const pieces: string[] = [];
  const waiting: (ArticleNode | ArticleParent)[] = [node];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.nodeName === '#text' && 'value' in next) pieces.push(next.value);
    else if ('childNodes' in next) {
      for (const child of next.childNodes.toReversed()) waiting.push(child);
    }
  }
  return pieces.join('');
}

function flatten(parent: ArticleParent): void {
  if (!parent.childNodes.some(isElement)) return;
  parent.childNodes = [{ nodeName: '#text', value: textOf(parent), parentNode: parent }];
}
