import {
  type ArticleElement,
  type ArticleNode,
  type ArticleRoot,
  isElement,
} from '../article/parse-article';
import type { XmlNode } from './xml';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Elements that stand in a line of text. */
export const PHRASING = words(
  'a abbr b bdi bdo cite code data dfn del em i ins kbd mark q s samp small span strong sub sup time u var',
);

/** Elements that stand by themselves, and hold others that do. */
export const FLOW_PARENTS = words('article blockquote div section');

/**
 * Stands for an element that can't be where it is. Sanitised articles have none of this name, so no
 * sibling is counted anew because of it.
 */
export const STAND_IN = 'article';

/** Elements that stand by themselves, and hold a line of text. */
export const LINES = words('h1 h2 h3 h4 h5 h6 p pre');

/** Everything that can't stand in a line of text. */
const BLOCKS = words(
  'article blockquote caption col colgroup dd details div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li ol p pre section summary table tbody td tfoot th thead tr ul',
);

export const isBlock = (tag: string): boolean => BLOCKS.has(tag);

/** The elements of an article that have a block in them, however deep. */
export function findBlockParents(root: ArticleRoot): ReadonlySet<ArticleElement> {
  const parents = new Set<ArticleElement>();
  const collect = (element: ArticleElement): boolean => {
    let hasBlock = false;
    for (const child of element.childNodes) {
      if (isElement(child)) hasBlock = collect(child) || hasBlock;
    }
    if (hasBlock) parents.add(element);
    return hasBlock || isBlock(element.tagName);
  };
  for (const child of root.childNodes) if (isElement(child)) collect(child);
  return parents;
}

/** Where something stands: by itself, or in a line of text; in a link there can't be another. */
export interface Place {
  readonly isLine: boolean;
  readonly isInLink: boolean;
}

export const BY_ITSELF: Place = { isLine: false, isInLink: false };

export interface ConvertOptions {
  /** What stands for the image of that `src`; null leaves its description, and a link to one of the web. */
  readonly imageAddress: (src: string) => string | null;
  /** Before each id, so that several articles can stand in one document. */
  readonly idPrefix: string;
  /**
   * Address of the picture that stands for each image without an address of its own: the element
   * keeps its place and no text is added. Without it a link stands there.
   */
  readonly missingImage?: string;
  /** Whether notes are marked for readers of books (`epub:type`). */
  readonly isBook: boolean;
}

/** An image of an article that is not shown. */
export interface MissingImage {
  readonly src: string;
  readonly alt: string;
}

/** What one article's conversion knows, and what it gathers. */
export interface Conversion extends ConvertOptions {
  readonly blockParents: ReadonlySet<ArticleElement>;
  /** Notes of highlights, in their order. */
  readonly notes: string[];
  /** Images that `missingImage` stands for, in their order. */
  readonly missing: MissingImage[];
  readonly convert: (nodes: readonly ArticleNode[], place: Place) => XmlNode[];
}
