import { isHeadingElement } from '../elements';
import { isByWord } from '../metadata/words';
import { bareSentence, isTitle, lineOf, SENTENCE_AT_END } from '../normal-text';
import type { Landmarks } from './landmarks';

/** In letters. A shorter line is a label. */
const MIN_LEAD_LETTERS = 40;
/** In letters. A longer one is a summary or a paragraph of the article. */
const MAX_LEAD_LETTERS = 700;
/** The number of elements after the headline that are looked at. A label may be before the lead. */
const MAX_AFTER = 3;
/** The number of boxes around the headline alone. */
const MAX_WRAPPERS = 2;
const LEADS = /^(?:p|div|section|h[2-4])$/;
/** Parts of a line that are no lead: links of a byline, pictures, fields, and blocks of blocks. */
const NO_LEAD = 'a[href],img,time,button,input,p + p,ul,ol,table';
/** In UTF-16 code units: the start of an article that is searched for its lead. */
const MAX_SEARCHED_START_LENGTH = 5_000;

/** Returns the number of the headline among the blocks of a page; -1 when there is none. */
export const findHeadline = (landmarks: Landmarks, title: string): number =>
  landmarks.findIndex(
    ({ element }) => /^h[12]$/.test(element.localName) && isTitle(element.textContent ?? '', title),
  );

/** In UTF-16 code units: the start of a description by which its paragraph is recognised. */
const DESCRIBED = 40;
/** The number of blocks after the headline, or on a page without one, that are looked at. */
const MAX_LEAD_BLOCKS = 60;

/**
 * Returns a copy of the lead of an article: the block with the text by which the page describes itself,
 * otherwise the sentences right after its headline. Returns null when it has none. It is called before
 * Readability, which often drops leads because of their place.
 */
export function findLead(
  landmarks: Landmarks,
  headline: number,
  description: string,
): Element | null {
  const described = description.slice(0, DESCRIBED);
  if (described.length === DESCRIBED) {
    const from = Math.max(0, headline);
    for (const { element } of landmarks.slice(from, from + MAX_LEAD_BLOCKS)) {
      if (LEADS.test(element.localName) && isDescribed(element, described)) {
        return asParagraph(element);
      }
    }
  }
  return leadAfter(landmarks[headline]?.element);
}

function isDescribed(element: Element, described: string): boolean {
  if (element.querySelector('img,input,button,p') !== null) return false;
  const text = lineOf(element);
  return text.length <= MAX_LEAD_LETTERS && text.startsWith(described) && !text.startsWith('*');
}

function leadAfter(headline: Element | undefined): Element | null {
  if (headline === undefined) return null;
  let before: Element | null = headline;
  for (let up = 0; up < MAX_WRAPPERS && before?.nextElementSibling === null; up += 1) {
    before = before.parentElement;
  }
  let next = before?.nextElementSibling ?? null;
  for (let looked = 0; looked < MAX_AFTER && next !== null; looked += 1) {
    if (isLead(next, headline)) return asParagraph(next);
    next = next.nextElementSibling;
  }
  return null;
}

function isLead(element: Element, headline: Element): boolean {
  if (!LEADS.test(element.localName) || element.querySelector(NO_LEAD) !== null) return false;
  const text = lineOf(element);
  if (text.length < MIN_LEAD_LETTERS || text.length > MAX_LEAD_LETTERS) return false;
  return SENTENCE_AT_END.test(text) || isSubtitle(element, headline, text);
}

/** A date or a byline in the header of an article has numbers, or begins with its word. */
const isSubtitle = (element: Element, headline: Element, text: string): boolean =>
  (element.closest('header')?.contains(headline) ?? false) &&
  !/\d\d|[|·•©@:：]/.test(text) &&
  !isByWord(text.split(' ', 1)[0] ?? '');

/** Puts the lead before the article, if its start does not contain it. */
export function restoreLead(article: Element, lead: Element | null): void {
  if (lead === null) return;
  const start = (article.textContent ?? '')
    .slice(0, MAX_SEARCHED_START_LENGTH)
    .replace(/\s+/g, ' ');
  if (start.includes(bareSentence(lineOf(lead)))) return;
  const first = article.firstElementChild;
  // The title may be the first block.
  if (first !== null && isHeadingElement(first) && first.nextSibling !== null) first.after(lead);
  else article.prepend(lead);
}

/** A lead may be a heading or a box. In the article it is text. */
function asParagraph(element: Element): Element {
  const { ownerDocument } = element;
  const paragraph = ownerDocument.createElement('p');
  const only = element.firstElementChild;
  const isWrapper = only !== null && only.localName === 'p' && only === element.lastElementChild;
  paragraph.append(...(isWrapper ? only : element).cloneNode(true).childNodes);
  return paragraph;
}
