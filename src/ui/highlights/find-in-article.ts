import { indexText, quoteOf } from '../../anchoring';
import { sanitiseArticle } from '../../capture';
import type { Highlight, HighlightPosition, Quote } from '../../domain';
import type { ArticleRepository, HighlightRepository } from '../../library';
import { findHighlights, inSlices } from './article-text';

/** Where a highlight is in the saved article. */
export interface ArticlePlace {
  readonly position: HighlightPosition;
  /** The words there. */
  readonly quote: Quote;
  readonly isSure: boolean;
}

export interface FindDeps {
  readonly articles: Pick<ArticleRepository, 'get'>;
  readonly highlights: Pick<HighlightRepository, 'ofBookmark'>;
}

/**
 * Looks for a highlight in the saved article, as the reader does. Returns null if it is not there,
 * and `no-article` if no text is stored.
 */
export async function findInArticle(
  { articles, highlights }: FindDeps,
  { id, bookmarkId }: Highlight,
  signal: AbortSignal,
): Promise<ArticlePlace | 'no-article' | null> {
  const [article, all] = await Promise.all([
    articles.get(bookmarkId),
    highlights.ofBookmark(bookmarkId),
  ]);
  if (article === null || article.html.trim() === '') return 'no-article';
  const index = await inSlices(indexText(sanitiseArticle(article.html)), signal);
  // The others show in which order the text is now.
  const wanted = all.filter((each) => each.id === id || !each.isNoteOnly);
  const found = index && (await findHighlights(index, wanted, signal));
  const place = found?.get(id);
  const [first, last] = [place?.parts[0], place?.parts.at(-1)];
  if (!index || !place || !first || !last) return null;
  const quote = quoteOf(index, { start: first.start, end: last.end });
  return { position: place.position, quote, isSure: place.isSure };
}
