import { sourceNameOf } from '../../../domain/added-file';
import type { Bookmark } from '../../../domain/bookmark';
import type { Highlight } from '../../../domain/highlight';
import { downloadFile } from '../../components/download';

type Page = Pick<Bookmark, 'title' | 'url'>;

/** The words of a highlight, or of a selection. */
interface QuotedWords extends Pick<Highlight, 'note'> {
  readonly quote: Pick<Highlight['quote'], 'exact'>;
}

/** Returns a quote with its note and the address of the page, as plain text. */
export const quoteAsText = ({ quote, note }: QuotedWords, { title, url }: Page): string =>
  [`“${quote.exact}”`, ...(note === '' ? [] : [note]), `${title}\n${sourceNameOf(url)}`].join(
    '\n\n',
  );

/** Highlights of a page, in the order in which they are written. */
export interface HighlightsOfPage {
  readonly bookmark: Page;
  readonly highlights: readonly Highlight[];
}

/** Writes the highlights of pages as Markdown. */
export async function highlightsAsMarkdown(
  pages: AsyncIterable<HighlightsOfPage> | Iterable<HighlightsOfPage>,
): Promise<string> {
  // Only few open this code.
  const { highlightsToMarkdown } = await import('../../../formats/markdown/write-highlights');
  const texts: string[] = [];
  for await (const { bookmark, highlights } of pages) {
    const quotes = highlights.map(({ quote, note }) => ({ quote: quote.exact, note }));
    texts.push(highlightsToMarkdown({ ...bookmark, highlights: quotes }));
  }
  return texts.join('\n');
}

/** Gives a Markdown text to the browser's downloads. */
export const downloadMarkdown = (fileName: string, text: string): void =>
  downloadFile(new File([text], fileName, { type: 'text/markdown' }));
