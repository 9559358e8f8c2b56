import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

export type ArticleElement = DefaultTreeAdapterTypes.Element;
export type ArticleNode = DefaultTreeAdapterTypes.ChildNode;
export type ArticleRoot = DefaultTreeAdapterTypes.DocumentFragment;
type ArticleParent = DefaultTreeAdapterTypes.ParentNode;
type ArticleText = DefaultTreeAdapterTypes.TextNode;

/** Maximum nesting of elements. Deeper elements are replaced by their text. */
const MAX_ARTICLE_DEPTH = 100;

export const isElement = (node: ArticleNode): node is ArticleElement => 'tagName' in node;
export const isText = (node: ArticleNode): node is ArticleText => node.nodeName === '#text';

/** Elements whose content is not text of the article. A sanitised article has none of them. */
const UNPARSED_ELEMENTS: ReadonlySet<string> = new Set([
  ...['iframe', 'noembed', 'noframes', 'noscript', 'script', 'select', 'style', 'template'],
  'textarea',
]);

/**
 * Parses an article as browsers do, without a DOM. The tree is at most `MAX_ARTICLE_DEPTH` deep, so later
 * code may be recursive.
 */
export function parseArticle(html: string): ArticleRoot {
  const root = parseFragment(html);
  let level: ArticleParent[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    const next: ArticleParent[] = [];
    for (const parent of level) {
      parent.childNodes = parent.childNodes.filter((node) => !UNPARSED_ELEMENTS.has(node.nodeName));
      if (depth === MAX_ARTICLE_DEPTH) flatten(parent);
      // One by one, because a call cannot take a hundred thousand arguments.
      else for (const child of parent.childNodes) if (isElement(child)) next.push(child);
    }
    level = next;
  }
  return root;
}

/** Returns the value of an attribute; null if the element does not have it. */
export function attributeOf(element: ArticleElement, name: string): string | null {
  return element.attrs.find((attribute) => attribute.name === name)?.value ?? null;
}

/** Returns all text in a node, in document order. */
export function textOfNode(node: ArticleNode | ArticleParent): string {
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
  parent.childNodes = [{ nodeName: '#text', value: textOfNode(parent), parentNode: parent }];
}
