import { articleMarkup, chapterOf, markdownOf, onlyAllowed, pageOf } from '../../src/formats';
import { mayHaveImages } from './article-images';
import { type ArticleToAnnotate, annotate, findMoves, type RowsToMove } from './place-highlights';
import { type ArticleToRender, renderArticle } from './render-article';

/** A kind of work on a stored article: a pure function of plain data. */
interface ArticleTask<Input, Output> {
  readonly work: (input: Input) => Output;
  /**
   * Estimates the cost. The unit is the cost of one character of an ordinary article; 0 means that
   * there is nothing to do.
   */
  readonly weigh: (input: Input) => number;
  /** Work up to this weight takes at most 20 ms and is done in the server's own process. */
  readonly maxInline: number;
  /** Set when a job needs the result, so that no request waits for it. */
  readonly isInBackground?: true;
}

const task = <Input, Output>(kind: ArticleTask<Input, Output>) => kind;

/** A task that converts a bookmark to another format. It weighs as much as the article is long. */
const conversion = <Source extends { readonly article: { readonly html: string } | null }, Output>(
  work: (source: Source) => Output,
  maxInline: number,
) => task({ work, weigh: ({ article }: Source) => article?.html.length ?? 0, maxInline });

/** The cost of finding the place of a short highlight and rendering it. */
const ANNOTATION_WEIGHT = 300;
/** The cost of finding the place of a short highlight. */
const PLACING_WEIGHT = 50;

interface ArticleToShow {
  readonly unrendered: ArticleToRender;
  /** Addresses of the images that may be loaded. */
  readonly allowedImages: readonly string[];
}

/** All kinds of work on stored articles. */
const ARTICLE_TASKS = {
  render: task({
    work: renderArticle,
    weigh: ({ article, annotations, images }: ArticleToRender) =>
      annotations.length === 0 && (images === null || !mayHaveImages(article))
        ? 0
        : article.length + ANNOTATION_WEIGHT * annotations.length,
    maxInline: 32_000,
  }),
  /** Makes the markup of an article in a page of the server: see `articleMarkup`. */
  markup: task({
    work: ({ unrendered, allowedImages }: ArticleToShow) =>
      articleMarkup(renderArticle(unrendered), { imageAddress: onlyAllowed(allowedImages) }),
    weigh: ({ unrendered: { article, annotations } }: ArticleToShow) =>
      article.length + ANNOTATION_WEIGHT * annotations.length,
    maxInline: 16_000,
  }),
  /** Converts a bookmark to Markdown. */
  markdown: conversion(markdownOf, 8_000),
  /** Converts a bookmark to a chapter of an EPUB. */
  chapter: conversion(chapterOf, 16_000),
  /** Converts a bookmark to an HTML page. */
  htmlPage: conversion(pageOf, 16_000),
  annotate: task({
    work: annotate,
    weigh: ({ article, others }: ArticleToAnnotate) =>
      article.length + PLACING_WEIGHT * others.length,
    maxInline: 32_000,
  }),
  findMoves: task({
    work: findMoves,
    // Each highlight may require a search through the whole text.
    weigh: ({ before, after, rows }: RowsToMove) =>
      rows.length === 0 ? 0 : ((before?.length ?? 0) + (after?.length ?? 0)) * (1 + rows.length),
    maxInline: 32_000,
    isInBackground: true,
  }),
};

export type ArticleTasks = {
  readonly [K in keyof typeof ARTICLE_TASKS]: {
    readonly input: Parameters<(typeof ARTICLE_TASKS)[K]['work']>[0];
    readonly output: ReturnType<(typeof ARTICLE_TASKS)[K]['work']>;
  };
};

export type ArticleTaskKind = keyof ArticleTasks;

/** The greatest length of a result, in UTF-16 code units. Overlapping highlights multiply markup. */
const MAX_LENGTH = 40_000_000;

/**
 * Does a task of any kind.
 * @throws when the result is so long that sending it would block other requests
 */
export function doArticleTask<K extends ArticleTaskKind>(
  kind: K,
  input: ArticleTasks[K]['input'],
): ArticleTasks[K]['output'] {
  const output = taskOf(kind).work(input);
  if (typeof output === 'string' && output.length > MAX_LENGTH) {
    throw new Error('The result is too long');
  }
  return output;
}

/** Returns the weight of a task, whether it is small enough to be done inline, and its lane. */
export function weighArticleTask<K extends ArticleTaskKind>(
  kind: K,
  input: ArticleTasks[K]['input'],
): { readonly weight: number; readonly isSmall: boolean; readonly isInBackground: boolean } {
  const { weigh, maxInline, isInBackground = false } = taskOf(kind);
  const weight = weigh(input);
  return { weight, isSmall: weight <= maxInline, isInBackground };
}

// The type checker cannot relate input and output in a generic look-up of the table.
const taskOf = <K extends ArticleTaskKind>(kind: K) =>
  ARTICLE_TASKS[kind] as unknown as ArticleTask<
    ArticleTasks[K]['input'],
    ArticleTasks[K]['output']
  >;
