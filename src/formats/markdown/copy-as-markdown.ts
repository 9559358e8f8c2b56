import type { PhrasingContent, RootContent } from 'mdast';
import { toMarkdown } from 'mdast-util-to-markdown';
import { linkAddress } from '../article/link-address';
import { type ExportedBookmark, headingOf } from '../exported';
import { MARKDOWN_FORMATS, paragraphsOf } from './markdown-options';

/** A page that a link leads to. */
type LinkedPage = Pick<ExportedBookmark, 'title' | 'url'>;

/** Writes the title of a page as a Markdown link; only the title if the address cannot be opened. */
export const markdownLink = (page: LinkedPage): string =>
  toMarkdown({ type: 'paragraph', children: [linkTo(page)] }, MARKDOWN_FORMATS).trimEnd();

/** Writes a text of a page as a Markdown quote that ends with a link to the page. */
export function markdownQuote(text: string, page: LinkedPage): string {
  const source: RootContent = {
    type: 'paragraph',
    children: [{ type: 'text', value: '— ' }, linkTo(page)],
  };
  const children = [...paragraphsOf(text.trim()), source];
  return toMarkdown({ type: 'blockquote', children }, MARKDOWN_FORMATS).trimEnd();
}

function linkTo(page: LinkedPage): PhrasingContent {
  const title = { type: 'text', value: headingOf(page) } as const;
  const url = linkAddress(page.url);
  return url === null ? title : { type: 'link', url, children: [title] };
}
