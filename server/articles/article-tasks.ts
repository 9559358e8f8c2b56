import {
  articleMarkup,
  type ChapterSource,
  chapterOf,
  type MarkdownSource,
  markdownOf,
  onlyKept,
  type PageSource,
  pageOf,
} from '../../src/formats';
import { mayHaveImages } from './article-images';
import { type ArticleToAnnotate, annotate, findMoves, type RowsToMove } from './place-highlights';
import { type ArticleToRender, renderArticle } from './render-article';

/** One kind of work on an article that is stored: a pure function of plain data. */
interface ArticleTask<Given, Gives> {
  readonly work: (given: Given) => Gives;
  /** What it costs, in characters of an ordinary article; 0 when there is nothing to do. */
  readonly weigh: (given: Given) => number;
  /** Up to this weight it is done at once: it takes 20 ms at most. */
  readonly maxInline: number;
  /** Set when it is done for a job: nobody waits for it. */
  readonly isInBackground?: true;
}

const task = <Given, Gives>(kind: ArticleTask<Given, Gives>) => kind;

/** A short highlight takes as long to be placed and written as so many characters. */
const ANNOTATION_WEIGHT = 300;
/** The same when its place alone is looked for. */
const PLACING_WEIGHT = 50;

interface ArticleToShow {
  readonly unrendered: ArticleToRender;
  /** Addresses of the images that may be loaded. */
  readonly kept: readonly string[];
}

/** Every kind of work on stored articles. */
export const ARTICLE_TASKS = {
  render: task({
    work: (given: ArticleToRender) => renderArticle(given),
    weigh: ({ article, annotations, images }: ArticleToRender) =>
      annotations.length === 0 && (images === null || !mayHaveImages(article))
        ? 0
        : article.length + ANNOTATION_WEIGHT * annotations.length,
    maxInline: 32_000,
  }),
  /** An article as markup to be put into a page of ours: see `articleMarkup`. */
  markup: task({
    work: ({ unrendered, kept }: ArticleToShow) =>
      articleMarkup(renderArticle(unrendered), { imageAddress: onlyKept(kept) }),
    weigh: ({ unrendered: { article, annotations } }: ArticleToShow) =>
      article.length + ANNOTATION_WEIGHT * annotations.length,
    maxInline: 16_000,
  }),
  /** A bookmark as Markdown. */
  markdown: task({
    work: (given: MarkdownSource) => markdownOf(given),
    weigh: ({ article }: MarkdownSource) => article?.html.length ?? 0,
    maxInline: 8_000,
  }),
  /** A bookmark as a chapter of an EPUB. */
  chapter: task({
    work: (given: ChapterSource) => chapterOf(given),
    weigh: ({ article }: ChapterSource) => article?.html.length ?? 0,
    maxInline: 16_000,
  }),
  /** A bookmark as an HTML page. */
  htmlPage: task({
    work: (given: PageSource) => pageOf(given),
    weigh: ({ article }: PageSource) => article?.html.length ?? 0,
    maxInline: 16_000,
  }),
  annotate: task({
    work: (given: ArticleToAnnotate) => annotate(given),
    weigh: ({ article, others }: ArticleToAnnotate) =>
      article.length + PLACING_WEIGHT * others.length,
    maxInline: 32_000,
  }),
  findMoves: task({
    work: (given: RowsToMove) => findMoves(given),
    // All of the text may have to be gone through for each.
    weigh: ({ before, after, rows }: RowsToMove) =>
      rows.length === 0 ? 0 : ((before?.length ?? 0) + (after?.length ?? 0)) * (1 + rows.length),
    maxInline: 32_000,
    isInBackground: true,
  }),
};

export type ArticleTasks = {
  readonly [K in keyof typeof ARTICLE_TASKS]: {
    readonly given: Parameters<(typeof ARTICLE_TASKS)[K]['work']>[0];
    readonly gives: ReturnType<(typeof ARTICLE_TASKS)[K]['work']>;
  };
};

export type ArticleTaskKind = keyof ArticleTasks;

export const isArticleTask = (kind: string): kind is ArticleTaskKind =>
  Object.hasOwn(ARTICLE_TASKS, kind);

/** Of a text that is made of an article, which may have its highlights on top of each other. */
const MAX_LENGTH = 40_000_000;

/**
 * Does a task of any kind.
 * @throws when a text comes of it that would keep others waiting just by being sent
 */
export function doArticleTask<K extends ArticleTaskKind>(
  kind: K,
  given: ArticleTasks[K]['given'],
): ArticleTasks[K]['gives'] {
  const done = taskOf(kind).work(given);
  if (typeof done === 'string' && done.length > MAX_LENGTH) throw new Error('Too long a result');
  return done;
}

/** What a task weighs, and how it is done: small ones at once, others in the background or not. */
export function weighArticleTask<K extends ArticleTaskKind>(
  kind: K,
  given: ArticleTasks[K]['given'],
): { readonly weight: number; readonly isSmall: boolean; readonly isInBackground: boolean } {
  const { weigh, maxInline, isInBackground = false } = taskOf(kind);
  const weight = weigh(given);
  return { weight, isSmall: weight <= maxInline, isInBackground };
}

// The table has for each kind what it is given and gives, which a generic look-up can't show.
const taskOf = <K extends ArticleTaskKind>(kind: K) =>
  ARTICLE_TASKS[kind] as unknown as ArticleTask<ArticleTasks[K]['given'], ArticleTasks[K]['gives']>;
