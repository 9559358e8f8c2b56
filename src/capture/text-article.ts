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
