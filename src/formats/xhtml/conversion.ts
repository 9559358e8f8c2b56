import {
  type ArticleElement,
  type ArticleNode,
  type ArticleRoot,
  isElement,
} from '../article/parse-article';
import type { XmlNode } from './xml';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Inline elements. */
export const PHRASING = words(
  'a abbr b bdi bdo cite code data dfn del em i ins kbd mark q s samp small span strong sub sup time u var',
);

/** Block elements that contain other blocks. */
export const FLOW_PARENTS = words('article blockquote div section');

/**
 * Replaces an element that is not valid where it is. Sanitised articles have no `article`, so the
 * positions of its siblings stay the same.
 */
export const STAND_IN = 'article';

/** Block elements that contain inline content. */
export const LINE_NAMES = words('h1 h2 h3 h4 h5 h6 p pre');

/** All elements that are not valid in inline content. */
const BLOCK_NAMES_IN_XHTML = words(
  'article blockquote caption col colgroup dd details div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li ol p pre section summary table tbody td tfoot th thead tr ul',
);

export const isBlock = (tag: string): boolean => BLOCK_NAMES_IN_XHTML.has(tag);

/** Returns the elements of an article that contain a block at any depth. */
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

/** The context of a node: inline content or not, in a link or not. Links cannot be nested. */
export interface Place {
  readonly isLine: boolean;
  readonly isInLink: boolean;
}

export const BY_ITSELF: Place = { isLine: false, isInLink: false };

export interface ConvertOptions {
  /**
   * Returns the address for the image with that `src`. If it is null, the image is replaced by a
   * link to it, or by its description.
   */
  readonly imageAddress: (src: string) => string | null;
  /** Prefix of each id, so that one document can contain several articles. */
  readonly idPrefix: string;
  /**
   * Address of the image that replaces images without an address. The element keeps its position
   * and no text is added. Without this option a link replaces the image.
   */
  readonly missingImage?: string;
  /** True if notes are marked for e-readers (`epub:type`). */
  readonly isBook: boolean;
}

/** An image of an article that is not shown. */
export interface MissingImage {
  readonly src: string;
  readonly alt: string;
}

/** The state of one conversion. */
export interface Conversion extends ConvertOptions {
  readonly blockParents: ReadonlySet<ArticleElement>;
  /** Notes of highlights, in order. */
  readonly notes: string[];
  /** Images that `missingImage` replaces, in order. */
  readonly missing: MissingImage[];
  readonly convert: (nodes: readonly ArticleNode[], place: Place) => XmlNode[];
}
