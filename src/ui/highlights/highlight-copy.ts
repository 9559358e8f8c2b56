import type { Bookmark, Highlight } from '../../domain';

type Page = Pick<Bookmark, 'title' | 'url'>;

/** Returns a quote with its note and the address of the page, as plain text. */
export const quoteAsText = ({ quote, note }: Highlight, { title, url }: Page): string =>
  [`“${quote.exact}”`, ...(note === '' ? [] : [note]), `${title}\n${url}`].join('\n\n');

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
  const { highlightsToMarkdown } = await import('../../formats/markdown/write-highlights');
  const texts: string[] = [];
  for await (const { bookmark, highlights } of pages) {
    const quotes = highlights.map(({ quote, note }) => ({ quote: quote.exact, note }));
    texts.push(highlightsToMarkdown({ ...bookmark, highlights: quotes }));
  }
  return texts.join('\n');
}

/** Lets the browser store a Markdown text as a file. */
export function downloadMarkdown(fileName: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/markdown' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser reads the blob after the click.
  setTimeout(() => URL.revokeObjectURL(url), RELEASE_MS);
}

const RELEASE_MS = 60_000;
