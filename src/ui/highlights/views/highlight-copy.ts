import { sourceNameOf } from '../../../domain/added-file';
import type { Bookmark } from '../../../domain/bookmark';
import { type Highlight, pageOfHighlight } from '../../../domain/highlight';
import { downloadFile } from '../../components/download';
import { formatNumber, t } from '../../strings';

type Page = Pick<Bookmark, 'title' | 'url'>;

/** The words of a highlight, or of a selection. */
interface QuotedWords
  extends Pick<Highlight, 'note'>,
    Partial<Pick<Highlight, 'position' | 'doubt' | 'isNoteOnly'>> {
  readonly quote: Pick<Highlight['quote'], 'exact'>;
}

/** Returns on which page of its document a highlight is, as text; null if that is not known. */
export function pageText(highlight: Parameters<typeof pageOfHighlight>[0]): string | null {
  const page = pageOfHighlight(highlight);
  return page === null ? null : t('highlightPage', formatNumber(page));
}

/** Returns a quote with its note, its page and the address or file of its source, as plain text. */
export function quoteAsText(words: QuotedWords, { title, url }: Page): string {
  const { quote, note, position = null, isNoteOnly = false } = words;
  const page = pageText({ ...words, position, isNoteOnly });
  const source = page === null ? title : t('pageFacts', title, page);
  const notes = note === '' ? [] : [note];
  return [`“${quote.exact}”`, ...notes, `${source}\n${sourceNameOf(url)}`].join('\n\n');
}

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
    const quotes = highlights.map((each) => ({
      quote: each.quote.exact,
      note: each.note,
      page: pageOfHighlight(each),
    }));
    texts.push(highlightsToMarkdown({ ...bookmark, highlights: quotes }));
  }
  return texts.join('\n');
}

/** Gives a Markdown text to the browser's downloads. */
export const downloadMarkdown = (fileName: string, text: string): void =>
  downloadFile(new File([text], fileName, { type: 'text/markdown' }));
