import { articleMarkup, chapterOf, htmlPageOf, markdownOf, onlyAllowed } from '../../src/formats';
import type { TaskKind } from '../processes/tasks';
import { annotate, findMoves } from './place-highlights';
import { type ArticleToRender, renderArticle } from './render-article';

interface ArticleToShow {
  readonly unrendered: ArticleToRender;
  /** Addresses of the images that may be loaded. */
  readonly allowedImages: readonly string[];
}

/** The work of each kind on a stored article: pure functions of plain data. */
const ARTICLE_WORK = {
  render: renderArticle,
  /** Makes the markup of an article in a page of the server: see `articleMarkup`. */
  markup: ({ unrendered, allowedImages }: ArticleToShow): string =>
    articleMarkup(renderArticle(unrendered), { imageAddress: onlyAllowed(allowedImages) }),
  /** Converts a bookmark to Markdown. */
  markdown: markdownOf,
  /** Converts a bookmark to a chapter of an EPUB. */
  chapter: chapterOf,
  /** Converts a bookmark to an HTML page. */
  htmlPage: htmlPageOf,
  annotate,
  findMoves,
};

/** The tasks of processes that work on articles. */
export type ArticleTasks = {
  readonly [K in keyof typeof ARTICLE_WORK]: TaskKind<
    Parameters<(typeof ARTICLE_WORK)[K]>[0],
    ReturnType<(typeof ARTICLE_WORK)[K]>
  >;
};

export type ArticleTaskKind = keyof ArticleTasks;

/** The greatest length of a result, in UTF-16 code units. Overlapping highlights multiply markup. */
const MAX_OUTPUT_LENGTH = 40_000_000;

/**
 * Does a task of any kind.
 * @throws when the result is so long that sending it would block other requests
 */
export function doArticleTask<K extends ArticleTaskKind>(
  kind: K,
  input: ArticleTasks[K]['input'],
): ArticleTasks[K]['output'] {
  // The type checker cannot relate input and output in a generic look-up of the table.
  const work = ARTICLE_WORK[kind] as (input: ArticleTasks[K]['input']) => ArticleTasks[K]['output'];
  const output = work(input);
  if (typeof output === 'string' && output.length > MAX_OUTPUT_LENGTH) {
    throw new Error('The result is too long');
  }
  return output;
}
