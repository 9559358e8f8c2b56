import { isBeacon } from '../beacons';
import { isPlaceholder } from '../repair/image-address';
import { keptLandmarks, type Landmarks, unmark } from './landmarks';

/** What is put back. Text is Readability's to judge. */
const PRECIOUS = 'img,figure,pre,table,math,h2,h3,h4,h5,h6';

/** A box that is dropped with its image for other reasons than its class has text of its own. */
const MAX_TEXT_AROUND = 80;

/** Of blocks that are looked at: each costs as much as the box it was dropped with. */
const MAX_CONSIDERED = 300;

/** Smaller images are faces, badges and buttons; in px. */
const MIN_IMAGE_SIZE = 100;

const NOT_OF_THE_ARTICLE =
  /(?:^|[\s_-])(?:ads?|advert\w*|promo\w*|sponsor\w*|related|recommend\w*|newsletter|subscri\w*|share|sharing|social|avatar|author|byline|logo|icon|emoji|sidebar|comments?|nav|menu|footer|widget|paywall|cookie|popup|modal)(?:$|[\s_-])/i;

/**
 * Puts back the images, code, tables and headings that Readability has dropped from between two
 * blocks it has kept: for their class, their small text or the shape of their box.
 */
export function restoreDropped(article: Element, landmarks: Landmarks): void {
  const kept = keptLandmarks(article);
  const shownTwice = repeatedImages(landmarks);
  const last = [...kept.keys()].reduce((most, index) => Math.max(most, index), -1);
  let before: Element | null = null;
  let considered = 0;
  for (let index = 0; index < last && considered < MAX_CONSIDERED; index += 1) {
    const dropped = landmarks[index];
    const survivor = kept.get(index);
    if (survivor !== undefined) before = survivor;
    else if (before !== null && dropped?.matches(PRECIOUS) && !article.contains(dropped)) {
      considered += 1;
      if (
        shownTwice.has(dropped.getAttribute('src') ?? '') ||
        !isWorthIt(dropped) ||
        (isHeading(dropped) && !kept.has(index + 1))
      )
        continue;
      const restored = outermost(dropped);
      insertBetween(before, nextKept(index, kept), restored);
      before = restored;
    }
  }
  unmark(kept.values());
}

/** Addresses of images that a page shows more than once: ornaments, not illustrations. */
function repeatedImages(landmarks: Landmarks): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const landmark of landmarks) {
    const src = landmark.localName === 'img' ? (landmark.getAttribute('src') ?? '') : '';
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

function isWorthIt(dropped: Element): boolean {
  const wrapper = outermost(dropped);
  const box = topOf(wrapper);
  const around = textLength(box) - textLength(wrapper);
  if (around > MAX_TEXT_AROUND) return false;
  for (let element: Element | null = dropped; element !== null; element = element.parentElement) {
    const names = `${element.getAttribute('class') ?? ''} ${element.id}`;
    if (NOT_OF_THE_ARTICLE.test(names) || isHidden(element)) return false;
  }
  if (isPromo(wrapper)) return false;
  if (isHeading(dropped)) return around === 0 && textLength(dropped) > 0;
  return [...imagesOf(dropped)].every(isShown);
}

const isHeading = ({ localName }: Element): boolean => /^h\d$/.test(localName);

/** A picture is put back with its caption. */
const outermost = (dropped: Element): Element => dropped.closest('figure') ?? dropped;

/** The whole of what was dropped at once. */
function topOf(element: Element): Element {
  let top = element;
  while (top.parentElement !== null) top = top.parentElement;
  return top;
}

const textLength = (element: Element): number => element.textContent?.trim().length ?? 0;

const isHidden = (element: Element): boolean =>
  element.hasAttribute('hidden') || element.getAttribute('aria-hidden') === 'true';

const imagesOf = (element: Element): Iterable<Element> =>
  element.localName === 'img' ? [element] : element.querySelectorAll('img');

function isShown(image: Element): boolean {
  const src = image.getAttribute('src') ?? '';
  const isSmall = ['width', 'height'].some(
    (name) => Number.parseFloat(image.getAttribute(name) ?? '') < MIN_IMAGE_SIZE,
  );
  return !isPlaceholder(src) && !isSmall && !isBeacon(image);
}

const IMAGE_FILE = /\.(?:jpe?g|png|gif|webp|avif|svg)(?:$|[?#])/i;

/** A picture or a heading that leads to another page, and not to a larger picture or a film. */
function isPromo(wrapper: Element): boolean {
  if (wrapper.localName === 'table' || wrapper.querySelector('figcaption') !== null) return false;
  const links = [wrapper.closest('a[href]'), ...wrapper.querySelectorAll('a[href]')];
  return links.some((link) => {
    const href = link?.getAttribute('href') ?? '#';
    return !href.startsWith('#') && !IMAGE_FILE.test(href) && !link?.hasAttribute('data-embed');
  });
}

/** After `before`, outside of what only it is in. */
function insertBetween(before: Element, after: Element | null, restored: Element): void {
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
