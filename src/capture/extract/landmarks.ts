import { LANDMARK_MARK } from '../marks';

/** What an article is made of, in the order of the page. */
const LANDMARKS = 'p,h1,h2,h3,h4,h5,h6,li,dd,blockquote,pre,table,figure,img,math';

/** The blocks of a page by their number, which they wear as an attribute. */
export type Landmarks = readonly Element[];

/** Numbers the blocks of a page, to find again what Readability has dropped between two others. */
export function markLandmarks(document: Document): Landmarks {
  const landmarks = [...(document.body?.querySelectorAll(LANDMARKS) ?? [])];
  landmarks.forEach((landmark, index) => {
    landmark.setAttribute(LANDMARK_MARK, String(index));
  });
  return landmarks;
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
