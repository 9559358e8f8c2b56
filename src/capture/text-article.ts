/** A first line that is longer is a paragraph. */
const MAX_TITLE_LINE = 120;

/**
 * The title of a page of plain text, which names none: its first line, without the marks of a heading
 * in Markdown; or the name of the file without its extension. Empty where there is neither.
 */
export function titleOfText(text: string, pageUrl: string): string {
  const [line = ''] = text.trimStart().split('\n', 1);
  const title = line.replace(/^#{1,6} /, '').trim();
  if (title.length <= MAX_TITLE_LINE && /[\p{L}\p{N}]/u.test(title)) return title;
  const name = URL.canParse(pageUrl) ? (new URL(pageUrl).pathname.split('/').at(-1) ?? '') : '';
  return decoded(name).replace(/(?<=.)\.[a-z0-9]{1,5}$/i, '');
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name; // A lone `%` stands for itself.
  }
}

/** The text of an article as plain paragraphs, when nothing better can be had of it safely. */
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
