import { LANDMARK_MARK } from '../marks';
import { isForeign } from './belongs';

/** What an article is made of, in the order of the page. */
const LANDMARKS = 'p,h1,h2,h3,h4,h5,h6,li,dd,blockquote,pre,table,figure,img,math';

/** What is put back when it was dropped. Text is Readability's to judge. */
const PRECIOUS = 'img,figure,pre,table,math,h2,h3,h4,h5,h6';

export interface Landmark {
  readonly element: Element;
  /** Something that should not get lost, and is in no box about something else. */
  readonly isPrecious: boolean;
}

/** The blocks of a page by their number, which they wear as an attribute. */
export type Landmarks = readonly Landmark[];

/** Numbers the blocks of a page, to find again what Readability has dropped between two others. */
export function markLandmarks(document: Document): Landmarks {
  return Array.from(document.body?.querySelectorAll(LANDMARKS) ?? [], (element, index) => {
    element.setAttribute(LANDMARK_MARK, String(index));
    return { element, isPrecious: element.matches(PRECIOUS) && !isForeign(element) };
  });
}

/** The blocks that an article has kept, by their number. */
export function keptLandmarks(article: Element): ReadonlyMap<number, Element> {
  const kept = new Map<number, Element>();
  for (const element of article.querySelectorAll(`[${LANDMARK_MARK}]`)) {
    kept.set(Number(element.getAttribute(LANDMARK_MARK)), element);
  }
  return kept;
}

/** Takes the numbers away, which costs less than to have them sanitised. */
export function unmark(elements: Iterable<Element>): void {
  for (const element of elements) element.removeAttribute(LANDMARK_MARK);
}
