import { BLOCKS } from '../elements';

/** Letters of a byline: Readability's own bound. */
const MAX_LENGTH = 100;
/** Letters that the line of an author has beside the name: `By`, a date, minutes. */
const MAX_BESIDE = 35;
const AUTHOR = '[rel=author],[itemprop*=author]';
const CALLED_BYLINE = /byline|author|dateline|writtenby|p-author/i;
const LINES = 'p,div,header,address,li';
const MORE_THAN_TEXT = `img,picture,figure,table,math,svg,${BLOCKS}`;

/** The short lines that are the name of an author and hardly more: they go whole. */
export function findBylines(document: Document): ReadonlySet<Element> {
  const lines = new Set<Element>();
  for (const author of document.querySelectorAll(AUTHOR)) {
    const line = author.parentElement?.closest(LINES);
    if (!line || line.querySelector(MORE_THAN_TEXT) !== null) continue;
    const length = lengthOf(line);
    if (length < MAX_LENGTH && length - lengthOf(author) <= MAX_BESIDE) lines.add(line);
  }
  return lines;
}

/** Whether Readability takes an element for a byline, and it is no part of a sentence. */
export function isByline(element: Element, nameAndId: string): boolean {
  if (!element.matches(AUTHOR) && !CALLED_BYLINE.test(nameAndId)) return false;
  const length = lengthOf(element);
  return length > 0 && length < MAX_LENGTH && !isInParagraph(element);
}

function isInParagraph(element: Element): boolean {
  const paragraph = element.parentElement?.closest('p');
  return paragraph != null && lengthOf(paragraph) >= MAX_LENGTH;
}

const lengthOf = (element: Element) => (element.textContent ?? '').trim().length;
