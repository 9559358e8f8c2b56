import {
  anchorHighlights,
  indexText,
  positionOf,
  quoteOf,
  runInSlices,
  type Steps,
} from '../anchoring';
import type { CapturedArticle } from '../capture';
// The background of Firefox has this module, and not all of a capture.
import { describeArticle, finishArticle } from '../capture/finish-article';
import { sanitiseArticle } from '../capture/sanitise/sanitise';
import type { HighlightPosition, Quote } from '../domain/highlight';
import type { ImportedEntry } from '../formats';

/** The fields of an entry that a page needs to make its article. */
export type ArticleSource = Pick<ImportedEntry, 'url' | 'lang' | 'html' | 'highlights'>;

/** Where a highlight is in its article. */
export interface HighlightPlace {
  readonly quote: Quote;
  readonly position: HighlightPosition;
}

/** An article that was imported, and the places of its highlights in their order. */
export interface ImportedArticle {
  readonly article: CapturedArticle;
  /** null for a highlight that was not found, or not reliably. */
  readonly places: readonly (HighlightPlace | null)[];
}

/**
 * Sanitises the article of an entry and looks for its highlights. It needs the DOM of a page. Returns
 * null if there is neither text nor image.
 */
export async function importedArticle({
  url,
  lang,
  html,
  highlights,
}: ArticleSource): Promise<ImportedArticle | null> {
  const parsed = new DOMParser().parseFromString(html ?? '', 'text/html');
  const body = parsed.createRange();
  body.selectNodeContents(parsed.body);
  const fragment = body.extractContents();
  finishArticle(fragment, url, url);
  const article = describeArticle(sanitiseArticle(fragment), lang);
  if (article === null || article.textLength === 0) return null;
  if (highlights.length === 0) return { article, places: [] };
  const places = await runInSlices(search(article.html, highlights));
  return { article, places: places ?? highlights.map(() => null) };
}

function* search(
  html: string,
  highlights: ArticleSource['highlights'],
): Steps<(HighlightPlace | null)[]> {
  // The reader shows the stored article in the same way.
  const index = yield* indexText(sanitiseArticle(html));
  const wanted = highlights.map(({ quote, prefix, suffix }) => ({
    quote: { exact: quote, prefix, suffix },
  }));
  const found = yield* anchorHighlights(index, wanted);
  return found.map((each) => {
    if (each.kind !== 'sure') return null;
    const position = { ...positionOf(index, each.span), ...each.rivals };
    return { quote: quoteOf(index, each.span), position };
  });
}
