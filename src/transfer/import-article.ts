import {
  anchorHighlights,
  articlePositionOf,
  findElement,
  indexText,
  quoteOf,
  runInSlices,
  type Steps,
  type TextIndex,
} from '../anchoring';
import type { CapturedArticle } from '../capture';
// The background of Firefox has this module, and not all of a capture.
import { describeArticle, finishArticle } from '../capture/finish-article';
import { sanitiseArticle } from '../capture/sanitise/sanitise';
import type { HighlightPosition, Quote } from '../domain/highlight';
import type { ImportedEntry, ImportedHighlight } from '../formats';

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
  const wanted = await runInSlices(withContexts(parsed.body, highlights));
  const body = parsed.createRange();
  body.selectNodeContents(parsed.body);
  const fragment = body.extractContents();
  finishArticle(fragment, url, url);
  const article = describeArticle(sanitiseArticle(fragment), lang);
  if (article === null || article.textLength === 0) return null;
  if (highlights.length === 0) return { article, places: [] };
  const places = await runInSlices(search(article.html, wanted ?? highlights));
  return { article, places: places ?? highlights.map(() => null) };
}

/**
 * Adds the texts around quotes whose place in the stored article is known, so that a quote that
 * repeats is found at its place.
 */
function* withContexts(
  body: Node,
  highlights: ArticleSource['highlights'],
): Steps<ArticleSource['highlights']> {
  if (!highlights.some(({ range }) => range !== undefined)) return highlights;
  const index = yield* indexText(body);
  return highlights.map((highlight) => ({ ...highlight, ...contextIn(index, highlight) }));
}

/** Returns null if the range is unknown, or has another text than the quote. */
function contextIn(index: TextIndex, { quote, range }: ImportedHighlight) {
  if (range === undefined) return null;
  const [start, end] = [offsetOf(index, range.start), offsetOf(index, range.end)];
  if (start === null || end === null) return null;
  const span = { start: start + range.startOffset, end: end + range.endOffset };
  const { exact, prefix, suffix } = quoteOf(index, span);
  return withoutSpaces(exact) === withoutSpaces(quote) ? { prefix, suffix } : null;
}

/** Where the text of an element begins; null if there is no such element. */
function offsetOf(index: TextIndex, path: string): number | null {
  const element = findElement(index.root, path);
  return (element && index.spanOf(element)?.start) ?? null;
}

const withoutSpaces = (text: string): string => text.replace(/\s+/g, '');

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
    const position = { ...articlePositionOf(index, each.span), ...each.rivals };
    return { quote: quoteOf(index, each.span), position };
  });
}
