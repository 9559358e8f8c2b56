import {
  belongs,
  isHeading,
  keptLandmarks,
  type Landmarks,
  outermost,
  removeMarks,
} from './landmarks';

/** Of blocks that are looked at: each costs as much as the box it was dropped with. */
const MAX_CONSIDERED = 300;

/**
 * Puts back the images, code, tables and headings that Readability has dropped from between two
 * blocks it has kept: for their class, their small text or the shape of their box.
 */
export function restoreDropped(article: Element, landmarks: Landmarks): void {
  const kept = keptLandmarks(article);
  const ornaments = repeatedImages(landmarks);
  const last = [...kept.keys()].reduce((most, index) => Math.max(most, index), -1);
  let before: Element | null = null;
  /** One that is put back only with what it is the heading of. */
  let heading: Element | null = null;
  let considered = 0;
  for (let index = 0; index <= last && considered < MAX_CONSIDERED; index += 1) {
    const block = kept.get(index);
    const dropped = landmarks[index]?.element;
    const isLost = landmarks[index]?.isPrecious && !article.contains(dropped ?? null);
    if (block !== undefined) {
      if (before !== null && heading !== null) putBack(heading, before, block);
      before = block;
      heading = null;
    } else if (before !== null && dropped !== undefined && isLost) {
      considered += 1;
      if (ornaments.has(dropped.getAttribute('src') ?? '') || !belongs(dropped)) {
        heading = null;
      } else if (isHeading(dropped)) {
        heading = dropped;
      } else {
        const restored = outermost(dropped);
        putBack(restored, before, nextKept(index, kept));
        if (heading !== null) restored.before(heading);
        before = restored;
        heading = null;
      }
    } else if (!isWithin(dropped, before)) {
      heading = null;
    }
  }
  removeMarks(kept.values());
}

/** The parts of what was put back last come after it. */
const isWithin = (element: Element | undefined, whole: Element | null): boolean =>
  whole?.contains(element ?? null) ?? false;

/** Addresses of images that a page shows more than once: ornaments, not illustrations. */
function repeatedImages(landmarks: Landmarks): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { element } of landmarks) {
    const src = element.localName === 'img' ? (element.getAttribute('src') ?? '') : '';
    if (src === '') continue;
    if (seen.has(src)) repeated.add(src);
    seen.add(src);
  }
  return repeated;
}

/** There is one: `index` is before the last that was kept. */
function nextKept(index: number, kept: ReadonlyMap<number, Element>): Element | null {
  let next = index + 1;
  while (!kept.has(next)) next += 1;
  return kept.get(next) ?? null;
}

/** After `before`, outside of what only it is in. */
function putBack(restored: Element, before: Element, after: Element | null): void {
  if (before.contains(after)) {
    after?.before(restored);
    return;
  }
  let place = before;
  while (place.parentElement !== null && !place.parentElement.contains(after)) {
    place = place.parentElement;
  }
  place.after(restored);
}
