import { type DefaultTreeAdapterTypes, html as html5, parseFragment } from 'parse5';
import { createTextIndex, type TextIndex } from '../../src/anchoring';
import { ArticleComment, ArticleElement, type ArticleNode, ArticleText } from './article-nodes';
import { writeChildren } from './write-html';

/** An article whose text can be found and marked. */
export interface ArticleTree {
  readonly index: TextIndex;
  /** The article as it is now. */
  toHtml(): string;
}

type ParsedNode = DefaultTreeAdapterTypes.ChildNode;

/** What an article stands in, as selectors count it (protocol.md section 9.1). */
const BODY: DefaultTreeAdapterTypes.Element = {
  nodeName: 'body',
  tagName: 'body',
  attrs: [],
  namespaceURI: html5.NS.HTML,
  childNodes: [],
  parentNode: null,
};

/** Reads an article as browsers do: by parse5, which jsdom reads by too, at a tenth of its cost. */
export function parseArticle(article: string): ArticleTree {
  const root = new ArticleElement('body');
  // Without recursion: pages nest deeper than the stack.
  const waiting: { parent: ArticleElement; nodes: readonly ParsedNode[] }[] = [
    { parent: root, nodes: parseFragment(BODY, article, {}).childNodes },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const parsed of next.nodes) {
      const node = toNode(parsed);
      if (node === null) continue;
      next.parent.appendChild(node);
      if (node instanceof ArticleElement && 'childNodes' in parsed) {
        waiting.push({ parent: node, nodes: parsed.childNodes });
      }
    }
  }
  // `ArticleElement` has all that `src/anchoring` asks of a `Node`; its tests go over both.
  const index = createTextIndex(root as unknown as Node);
  return { index, toHtml: () => writeChildren(root) };
}

function toNode(parsed: ParsedNode): ArticleNode | null {
  if ('tagName' in parsed) {
    const attributes = parsed.attrs.map(({ prefix, name, value }): [string, string] => [
      prefix ? `${prefix}:${name}` : name,
      value,
    ]);
    return new ArticleElement(parsed.tagName, new Map(attributes));
  }
  if ('value' in parsed) return new ArticleText(parsed.value);
  return 'data' in parsed ? new ArticleComment(parsed.data) : null;
}
