import { unicodeExpression } from '../domain/unicode-expression';
import { fileTitleOf } from '../domain/web-address';

/** Characters. A longer first line is a paragraph and no title. */
const MAX_TITLE_LINE = 120;

const letterOrDigit = unicodeExpression('[\\p{L}\\p{N}]');

/**
 * The title of a page of plain text: its first line, without the marks of a Markdown heading; or the
 * name of the file without its extension. Empty when `pageUrl` is not an address.
 */
export function titleOfText(text: string, pageUrl: string): string {
  const [line = ''] = text.trimStart().split('\n', 1);
  const title = line.replace(/^#{1,6} /, '').trim();
  if (title.length <= MAX_TITLE_LINE && letterOrDigit().test(title)) return title;
  return URL.canParse(pageUrl) ? fileTitleOf(pageUrl) : '';
}

/** Converts an article to plain paragraphs. It is the fallback when sanitising fails. */
export function textAsArticle(content: DocumentFragment): DocumentFragment {
  const document = content.ownerDocument;
  const fragment = document.createDocumentFragment();
  for (const block of (content.textContent ?? '').split(/\n\s*\n/)) {
    const text = block.trim();
    if (text === '') continue;
    const paragraph = document.createElement('p');
    paragraph.textContent = text;
    fragment.append(paragraph);
  }
  return fragment;
}
