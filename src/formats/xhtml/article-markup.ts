import { convertArticle } from './convert-article';
import { writeXml, type XmlNode } from './xml';

export interface MarkupOptions {
  /** What stands for the image of that `src`; null leaves its description, and a link to one of the web. */
  readonly imageAddress: (src: string) => string | null;
}

/**
 * An article as markup to be put into a page: made anew of what this room knows, so that nothing
 * else can be in it. It runs nothing and loads nothing but what `imageAddress` names.
 */
export const articleMarkup = (html: string, { imageAddress }: MarkupOptions): string =>
  writeXml(
    convertArticle(html, { imageAddress, idPrefix: 'article-', isBook: false }).content.map(
      withReach,
    ),
  );

/** What a style may let scroll by itself, where a line is too long. */
const SCROLLING: ReadonlySet<string> = new Set(['pre', 'table']);

/** What scrolls can be reached by keys, too: not every browser sees to that. */
function withReach(node: XmlNode): XmlNode {
  if (typeof node === 'string') return node;
  const { tag, attributes, children } = node;
  const reach = SCROLLING.has(tag) ? { tabindex: '0' } : {};
  return { tag, attributes: { ...attributes, ...reach }, children: children.map(withReach) };
}
