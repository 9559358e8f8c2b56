import { isHeadingElement } from '../elements';
import type { Box } from './boxes';

/** The metadata that an article may repeat. */
export interface PageFacts {
  readonly url: string;
  /** The address that the page gives as its own; null when it gives none. */
  readonly canonicalUrl: string | null;
  readonly title: string;
  readonly siteName: string;
  readonly authors: readonly string[];
  /** As RFC 3339; null when it is not known. */
  readonly published: string | null;
  /** The text of the article as the page gives it in its data; empty when it gives none. */
  readonly articleText: string;
}

/** A measured article. */
export interface CleaningContext {
  readonly page: PageFacts;
  readonly root: Box;
  /** The innermost box that holds most of the prose. */
  readonly body: Box;
  /** The texts that the article contains more than once. */
  readonly repeated: ReadonlySet<string>;
  /** The captions so far. */
  readonly captions: Set<string>;
}

/** Returns true if a box is not of the article and is removed. It may change the box instead. */
export type CleaningRule = (box: Box, context: CleaningContext) => boolean;

/** True before the first sentence of the article. */
export const isHead = (box: Box): boolean => box.end === 0;

/** True after the last sentence of the article. */
export const isTail = (box: Box, { root }: CleaningContext): boolean =>
  box.start >= root.prose && root.prose > 0;

/** The part of the prose of an article that is in a box. */
export const shareOfProse = (box: Box, { root }: CleaningContext): number =>
  root.prose === 0 ? 1 : box.prose / root.prose;

export const isHeading = ({ element }: Box): boolean => isHeadingElement(element);

const STRUCTURE = /^(?:t[dhr]|tbody|thead|tfoot|colgroup|caption|dt|dd|rt|rp)$/;

/** True for parts of a table or a list of definitions, which are invalid without their parent. */
export const isStructure = ({ element }: Box): boolean => STRUCTURE.test(element.localName);
