import type { RootContent } from 'mdast';
import { toMarkdown } from 'mdast-util-to-markdown';
import { linkAddress } from '../article/link-address';
import { headingOf } from '../exported';
import { MARKDOWN_FORMATS, paragraphsOf } from './markdown-options';

/** The highlights of a page to be written to a file. */
export interface HighlightedPage {
  readonly title: string;
  readonly url: string;
  /** In the order of the text. */
  readonly highlights: readonly {
    readonly quote: string;
    /** Empty: none. */
    readonly note: string;
    /** The page of the document on which it begins. null or absent: none is known. */
    readonly page?: number | null;
  }[];
}

interface AboutPage {
  readonly labels: readonly string[];
  /** The note of the page. Empty: none. */
  readonly note: string;
}

const NOTHING_MORE: AboutPage = { labels: [], note: '' };

/**
 * Writes the highlights of a page as Markdown: a heading that links to the page, its labels and its note
 * if they are given, then each quote with its page at its end and its note below it. The result ends with a line break.
 */
export function highlightsToMarkdown(
  page: HighlightedPage,
  { labels, note }: AboutPage = NOTHING_MORE,
): string {
  const url = linkAddress(page.url);
  const title = { type: 'text', value: headingOf(page) } as const;
  const content: RootContent[] = [
    {
      type: 'heading',
      depth: 1,
      children: [url === null ? title : { type: 'link', url, children: [title] }],
    },
    ...(labels.length === 0 ? [] : paragraphsOf(labels.join(' · '))),
    ...(note.trim() === '' ? [] : paragraphsOf(note)),
    ...page.highlights.flatMap(({ quote, note, page = null }): RootContent[] => [
      {
        type: 'blockquote',
        children: [quote, ...pageLines(page)].flatMap(paragraphsOf),
      },
      ...(note.trim() === '' ? [] : paragraphsOf(note)),
    ]),
  ];
  return toMarkdown({ type: 'root', children: content }, MARKDOWN_FORMATS);
}

/** Returns the line that says on which page of its document a quote is, if that is known. */
export const pageLines = (page: number | null): readonly string[] =>
  page === null ? [] : [`— page ${page}`];
