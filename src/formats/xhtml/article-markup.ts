import { convertArticle } from './convert-article';
import { writeXml } from './xml';

export interface MarkupOptions {
  /** What stands for the image of that `src`; null leaves its description only. */
  readonly imageAddress: (src: string) => string | null;
}

/**
 * An article as markup to be put into a page: made anew of what this room knows, so that nothing
 * else can be in it. It runs nothing and loads nothing but what `imageAddress` names.
 */
export const articleMarkup = (html: string, { imageAddress }: MarkupOptions): string =>
  writeXml(convertArticle(html, { imageAddress, idPrefix: 'article-', isBook: false }));
