import { mayHaveImages } from './article-images';
import type { ArticleTaskKind, ArticleTasks } from './do-article-task';

/** The cost of a kind of work on a stored article. */
interface Cost<Input> {
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

/** The cost of finding the place of a short highlight and rendering it. */
const ANNOTATION_WEIGHT = 300;
/** The cost of finding the place of a short highlight. */
const PLACING_WEIGHT = 50;

/** A task that converts a bookmark to another format weighs as much as the article is long. */
const weighSource = ({ article }: { readonly article: { readonly html: string } | null }): number =>
  article?.html.length ?? 0;

/** Kept apart from the work, so that the server starts without the code that does it. */
const COSTS: { readonly [K in ArticleTaskKind]: Cost<ArticleTasks[K]['input']> } = {
  render: {
    weigh: ({ article, annotations, images }) =>
      annotations.length === 0 && (images === null || !mayHaveImages(article))
        ? 0
        : article.length + ANNOTATION_WEIGHT * annotations.length,
    maxInline: 32_000,
  },
  markup: {
    weigh: ({ unrendered: { article, annotations } }) =>
      article.length + ANNOTATION_WEIGHT * annotations.length,
    maxInline: 16_000,
  },
  markdown: { weigh: weighSource, maxInline: 8_000 },
  chapter: { weigh: weighSource, maxInline: 16_000 },
  htmlPage: { weigh: weighSource, maxInline: 16_000 },
  annotate: {
    weigh: ({ article, others }) => article.length + PLACING_WEIGHT * others.length,
    maxInline: 32_000,
  },
  findMoves: {
    // Each highlight may require a search through the whole text.
    weigh: ({ before, after, rows }) =>
      rows.length === 0 ? 0 : ((before?.length ?? 0) + (after?.length ?? 0)) * (1 + rows.length),
    maxInline: 32_000,
    isInBackground: true,
  },
};

/** Returns the weight of a task, whether it is small enough to be done inline, and its lane. */
export function weighArticleTask<K extends ArticleTaskKind>(
  kind: K,
  input: ArticleTasks[K]['input'],
): { readonly weight: number; readonly isSmall: boolean; readonly isInBackground: boolean } {
  const { weigh, maxInline, isInBackground = false } = COSTS[kind];
  const weight = weigh(input);
  return { weight, isSmall: weight <= maxInline, isInBackground };
}
