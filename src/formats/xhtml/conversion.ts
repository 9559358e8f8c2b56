import type { ArticleElement, ArticleNode } from '../article/parse-article';
import type { XmlNode } from './xml';

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
