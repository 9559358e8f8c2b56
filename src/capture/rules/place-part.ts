/** Elements that are nothing in parts: another block is placed after the whole of them. */
const WHOLE_ELEMENTS =
  'p,h1,h2,h3,h4,h5,h6,ul,ol,dl,table,figure,blockquote,pre,details,li,dd,dt,td,th,tr,tbody,thead';

/**
 * Inserts a part into an article after a block of it; null: at its beginning. Entries of a list stay in
 * the list.
 */
export function placePart(article: Node & ParentNode, before: Element | null, part: Node): void {
  const entries = childElements(part).filter(({ localName }) => localName === 'li');
  if (entries.length > 0 && before?.localName === 'li') {
    before.after(part);
    return;
  }
  if (entries.length > 0) {
    const list = entries[0]?.ownerDocument.createElement('ul');
    entries[0]?.before(list ?? '');
    list?.append(...entries);
  }
  if (before === null) {
    article.prepend(part);
    return;
  }
  let place: Element = before;
  for (let up: Element | null = before; up !== null && up !== article; up = up.parentElement) {
    if (up.matches(WHOLE_ELEMENTS)) place = up;
  }
  place.after(part);
}

const childElements = (part: Node): readonly Element[] =>
  [...part.childNodes].filter((node): node is Element => node.nodeType === 1);
